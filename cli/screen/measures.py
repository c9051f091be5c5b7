"""Phrases of `coverage`, `compare` and `report`, by language."""

from __future__ import annotations

_EN = {
    "of_scenarios": "{n} scenarios ({hold} hold)",
    "of_games": "{n} games, {players} players, bots {bots}, seed {seed}",
    "failing": "These scenarios do not hold, and count as far as they went: {names}",
    "never": "Never happened",
    "all": "What happened how often",
    "nothing_never": "Everything happened at least once.",
    "more": "… and {n} more (--all names them)",
    "what": "What",
    "where": "Where",
    "scenarios": "Scenarios",
    "games": "Games",
    "not_offered": "never offered",
    "not_part": "–",
    "summary": "How much ran",
    "marks": (
        "left of each line: how often it ran; `!` never, `?` one of its branches never, empty: no statement begins here"
    ),
    "action": "actions",
    "free action": "free actions",
    "piece": "pieces",
    "space": "spaces",
    "ability": "abilities",
    "rule": "rules",
    "option": "options",
    "branch": "branches",
    "menu": "menus",
    "procedure": "procedures",
    "phase": "phases",
    "refusal": "refusals",
    "statement": "statements",
    # compare
    "pairs": "{pairs} pairs of games on the same seeds, seats and bots; {players} players, bots {bots}, seed {seed}",
    "interrupted": "Interrupted: {wanted} pairs were wanted.",
    "told": (
        "{found} of {of} measures tell A from B. Between equal rules, a comparison finds any difference at most "
        "{level} times in 100."
    ),
    "none_told": (
        "A and B cannot be told apart: no difference is larger than chance explains, in any of {of} measures."
    ),
    "same": "A and B are the same in every game: no measure differs in any pair.",
    "more_under": "{name}: {more} higher under {side} (from {low} to {high}).",
    "visible": "A difference of {visible} in the mean score would most likely have been seen.",
    "told_table": "Different",
    "rest_table": "Not distinguishable",
    "measure": "Measure",
    "difference": "B − A",
    "interval": "Interval",
    "p": "p (Holm)",
    "score.mean": "mean score",
    "score.best": "best score",
    "score.lead": "lead of the first over the second",
    "length.decisions": "decisions a game",
    "length": "times {name} a game",
    "category": "points for {name}",
    "seat": "games won by seat {name}",
    "ending": "games ending by {name}",
    "thing": "{name} chosen a game",
    "chosen": "action {name} a game",
    "more_measures": "… and {n} more (--all names them)",
}

_RU = {
    "of_scenarios": "сценариев: {n} (выполняется: {hold})",
    "of_games": "партий: {n}, игроков: {players}, боты: {bots}, seed {seed}",
    "failing": "Эти сценарии не выполняются и учтены до места ошибки: {names}",
    "never": "Не случилось ни разу",
    "all": "Что сколько раз случилось",
    "nothing_never": "Всё случилось хотя бы раз.",
    "more": "… и ещё {n} (все: --all)",
    "what": "Что",
    "where": "Где",
    "scenarios": "Сценарии",
    "games": "Партии",
    "not_offered": "не предлагалось",
    "not_part": "–",
    "summary": "Сколько выполнено",
    "marks": (
        "слева от строки: сколько раз она выполнена; `!` ни разу, `?` одна из ветвей ни разу, пусто: здесь ничего не "
        "начинается"
    ),
    "action": "действия",
    "free action": "свободные действия",
    "piece": "фишки и карты",
    "space": "поля",
    "ability": "свойства",
    "rule": "правила",
    "option": "варианты",
    "branch": "ветви",
    "menu": "меню",
    "procedure": "процедуры",
    "phase": "фазы",
    "refusal": "отказы",
    "statement": "инструкции",
    # compare
    "pairs": "Пар партий с теми же seed, местами и ботами: {pairs}; игроков: {players}, боты: {bots}, seed {seed}",
    "interrupted": "Прервано: должно было быть пар: {wanted}.",
    "told": (
        "A и B различимы по показателям: {found} из {of}. У равных правил сравнение находит какое-либо различие "
        "не чаще {level} раз из 100."
    ),
    "none_told": "A и B неразличимы: ни по одному показателю (их {of}) разница не больше той, что объясняет случай.",
    "same": "A и B одинаковы в каждой партии: ни один показатель не отличается ни в одной паре.",
    "more_under": "{name}: больше на {more} при {side} (от {low} до {high}).",
    "visible": "Разница среднего счёта в {visible} была бы, скорее всего, замечена.",
    "told_table": "Различается",
    "rest_table": "Неразличимо",
    "measure": "Показатель",
    "difference": "B − A",
    "interval": "Интервал",
    "p": "p (Холм)",
    "score.mean": "средний счёт",
    "score.best": "лучший счёт",
    "score.lead": "отрыв первого от второго",
    "length.decisions": "решений за партию",
    "length": "сколько раз {name} за партию",
    "category": "очки за {name}",
    "seat": "партий, выигранных местом {name}",
    "ending": "партий с концом {name}",
    "thing": "{name}: выбрано за партию",
    "chosen": "действие {name} за партию",
    "more_measures": "… и ещё {n} (все: --all)",
}

MEASURES: dict[str, dict[str, str]] = {"en": _EN, "ru": _RU}
"""Every language has every phrase; tests hold that."""
