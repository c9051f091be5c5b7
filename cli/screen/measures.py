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
}

MEASURES: dict[str, dict[str, str]] = {"en": _EN, "ru": _RU}
"""Every language has every phrase; tests hold that."""
