// The page's own words. Words of games come from their texts.

const EN = {
  you: "you", shared: "On the table", map: "Map", options: "Your options", log: "Log", score: "Score now", advice: "Advice",
  rules: "Rules", about: "About", why: "Why not", undo: "Undo", confirm: "Confirm", back: "Back", close: "Close",
  waiting: "Waiting", thinking: "thinking …", over: "The game is over", filter: "Find an option", offline: "No connection. Trying again …",
  cover: "Pass the screen to {seat}", cover_go: "I am {seat}", past: "You look back: line {n} of {of}", now: "Back to now",
  links: "Links and seats", link_own: "This screen", link_seat: "Seat of {seat}", link_watch: "For watching", copy: "Copy", copied: "Copied",
  person: "person", bot: "bot", present: "here", save: "Save the log", fault: "This game cannot go on",
  refused_late: "Too late: the table has moved on.", refused_not_offered: "That is not offered any more.", refused_not_undone: "That cannot be taken back.",
  refused_not_yours: "That is not yours to do.", refused_no_table: "There is no such table. Perhaps the link is incomplete.", refused_full: "Too many pages are open at this table.",
  refused_hidden: "The log holds what is hidden; it can be saved when the game is over.", refused_fault: "The rules of this game failed: {text}",
  refused_ruleset: "This cannot be played: {text}", refused_slow_down: "Too many at once. Wait a moment.", refused_not_understood: "That was not understood.",
  refused_no_game: "There is no such game here.", refused_no_bot: "There is no such bot.",
  stopped_nothing: "You have decided nothing yet.", stopped_others: "Somebody else has decided since.", stopped_chance: "Chance has decided since.", stopped_seen: "You have seen since what was hidden before.",
  number: "Number", take: "Take", nothing_why: "Nothing here has to do with this decision.", nothing_about: "Nothing more is known of it.",
  new_table: "A new table", game: "Game", players: "Seats", modules: "Expansions and variants", choices: "Options", seed: "Seed", any: "any", start: "Start",
  one_screen: "All people at this screen", your_tables: "Your tables", language: "Language", seat: "Seat {n}", loading: "One moment …", changed: "What was decided here does not fit the rules as they are now.",
  intro: "Choose a game, say who sits where, and play: on one screen, or send each player a link.", forget: "Forget", theme: "Light or dark", whole: "Total", tie: "Ties",
  go_back: "Back to where they still hold", mistakes: "The rules have mistakes; the table waits",
  keep: "Keep as a scenario", lay: "Change the position", lay_go: "Play from here", lay_how: "What differs from the table after the setup, in the words of a scenario (docs/scenarios.md). A new table begins with it.",
  refused_nobody: "Nobody decides here; choose a line where somebody does.", refused_begun_within: "This table began in the middle of a game; keep a scenario instead.",
  at_once: "Take a single fitting option at once", narrow: "Choose further, or take one from the list", menu: "More", table: "Table", step: "Line",
};

const RU = {
  you: "вы", shared: "На столе", map: "Карта", options: "Ваши варианты", log: "Журнал", score: "Счёт сейчас", advice: "Совет",
  rules: "Правила", about: "Что это", why: "Почему нельзя", undo: "Отменить", confirm: "Подтвердить", back: "Назад", close: "Закрыть",
  waiting: "Ожидание", thinking: "думает …", over: "Игра окончена", filter: "Найти вариант", offline: "Нет связи. Пробуем снова …",
  cover: "Передайте экран: {seat}", cover_go: "Я – {seat}", past: "Просмотр: строка {n} из {of}", now: "К текущему ходу",
  links: "Ссылки и места", link_own: "Этот экран", link_seat: "Место: {seat}", link_watch: "Для зрителей", copy: "Скопировать", copied: "Скопировано",
  person: "человек", bot: "бот", present: "здесь", save: "Сохранить журнал", fault: "Эту партию нельзя продолжить",
  refused_late: "Поздно: партия ушла вперёд.", refused_not_offered: "Это больше не предлагается.", refused_not_undone: "Это нельзя взять назад.",
  refused_not_yours: "Это решаете не вы.", refused_no_table: "Такого стола нет. Возможно, ссылка неполная.", refused_full: "За этим столом открыто слишком много страниц.",
  refused_hidden: "В журнале есть скрытое; его можно сохранить, когда игра окончится.", refused_fault: "Правила этой игры дали сбой: {text}",
  refused_ruleset: "Так играть нельзя: {text}", refused_slow_down: "Слишком часто. Подождите немного.", refused_not_understood: "Непонятно.",
  refused_no_game: "Такой игры здесь нет.", refused_no_bot: "Такого бота нет.",
  stopped_nothing: "Вы ещё ничего не решали.", stopped_others: "С тех пор решал кто-то другой.", stopped_chance: "С тех пор решил случай.", stopped_seen: "С тех пор вы увидели то, что было скрыто.",
  number: "Число", take: "Взять", nothing_why: "К этому решению это не относится.", nothing_about: "Больше ничего не известно.",
  new_table: "Новый стол", game: "Игра", players: "Места", modules: "Дополнения и варианты", choices: "Настройки", seed: "Seed", any: "любой", start: "Начать",
  one_screen: "Все люди за этим экраном", your_tables: "Ваши столы", language: "Язык", seat: "Место {n}", loading: "Минуту …", changed: "Принятые здесь решения не подходят к правилам, какими они стали.",
  intro: "Выберите игру, рассадите игроков и играйте: за одним экраном или по ссылкам.", forget: "Забыть", theme: "Светлая или тёмная", whole: "Итого", tie: "При равенстве",
  go_back: "Вернуться туда, где они ещё верны", mistakes: "В правилах ошибки; стол ждёт",
  keep: "Сохранить как сценарий", lay: "Изменить позицию", lay_go: "Играть отсюда", lay_how: "Чем стол отличается от стола после подготовки, словами сценария (docs/scenarios.md). С этого начнётся новый стол.",
  refused_nobody: "Здесь никто не решает; выберите строку, где кто-то решает.", refused_begun_within: "Этот стол начался с середины игры; сохраните сценарий.",
  at_once: "Сразу брать единственный подходящий вариант", narrow: "Уточните выбор или возьмите вариант из списка", menu: "Ещё", table: "Стол", step: "Строка",
};

export const LANGUAGES = { en: "English", ru: "Русский" };

export function language() {
  const kept = localStorage.getItem("lang") || (navigator.language || "en").slice(0, 2);
  return LANGUAGES[kept] ? kept : "en";
}

export function wordsIn(lang) {
  return lang === "ru" ? RU : EN;
}

export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}
