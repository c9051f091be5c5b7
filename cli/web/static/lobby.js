// Making a table.

import { $, h } from "./dom.js";
import { LANGUAGES, fill, language, wordsIn } from "./words.js";
import { applyTheme, switchTheme } from "./theme.js";

const lang = language();
const words = wordsIn(lang);
document.documentElement.lang = lang;
applyTheme();

const place = $("#lobby");
place.replaceChildren(h("p", {}, words.loading));
const found = await (await fetch(`/api/games?lang=${lang}`)).json();
const wanted = { game: found.games[0], seats: [], modules: new Set(), options: {}, seed: "", oneScreen: false };
choose(found.games[0]);

function choose(game) {
  wanted.game = game;
  wanted.modules.clear();
  wanted.options = {};
  wanted.seats = [];
  show();
  if (!game.modules) modules(game);
}

async function modules(game) {
  const answer = await (await fetch(`/api/modules?${new URLSearchParams({ lang, game: game.game })}`)).json();
  game.modules = answer.modules || [];
  if (wanted.game === game) show();
}

function players() {
  const counts = new Set(wanted.game.players);
  for (const module of wanted.game.modules || []) if (wanted.modules.has(module.id)) for (const n of module.players) counts.add(n);
  return [...counts].sort((a, b) => a - b);
}

function options() {
  return [...wanted.game.options, ...(wanted.game.modules || []).filter((module) => wanted.modules.has(module.id)).flatMap((module) => module.options)];
}

function show() {
  const counts = players();
  if (!counts.includes(wanted.seats.length)) {
    const number = counts.find((n) => n >= 3) || counts.at(-1);
    wanted.seats = Array.from({ length: number }, (_, n) => wanted.seats[n] || (n === 0 ? "human" : "greedy"));
  }
  const seats = wanted.seats.map((kind, n) => h("li", {}, h("label", {}, fill(words.seat, { n: n + 1 }), h("select", { onchange: (event) => { wanted.seats[n] = event.target.value; show(); } },
    [["human", words.person], ...found.bots.map((bot) => [bot, `${words.bot} ${bot}`])].map(([value, text]) => h("option", { value, selected: kind === value }, text))))));
  const number = h("div", { class: "counts", role: "group", "aria-label": words.players }, counts.map((n) => h("button", { type: "button", class: n === wanted.seats.length ? "on" : "", "aria-pressed": String(n === wanted.seats.length), onclick: () => { wanted.seats = Array.from({ length: n }, (_, at) => wanted.seats[at] || "greedy"); show(); } }, String(n))));
  const chosenModules = (wanted.game.modules || []).map((module) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: wanted.modules.has(module.id), onchange: (event) => { wanted.modules[event.target.checked ? "add" : "delete"](module.id); show(); } }), module.title));
  const chosen = options().map((option) => h("label", { class: "line" }, option.title, h("select", { onchange: (event) => { wanted.options[option.id] = option.values[event.target.selectedIndex][0]; } },
    option.values.map(([value, text]) => h("option", { selected: (wanted.options[option.id] ?? option.default) === value }, text)))));
  const people = wanted.seats.filter((kind) => kind === "human").length;
  place.replaceChildren(
    h("header", {}, h("h1", {}, h("img", { src: "/static/icon.svg", alt: "" }), "Rulewright"),
      h("label", { class: "lang" }, h("span", { class: "sr" }, words.language), h("select", { onchange: (event) => { localStorage.setItem("lang", event.target.value); location.reload(); } }, Object.entries(LANGUAGES).map(([id, name]) => h("option", { value: id, selected: id === lang }, name)))),
      h("button", { type: "button", onclick: switchTheme, title: words.theme, "aria-label": words.theme }, "◐")),
    h("p", { class: "intro" }, words.intro),
    h("div", { class: "lobby-parts" },
      h("section", { class: "games", "aria-label": words.game }, found.games.map((game) => h("button", { type: "button", class: `game ${game === wanted.game ? "on" : ""}`, "aria-pressed": String(game === wanted.game), onclick: () => choose(game) }, h("b", {}, game.title), h("small", {}, span(game.players))))),
      h("form", { class: "new", onsubmit: start },
        h("h2", {}, wanted.game.title),
        h("h3", {}, words.players), number, h("ol", { class: "chairs" }, seats),
        people > 1 ? h("label", { class: "check" }, h("input", { type: "checkbox", checked: wanted.oneScreen, onchange: (event) => { wanted.oneScreen = event.target.checked; } }), words.one_screen) : "",
        !wanted.game.modules ? h("p", { class: "quiet" }, words.loading) : chosenModules.length ? [h("h3", {}, words.modules), h("div", { class: "modules" }, chosenModules)] : "",
        chosen.length ? [h("h3", {}, words.choices), chosen] : "",
        h("label", { class: "line" }, words.seed, h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{0,12}", placeholder: words.any, value: wanted.seed, oninput: (event) => { wanted.seed = event.target.value; } })),
        h("p", { id: "refused", role: "alert" }),
        h("button", { class: "primary", id: "start" }, words.start)),
      kept()));
}

function span(counts) {
  return counts.length > 1 ? `${counts[0]}–${counts.at(-1)}` : String(counts[0]);
}

function kept() {
  const tables = JSON.parse(localStorage.getItem("tables") || "[]");
  if (!tables.length) return "";
  const line = (one) => h("li", {}, h("a", { href: `/table#${one.token}` }, one.title), h("small", {}, new Date(one.at).toLocaleString(lang)), h("button", { type: "button", "aria-label": words.forget, title: words.forget, onclick: () => { localStorage.setItem("tables", JSON.stringify(tables.filter((other) => other.token !== one.token))); show(); } }, "✕"));
  return h("section", { class: "kept" }, h("h2", {}, words.your_tables), h("ul", {}, tables.slice(0, 12).map(line)));
}

async function start(event) {
  event.preventDefault();
  const button = $("#start");
  button.disabled = true;
  $("#refused").textContent = words.loading;
  const body = { game: wanted.game.game, modules: [...wanted.modules], options: wanted.options, seats: wanted.seats, seed: wanted.seed === "" ? null : Number(wanted.seed), one_screen: wanted.oneScreen };
  const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const made = await answer.json();
  if (made.links) {
    location.href = `/table#${made.links[0][0]}`;
    return;
  }
  button.disabled = false;
  $("#refused").textContent = fill(words[`refused_${made.refused}`] || words.refused_not_understood, { text: (made.why || []).join(" ") });
}
