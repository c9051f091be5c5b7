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
    "rules_counted": "{rules} rules: {shown} shown by a scenario, {not_built} declared not built, {neither} neither",
    "rules_unknown": "ids in scenarios that the rulebook does not have",
    "rule_left_out": "not built",
    "rule_source": "source",
    "rule_shown": "Shown by:",
    "rule_shown_nowhere": "No scenario shows it.",
    "rule_built": "In the ruleset:",
    "rule_built_nowhere": "No line of the ruleset names it.",
    "marks": (
        "left of each line: how often it ran; `!` never, `?` something on it never, empty: no statement begins here"
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
    "none_told": ("No significant difference between A and B: chance explains what differs, in all {of} measures."),
    "same": "A and B went the same way in every game: what differs between them, if anything, was never used by these "
    "bots.",
    "try_greedy": "Try --bots greedy, or more games.",
    "try_more": "Try more games, or other bots.",
    "same_shared": "In all that both have, A and B went the same way in every game.",
    "alone": "Only {side} has: {x}.",
    "difference_said": "{name}: {more} under B (from {low} to {high}).",
    "visible": "A difference of {visible} in the mean score would most likely have been seen.",
    "told_table": "Different",
    "exact_table": "What differs",
    "copies_compared": (
        "Pairs with the same seating went the same way each time: these are {n} different pairs, and no statistics. "
        "What differs is exact for these bots. Other bots (--bots random, or a mix) play different games."
    ),
    "rest_table": "Not distinguishable",
    "measure": "Measure",
    "difference": "B − A",
    "interval": "Interval",
    "p": "p (Holm)",
    "score.mean": "mean score",
    "score.best": "best score",
    "score.lead": "lead of the first over the second",
    "length.decisions": "decisions a game",
    "length": "how often «{name}» runs, a game",
    "category": "points for {name}",
    "seat": "games won by seat {name}",
    "ending": "games ending by {name}",
    "thing": "{name} chosen a game",
    "taken": "{name}, a game",
    "taken_action": "action {name} a game",
    "taken_option": "option {name} a game",
    "used_in": "choice in «{name}»",
    "used_skip": "{name}: declined",
    "verb_payment": "way to pay",
    "verb_pay": "what is paid",
    "verb_lose": "what is lost",
    "verb_gain": "what is gained",
    "verb_take": "what is taken",
    "verb_discount": "what is deducted",
    "used_done": "{name}: no more",
    "rounds": "rounds",
    "more_measures": "… and {n} more (--all names them)",
    # report
    "copies": (
        "Games with the same seating went the same way each time: of {n} games only {different} are different, so "
        "there are no intervals. Bots that leave something to chance (--bots random, or mcts) play different games."
    ),
    "never_taken": "Never taken: {names}.",
    "never_things": "Never chosen of {of}: {names}.",
    "never_more": " and {n} more",
    "seat_never": "Seat {seat} never wins.",
    "seat_ahead": "Seat {seat} wins more than its share: {rate} % ({low} to {high}), where {fair} % is even.",
    "seat_behind": "Seat {seat} wins less than its share: {rate} % ({low} to {high}), where {fair} % is even.",
    "seats_level": "No seat is shown to be ahead: {fair} % of wins each would be even.",
    "lost_by_all": "In {lost} % of the games nobody wins.",
    "endings_said": "Endings: {endings}.",
    "half_way": "Who leads half-way goes on to win in {rate} % of the games; the lead is then {lead} points.",
    "judged_title": "What stands out",
    "page_title": "report of a simulation",
    "page_about": "{n} games, {players} players, bots {bots}, seed {seed}.",
    "page_modules": "With",
    "page_options": "Options",
    "page_cut": "Interrupted: {wanted} games were wanted.",
    "written": "Written to {path} ({size} MB): {n} games",
    "seat_name": "seat {name}",
    "seat_column": "Seat",
    "bot_column": "Bot",
    "score": "score",
    "seats_axis": "players' results",
    "games_axis": "games",
    "win_axis": "games won, %",
    "part_axis": "part of the game played, %",
    "lead_axis": "points ahead",
    "kept_axis": "leader wins, %",
    "use_label": "{name} ({n} a game)",
    "decisions": "decisions a game",
    "scores_title": "Scores",
    "scores_said": (
        "How often each score was reached, by seat. Curves that lie on each other mean that the seat is no matter."
    ),
    "scores_alone": "How often each score was reached.",
    "wins_alone": "How often the game was won, with its 95 % interval.",
    "nobody_won": "In {lost} % of the games nobody won, so an equal share is {fair} %.",
    "bots_title": "Bots",
    "bots_said": "The same by bot. Bots change their seats from game to game.",
    "wins_title": "Wins by seat",
    "wins_said": (
        "With 95 % intervals; a shared win counts in parts. The dotted line is an equal share. An interval "
        "that leaves it "
        "out is an advantage or a handicap of the seat, unless it is one of the 5 in 100 that chance makes."
    ),
    "lead_title": "The lead over time",
    "lead_said": (
        "How many points whoever is first is ahead of the second, as the score would be if the game ended there."
    ),
    "kept_title": "Is the leader going to win?",
    "kept_said": (
        "How often a player who alone is ahead goes on to win. Near the dotted line (an equal share) the "
        "lead means nothing "
        "yet; near 100 % the game is decided."
    ),
    "use_title": "Use and win rate of each piece",
    "use_said": (
        "How often those won who chose it in a game, with 95 % intervals, and how often it is chosen. The dotted line "
        "is an equal share. That winners choose a thing does not prove that it makes them win. What fewer than 5 seats "
        "chose is only in the table."
    ),
    "use_table": "All of them as a table",
    "actions_title": "Actions",
    "actions_said": (
        "How often each action was taken, also where nothing else was left, and how often those who took it won."
    ),
    "lengths_title": "Length",
    "lengths_said": "How many decisions the players take in a game, all together, and how many rounds it lasts.",
    "thing_column": "What",
    "per_game": "A game",
    "seat_share": "Seats that chose it",
    "win_column": "Wins",
    "interval_column": "95 % interval",
    "ending_column": "Ending",
    "share_column": "Share",
    "mean": "Mean",
    "sd": "Deviation",
    "least": "Least",
    "median": "Median",
    "most": "Most",
    "others": "others",
    "unnamed": "(without a name)",
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
    "rules_counted": "правил {rules}: показаны сценарием {shown}, не сделаны {not_built}, ни то ни другое {neither}",
    "rules_unknown": "номера в сценариях, которых в книге правил нет",
    "rule_left_out": "не сделано",
    "rule_source": "источник",
    "rule_shown": "Показано в сценариях:",
    "rule_shown_nowhere": "Ни один сценарий его не показывает.",
    "rule_built": "В наборе правил:",
    "rule_built_nowhere": "Ни одна строка набора его не называет.",
    "marks": (
        "слева от строки: сколько раз она выполнена; `!` ни разу, `?` что-то на ней ни разу, пусто: здесь ничего не "
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
    "same": "A и B прошли одинаково в каждой партии: то, чем они отличаются, эти боты ни разу не использовали.",
    "try_greedy": "Попробуйте --bots greedy или больше партий.",
    "try_more": "Попробуйте больше партий или других ботов.",
    "same_shared": "Во всём, что есть у обеих сторон, A и B прошли одинаково в каждой партии.",
    "alone": "Есть только у {side}: {x}.",
    "difference_said": "{name}: {more} при B (от {low} до {high}).",
    "visible": "Разница среднего счёта в {visible} была бы, скорее всего, замечена.",
    "told_table": "Различается",
    "exact_table": "Что различается",
    "copies_compared": (
        "Пары с одной рассадкой прошли одинаково: разных пар здесь {n}, и это не статистика. Разница точна для этих "
        "ботов. Другие боты (--bots random или разные) играют разные партии."
    ),
    "rest_table": "Неразличимо",
    "measure": "Показатель",
    "difference": "B − A",
    "interval": "Интервал",
    "p": "p (Холм)",
    "score.mean": "средний счёт",
    "score.best": "лучший счёт",
    "score.lead": "отрыв первого от второго",
    "length.decisions": "решений за партию",
    "length": "сколько раз идёт «{name}», за партию",
    "category": "очки за {name}",
    "seat": "партий, выигранных местом {name}",
    "ending": "партий с концом {name}",
    "thing": "{name}: выбрано за партию",
    "taken": "{name}, за партию",
    "taken_action": "действие {name} за партию",
    "taken_option": "вариант {name} за партию",
    "used_in": "выбор в «{name}»",
    "used_skip": "{name}: отказ",
    "verb_payment": "способ оплаты",
    "verb_pay": "чем платят",
    "verb_lose": "что теряют",
    "verb_gain": "что получают",
    "verb_take": "что берут",
    "verb_discount": "что вычитают",
    "used_done": "{name}: больше ничего",
    "rounds": "раунды",
    "more_measures": "… и ещё {n} (все: --all)",
    # report
    "copies": (
        "Партии с одной рассадкой прошли одинаково: из партий ({n}) разных только {different}, поэтому интервалов нет. "
        "Боты, которые оставляют что-то случаю (--bots random или mcts), играют разные партии."
    ),
    "never_taken": "Ни разу не выбрано: {names}.",
    "never_things": "Ни разу не выбрано ({of}): {names}.",
    "never_more": " и ещё {n}",
    "seat_never": "Место {seat} ни разу не побеждает.",
    "seat_ahead": "Место {seat} побеждает чаще, чем поровну: {rate} % ({low}–{high}), поровну было бы {fair} %.",
    "seat_behind": "Место {seat} побеждает реже, чем поровну: {rate} % ({low}–{high}), поровну было бы {fair} %.",
    "seats_level": "Не видно, чтобы какое-то место было выгоднее: поровну – по {fair} % побед.",
    "lost_by_all": "В {lost} % партий не побеждает никто.",
    "endings_said": "Чем кончались партии: {endings}.",
    "half_way": "Кто впереди в середине партии, побеждает в {rate} % партий; его отрыв в это время: {lead}.",
    "judged_title": "Что бросается в глаза",
    "page_title": "отчёт о симуляции",
    "page_about": "Партий: {n}, игроков: {players}, боты: {bots}, seed {seed}.",
    "page_modules": "С модулями",
    "page_options": "Варианты",
    "page_cut": "Прервано: должно было быть партий: {wanted}.",
    "written": "Записано в {path} ({size} МБ), партий: {n}",
    "seat_name": "место {name}",
    "seat_column": "Место",
    "bot_column": "Бот",
    "score": "счёт",
    "seats_axis": "результатов игроков",
    "games_axis": "партий",
    "win_axis": "выиграно партий, %",
    "part_axis": "сыграно партии, %",
    "lead_axis": "отрыв в очках",
    "kept_axis": "лидер побеждает, %",
    "use_label": "{name} (за партию {n})",
    "decisions": "решений за партию",
    "scores_title": "Счёт",
    "scores_said": "Как часто набирали столько очков, по местам. Если линии совпадают, место ничего не значит.",
    "scores_alone": "Как часто набирали столько очков.",
    "wins_alone": "Как часто игра выиграна, с интервалом 95 %.",
    "nobody_won": "В {lost} % партий не победил никто, поэтому равная доля – {fair} %.",
    "bots_title": "Боты",
    "bots_said": "То же по ботам. От партии к партии боты меняются местами.",
    "wins_title": "Победы по местам",
    "wins_said": (
        "С интервалами 95 %; разделённая победа учтена долями. Пунктир – равная доля. Если интервал её не "
        "включает, место "
        "даёт преимущество или мешает – кроме 5 случаев из 100, которые даёт случайность."
    ),
    "lead_title": "Отрыв по ходу партии",
    "lead_said": "На сколько очков первый опережает второго, если бы партия кончилась в этот момент.",
    "kept_title": "Победит ли лидер?",
    "kept_said": (
        "Как часто побеждает тот, кто в этот момент впереди один. Около пунктира (равной доли) лидерство ещё "
        "ничего не "
        "значит; около 100 % партия уже решена."
    ),
    "use_title": "Использование и победы по фишкам и картам",
    "use_said": (
        "Как часто побеждали те, кто выбрал это в партии, с интервалами 95 %, и как часто это выбирают. Пунктир – "
        "равная доля. Если победители что-то выбирают, это ещё не значит, что оно приносит победу. То, что выбирали "
        "меньше 5 раз, есть только в таблице."
    ),
    "use_table": "Всё в виде таблицы",
    "actions_title": "Действия",
    "actions_said": (
        "Как часто совершали каждое действие, в том числе единственно возможное, и как часто совершившие его побеждали."
    ),
    "lengths_title": "Длина",
    "lengths_said": "Сколько решений принимают за партию все игроки вместе и сколько в ней раундов.",
    "thing_column": "Что",
    "per_game": "За партию",
    "seat_share": "Мест, выбравших это",
    "win_column": "Победы",
    "interval_column": "Интервал 95 %",
    "ending_column": "Конец партии",
    "share_column": "Доля",
    "mean": "Среднее",
    "sd": "Отклонение",
    "least": "Наименьшее",
    "median": "Медиана",
    "most": "Наибольшее",
    "others": "прочее",
    "unnamed": "(без названия)",
}

MEASURES: dict[str, dict[str, str]] = {"en": _EN, "ru": _RU}
"""Every language has every phrase; tests hold that."""
