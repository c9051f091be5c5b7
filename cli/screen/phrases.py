"""The program's own words on the screen, in every language it speaks. Words of games stand in their texts."""

from __future__ import annotations

LANGUAGES = ("en", "ru")

_EN = {
    "you": "you",
    "bot": "bot",
    "supply": "Supply",
    "shared": "On the table",
    "hidden": "hidden",
    "empty": "empty",
    "option_values": "values: {values}; without a choice: {default}",
    "read_at": "read at: {places}",
    "variable_game": "of the game, {type}",
    "variable_player": "of each player, {type}",
    "variable_thing": "of a piece or space, {type}",
    "variable_resets": "; begins anew with each {period}",
    "asked_in": "`{label}` is asked in {where}, {place}.",
    "nothing": "nothing",
    "yes": "yes",
    "decides": "{seat} to decide",
    "your_turn": "{seat}, your decision",
    "over": "The game is over.",
    "choose": "Number, key or command (help)> ",
    "no_such": "`{text}` is neither an option nor a command.",
    "near": "Did you mean {names}?",
    "several": "`{text}` begins several options: {names}.",
    "not_undone": "There is nothing to undo.",
    "undone": "Taken back to the decision before.",
    "saved": "Saved to {path}",
    "not_saved": "Could not save to {path}: {reason}",
    "left": "The game is kept. Go on with: rulewright play {game} --resume",
    "pass_on": "Hand the screen to {seat} and press Enter.",
    "ask_resume": "An unfinished game of {game} with {n} decisions is there. Go on with it? [Y/n] ",
    "resumed": "Going on after {n} decisions.",
    "resume_fails": "The saved game cannot go on with these rules; a new one begins. It is kept in {path}",
    "no_autosave": "There is no unfinished game of {game}.",
    "chance": "chance",
    "unseen": "something hidden",
    "forced": "ends the game",
    "why_none": "Nothing is kept from you here: every option that the rules list is offered.",
    "why_head": "Not offered here:",
    "why_offered": "`{key}` is offered.",
    "why_unknown": "The rules list no `{key}` at this decision.",
    "why_place": "What may be chosen here:",
    "reason_short": "{need} {what} needed, {have} there: {gap} short",
    "reason_no_room": "room for {need} needed, {have} free",
    "reason_no_piece": "there is no such piece",
    "reason_does_not_fit": "it does not fit on the board",
    "reason_too_few": "{need} to choose from needed, {have} there",
    "reason_require": "the rule demands: {text}",
    "reason_where": "the rules offer it only if {text}",
    "reason_not_best": "others come before it by {text}",
    "reason_nothing": "there is nothing to choose by {text}",
    "reason_absent": "it is not among what may be chosen by {text}",
    "reason_later": "what follows in {text} cannot be carried out",
    "compared": "{have} against {need}",
    "reason_other": "the rule cannot be carried out: {text}",
    "score": "Score sheet",
    "total": "Total",
    "rank": "Rank",
    "tie": "tie-break: {name}",
    "winner": "Winner: {names}",
    "winners": "Winners: {names}",
    "no_winner": "Nobody wins.",
    "ending": "Ending: {name}",
    "move": "decision {n}",
    "help": (
        "A number, a key, or the beginning of one takes that option. Commands:\n"
        "  table        draw the table and the options again\n"
        "  why [KEY]    why something is not offered\n"
        "  undo         back to the last decision of a person\n"
        "  log [N]      what happened so far, or the last N lines\n"
        "  save [FILE]  write the game to a file (every decision is kept anyway)\n"
        "  about NAME   what a thing does\n"
        "  quit         leave; the game can be resumed"
    ),
    "about_none": "Nothing is known of `{name}`.",
    "about_what": "About what? Write about NAME, with a name as it stands on the table.",
    "playing": "{game} with {n} players, seed {seed}",
}

_RU = {
    "you": "вы",
    "bot": "бот",
    "supply": "Резерв",
    "shared": "На столе",
    "hidden": "скрыто",
    "empty": "пусто",
    "option_values": "значения: {values}; без выбора: {default}",
    "read_at": "читается: {places}",
    "variable_game": "у игры, {type}",
    "variable_player": "у каждого игрока, {type}",
    "variable_thing": "у фишки или клетки, {type}",
    "variable_resets": "; заново с каждым: {period}",
    "asked_in": "`{label}` спрашивается здесь: {where}, {place}.",
    "nothing": "ничего",
    "yes": "да",
    "decides": "решает {seat}",
    "your_turn": "{seat}, ваш выбор",
    "over": "Игра окончена.",
    "choose": "Номер, ключ или команда (help)> ",
    "no_such": "`{text}` – ни вариант, ни команда.",
    "near": "Возможно, {names}?",
    "several": "С `{text}` начинаются несколько вариантов: {names}.",
    "not_undone": "Отменять нечего.",
    "undone": "Возврат к предыдущему выбору.",
    "saved": "Сохранено в {path}",
    "not_saved": "Не удалось сохранить в {path}: {reason}",
    "left": "Игра сохранена. Продолжить: rulewright play {game} --resume",
    "pass_on": "Передайте экран игроку {seat} и нажмите Enter.",
    "ask_resume": "Есть незаконченная игра {game}, решений: {n}. Продолжить? [Y/n] ",
    "resumed": "Продолжение, решений сделано: {n}.",
    "resume_fails": "С этими правилами сохранённую игру продолжить нельзя; начинается новая. Старая лежит в {path}",
    "no_autosave": "Незаконченной игры {game} нет.",
    "chance": "случай",
    "unseen": "что-то скрытое",
    "forced": "конец игры",
    "why_none": "Здесь ничего не запрещено: предложено всё, что перечисляют правила.",
    "why_head": "Здесь не предложено:",
    "why_offered": "`{key}` предложено.",
    "why_unknown": "Правила не перечисляют `{key}` при этом выборе.",
    "why_place": "Что можно выбрать здесь:",
    "reason_short": "{what}: нужно {need}, есть {have}, не хватает {gap}",
    "reason_no_room": "нужно мест: {need}, свободно: {have}",
    "reason_no_piece": "такого нет",
    "reason_does_not_fit": "на поле не помещается",
    "reason_too_few": "нужно выбрать из {need}, есть {have}",
    "reason_require": "правило требует: {text}",
    "reason_where": "правила предлагают это, только если {text}",
    "reason_not_best": "другие подходят лучше: {text}",
    "reason_nothing": "нечего выбирать: {text}",
    "reason_absent": "этого нет среди того, что можно выбрать: {text}",
    "reason_later": "невыполнимо то, что следует в {text}",
    "compared": "{have} против {need}",
    "reason_other": "правило невыполнимо: {text}",
    "score": "Подсчёт очков",
    "total": "Итого",
    "rank": "Место",
    "tie": "при равенстве: {name}",
    "winner": "Победа: {names}",
    "winners": "Победа: {names}",
    "no_winner": "Не победил никто.",
    "ending": "Конец игры: {name}",
    "move": "решение {n}",
    "help": (
        "Номер, ключ или его начало выбирает вариант. Команды:\n"
        "  table        нарисовать стол и варианты снова\n"
        "  why [KEY]    почему что-то не предложено\n"
        "  undo         назад к последнему выбору человека\n"
        "  log [N]      что произошло, или последние N строк\n"
        "  save [FILE]  записать игру в файл (каждое решение и так хранится)\n"
        "  about NAME   что делает карточка или здание\n"
        "  quit         выйти; игру можно продолжить"
    ),
    "about_none": "О `{name}` ничего не известно.",
    "about_what": "О чём? Напишите about NAME, где NAME – название, как оно написано на столе.",
    "playing": "{game}, игроков: {n}, seed {seed}",
}

PHRASES: dict[str, dict[str, str]] = {"en": _EN, "ru": _RU}
"""Every language has every phrase; tests hold that."""
