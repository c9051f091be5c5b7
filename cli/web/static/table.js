// The table: shows what the server sends for this seat, and turns clicks into decisions.

import { $, h } from "./dom.js";
import { Choice } from "./choice.js";
import { Drawer } from "./figures.js";
import { Net } from "./net.js";
import { fill, language, wordsIn } from "./words.js";
import { applyTheme, switchTheme } from "./theme.js";

const lang = language();
const words = wordsIn(lang);
document.documentElement.lang = lang;
applyTheme();

const token = location.hash.slice(1);
const view = { game: null, drawer: null, seats: null, table: null, choice: null, selected: null, baseline: new Map(), brings: {}, log: [], past: null, sent: "", filter: "", stamp: "" };
const net = new Net(() => ({ token, lang }), hear, connected);
window.addEventListener("hashchange", () => location.reload());

function hear(message) {
  switch (message.t) {
    case "game":
      view.game = message;
      view.drawer = new Drawer(message, words);
      document.title = message.title;
      $("#game").textContent = message.title;
      remember(message.title);
      if (view.table) show();
      break;
    case "seats":
      view.seats = message;
      tools();
      status();
      break;
    case "table":
      receive(message);
      break;
    case "brings":
      if (view.table && view.table.decision === message.decision) {
        view.brings = Object.fromEntries((view.table.options || []).map((option, n) => [option.key, message.texts[n]]));
        const focus = focused();
        listOptions();
        asked();
        refocus(focus);
      }
      break;
    case "past":
      view.past = message;
      show();
      break;
    case "cover":
      cover(message.seat);
      break;
    case "mistakes":
      mistakes(message.texts);
      break;
    case "fault":
      fault(message.text);
      break;
    case "refused":
      net.done();
      fault(refusal(message));
      break;
  }
}

function connected(isOpen) {
  $("#net").textContent = isOpen ? "" : words.offline;
  document.body.classList.toggle("offline", !isOpen);
  if (isOpen) view.log.length = 0;
}

function remember(title) {
  const kept = JSON.parse(localStorage.getItem("tables") || "[]").filter((one) => one.token !== token);
  localStorage.setItem("tables", JSON.stringify([{ token, title, at: Date.now() }, ...kept].slice(0, 30)));
}

function refusal(answer) {
  const text = answer.text || (answer.why instanceof Array ? answer.why.join(" ") : "");
  return fill(words[`refused_${answer.refused || answer.why}`] || words.refused_not_understood, { text });
}

// ---- what the server sends

function receive(message) {
  mistakes([]);
  document.body.classList.remove("faulty");
  $("#cover").hidden = true;
  view.log.length = Math.min(view.log.length, message.log.from);
  view.log.push(...message.log.lines);
  const isNew = !view.table || view.table.decision !== message.decision || view.table.seat !== message.seat;
  const wasMine = view.table && view.table.options;
  const before = view.table;
  view.table = message;
  if (isNew) {
    view.brings = {};
    view.selected = null;
    view.filter = "";
    view.sent = "";
  }
  if (before && before.seat !== message.seat) view.baseline.clear();
  if (message.options && !wasMine && document.hidden) document.title = `● ${view.game ? view.game.title : ""}`;
  show(isNew);
}

addEventListener("focus", () => view.game && (document.title = view.game.title));

// ---- showing

function show(isNew = false) {
  if (!view.drawer || !view.table) return;
  const shown = view.past || view.table;
  const focus = focused();
  const table = $("#table");
  table.replaceChildren(...view.drawer.table(shown.scene));
  $("#where").textContent = shown.where;
  mark(table, isNew);
  $("#past").hidden = !view.past;
  if (view.past) pastBar();
  const options = !view.past && view.table.options;
  const kept = !isNew && view.choice ? view.choice.fixed : [];
  view.choice = options ? new Choice(options, isDrawn) : null;
  for (const name of kept) if (view.choice) view.choice.click(name);
  if (view.table.over) sheet();
  refresh();
  showLog();
  tools();
  status();
  refocus(focus);
}

function refresh() {
  light();
  listOptions();
  asked();
}

function isDrawn(name) {
  return Boolean(elements(name).length);
}

function elements(name) {
  const quoted = CSS.escape(name);
  const table = $("#table");
  if (name.startsWith("k:")) {
    const id = CSS.escape(name.slice(2));
    return table.querySelectorAll(`[data-kind="${id}"], [data-at~="${quoted}"]`);
  }
  if (name.startsWith("r:")) {
    // A resource is chosen where one has it, at the market, or in the supply.
    const near = table.querySelectorAll(`.own > .counters [data-at="${quoted}"], .shelves [data-at="${quoted}"], .supply [data-at="${quoted}"]`);
    return near.length ? near : table.querySelectorAll(`[data-at~="${quoted}"]`);
  }
  return table.querySelectorAll(`[data-at~="${quoted}"]`);
}

// What is different from when one last decided stays marked; what just changed moves in.
function mark(table, isNew) {
  const now = new Map();
  for (const node of table.querySelectorAll("[data-sig]")) {
    const sig = node.dataset.sig;
    const text = (now.has(sig) ? `${now.get(sig)}|` : "") + (node.dataset.text ?? "");
    now.set(sig, text);
    const old = view.baseline.get(sig);
    if (view.baseline.size && !view.past && (old === undefined || !`${old}|`.startsWith(`${text}`))) node.classList.add("changed");
    if (view.last && view.last.get(sig) !== text && !view.past && isNew) node.classList.add("fresh");
  }
  if (!view.past) view.last = now;
  if (!view.baseline.size) view.baseline = now;
}

function light() {
  for (const node of document.querySelectorAll("#table .lit, #table .fixed")) {
    node.classList.remove("lit", "fixed");
    node.removeAttribute("role");
    node.removeAttribute("tabindex");
    node.removeAttribute("aria-label");
  }
  if (!view.choice || view.sent) return;
  for (const [name, options] of view.choice.lit()) {
    for (const node of elements(name)) {
      node.classList.add("lit");
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", "0");
      const what = options.length === 1 ? options[0].text : node.dataset.name || name;
      node.setAttribute("aria-label", what);
      node.dataset.lit = name;
    }
  }
  for (const name of view.choice.fixed) for (const node of elements(name)) node.classList.add("fixed");
}

function asked() {
  const table = view.table;
  const question = $("#question");
  const mine = Boolean(table.options) && !view.past;
  document.body.classList.toggle("mine", mine);
  question.textContent = table.over ? words.over : table.question + (table.due !== null && !mine && isBot(table.due) ? ` – ${words.thinking}` : "");
  const place = $("#asked");
  place.replaceChildren();
  if (!mine || view.sent) return;
  if (view.selected) {
    place.append(
      h("span", { class: "chosen" }, view.selected.text, bringing(view.selected)),
      h("button", { class: "primary", id: "confirm", onclick: () => take(view.selected) }, words.confirm),
      h("button", { onclick: back }, words.back));
  } else if (view.choice.fixed.length) {
    place.append(h("span", { class: "chosen" }, words.narrow), h("button", { onclick: back }, words.back));
  }
}

function bringing(option) {
  const text = view.brings[option.key];
  return text ? h("span", { class: "brings" }, text) : "";
}

function isBot(seat) {
  return view.seats && view.seats.seats[seat] !== "human";
}

function status() {
  if (!view.seats) return;
  for (const node of document.querySelectorAll(".panel")) {
    const seat = Number(node.dataset.seat);
    node.classList.toggle("due", Boolean(view.table) && view.table.due === seat && !view.table.over);
    const kind = view.seats.seats[seat];
    const place = $(".status", node);
    place.textContent = kind !== "human" ? `${words.bot} ${kind}` : view.seats.present.includes(seat) ? "" : "…";
  }
}

// ---- the list of options

function listOptions() {
  const place = $("#options");
  const table = view.table;
  if (!table || !table.options || view.past) {
    place.replaceChildren();
    place.hidden = true;
    return;
  }
  place.hidden = false;
  const left = view.choice.left();
  const low = view.filter.toLocaleLowerCase();
  const shown = low ? left.filter((option) => option.text.toLocaleLowerCase().includes(low)) : left;
  const number = numbered(left);
  const list = h("ol", { class: "options" }, shown.slice(0, 200).map((option, n) => h("li", {},
    h("button", { class: `option ${view.selected === option ? "selected" : ""} ${option.ends ? "ends" : ""}`, "data-key": option.key, disabled: Boolean(view.sent), onclick: () => take(option), onmouseenter: () => point(option, true), onmouseleave: () => point(option, false), onfocus: () => point(option, true), onblur: () => point(option, false) },
      h("kbd", {}, n < 9 ? String(n + 1) : ""), h("span", { class: "what" }, option.text), bringing(option)))));
  const head = h("h2", {}, words.options, h("small", {}, String(left.length)));
  const parts = [head];
  if (number) parts.push(number);
  if (left.length > 12 && !number) parts.push(filterField());
  if (!number) parts.push(list);
  const hadFocus = document.activeElement && document.activeElement.id === "filter";
  place.replaceChildren(...parts);
  if (hadFocus && $("#filter")) {
    $("#filter").focus();
    $("#filter").setSelectionRange(view.filter.length, view.filter.length);
  }
}

function filterField() {
  return h("input", { id: "filter", type: "search", placeholder: words.filter, "aria-label": words.filter, value: view.filter, oninput: (event) => { view.filter = event.target.value; listOptions(); } });
}

// Many numbers in a row are typed.
function numbered(options) {
  const numbers = options.filter((option) => option.n !== undefined);
  const texts = new Set(numbers.map((option) => option.text.replace(/[-−]?\d+/g, "#")));
  if (numbers.length < 8 || texts.size > 1 || new Set(numbers.map((option) => option.n)).size !== numbers.length) return null;
  const by = new Map(numbers.map((option) => [option.n, option]));
  const all = [...by.keys()].sort((a, b) => a - b);
  const start = view.selected && by.get(view.selected.n) ? view.selected.n : all[0];
  const said = h("output", {}, by.get(start).text, bringing(by.get(start)));
  const input = h("input", { type: "number", id: "number", min: all[0], max: all.at(-1), value: start, "aria-label": words.number });
  const range = h("input", { type: "range", min: all[0], max: all.at(-1), value: start, "aria-label": words.number });
  const go = h("button", { class: "primary", onclick: () => by.has(Number(input.value)) && take(by.get(Number(input.value))) }, words.take);
  const changed = (from, to) => () => {
    to.value = from.value;
    const option = by.get(Number(from.value));
    go.disabled = !option;
    said.replaceChildren(option ? option.text : "–", option ? bringing(option) : "");
  };
  input.addEventListener("input", changed(input, range));
  range.addEventListener("input", changed(range, input));
  input.addEventListener("keydown", (event) => event.key === "Enter" && go.click());
  const others = options.filter((option) => option.n === undefined);
  return h("div", { class: "number" }, range, h("div", {}, input, go), said, others.map((option) => h("button", { class: "option", "data-key": option.key, onclick: () => take(option) }, h("span", { class: "what" }, option.text), bringing(option))));
}

function point(option, isOn) {
  for (const name of option.slots || []) for (const node of elements(name)) node.classList.toggle("pointed", isOn);
}

async function take(option) {
  if (view.sent || !view.table.options) return;
  view.sent = option.key;
  view.selected = option;
  document.body.classList.add("sent");
  refresh();
  view.baseline = view.last || new Map();
  const answer = await net.ask("take", { decision: view.table.decision, key: option.key });
  document.body.classList.remove("sent");
  if (answer.refused) {
    view.sent = "";
    view.selected = null;
    say(refusal(answer));
    show();
  }
}

function back() {
  if (!view.choice) return;
  view.selected = null;
  view.choice.back();
  refresh();
}

// ---- clicks on the table

$("#table").addEventListener("click", (event) => press(event.target));
$("#table").addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === " ") && event.target.classList.contains("lit")) {
    event.preventDefault();
    press(event.target);
  }
});

function press(target) {
  const lit = target.closest(".lit");
  if (lit && view.choice && !view.sent) {
    const name = lit.dataset.lit;
    if (view.selected && view.choice.left().length === 1) return take(view.selected);
    choose(name);
    return;
  }
  const fixed = target.closest(".fixed");
  if (fixed && view.choice && !view.sent) {
    if (view.selected) take(view.selected);
    else back();
    return;
  }
  const thing = target.closest("[data-at], [data-kind], [data-name]");
  if (thing) about(thing);
}

function choose(name) {
  if (!view.choice.click(name)) return;
  const left = view.choice.left();
  view.selected = left.length === 1 ? left[0] : null;
  refresh();
  const confirm = $("#confirm");
  if (confirm) confirm.focus({ preventScroll: true });
}

// What a thing is, and why it cannot be chosen.
async function about(thing) {
  const kind = thing.dataset.kind || (thing.closest("[data-kind]") || {}).dataset?.kind;
  const name = thing.dataset.name || (kind && view.game.kinds[kind] ? view.game.kinds[kind].name : "");
  const at = (thing.dataset.at || "").split(" ")[0];
  const said = h("div", { class: "said" }, words.loading);
  const reasons = h("div", { class: "reasons" });
  dialog(name || words.about, [said, reasons]);
  const known = (kind && view.game.kinds[kind]) || view.game.resources[at.slice(2)];
  const asked = kind && view.game.kinds[kind] ? view.game.kinds[kind].name : name;
  const place = thing.closest("[data-at^='p']");
  const mine = view.table.options && !view.past;
  const why = mine && (at || place) ? whyNot(thing, place) : Promise.resolve([]);
  const answer = asked ? await net.ask("about", { name: asked }) : {};
  const lines = answer.found && answer.found.length ? answer.found : known && known.help ? [known.help] : [];
  said.replaceChildren(...(lines.length ? lines.map((line) => h("p", {}, line)) : [h("p", {}, words.nothing_about)]));
  const found = await why;
  if (mine && found.length) reasons.replaceChildren(h("h3", {}, words.why), ...found.map((line) => h("p", {}, line)));
  else if (mine && at) reasons.replaceChildren(h("p", { class: "quiet" }, words.nothing_why));
}

async function whyNot(thing, place) {
  const names = [...(thing.dataset.at || "").split(" "), ...(place ? place.dataset.at.split(" ") : [])];
  if (thing.dataset.kind) names.push(`k:${thing.dataset.kind}`);
  for (const at of new Set(names.filter(Boolean))) {
    const answer = await net.ask("why", { at });
    if (answer.found && answer.found.length) return answer.found;
  }
  return [];
}

// ---- the log

function showLog() {
  const place = $("#log");
  const lines = view.log.map(([parts, style], n) => h("li", { class: lineClass(style), "data-line": n, onclick: () => look(n) }, parts.map(([text, kind]) => h("span", { class: partClass(kind, style) }, text))));
  const list = h("ol", { class: "lines", tabindex: "0", role: "log", "aria-label": words.log, "aria-live": view.past ? "off" : "polite" }, lines);
  place.replaceChildren(h("h2", {}, words.log), list, slider());
  const at = view.past ? view.past.line : view.log.length - 1;
  if (view.past && list.children[at]) list.children[at].classList.add("at");
  list.scrollTop = view.past ? Math.max(0, (list.children[at] || list).offsetTop - list.clientHeight / 2) : list.scrollHeight;
}

function lineClass(style) {
  return style.includes("bright_black") ? "by-itself" : style.includes("bold") ? "own" : "other";
}

function partClass(kind) {
  if (kind.includes("green")) return "effect";
  return kind.includes("bright_black") ? "quiet" : "";
}

function slider() {
  const of = view.log.length;
  const range = h("input", { type: "range", min: 0, max: Math.max(0, of), value: view.past ? view.past.line : of, "aria-label": words.log });
  range.addEventListener("change", () => (Number(range.value) >= of ? now() : look(Number(range.value))));
  return h("div", { class: "slider" },
    h("button", { "aria-label": "−1", onclick: () => look(Math.max(0, (view.past ? view.past.line : of) - 1)) }, "◀"), range,
    h("button", { "aria-label": "+1", onclick: () => (view.past && view.past.line + 1 < of ? look(view.past.line + 1) : now()) }, "▶"));
}

function look(line) {
  net.send("look", { line });
}

function now() {
  view.past = null;
  show();
}

function pastBar() {
  $("#past").replaceChildren(h("span", {}, fill(words.past, { n: view.past.line + 1, of: view.log.length })), ...workshop(), h("button", { class: "primary", onclick: now }, words.now));
}

// What somebody who writes the rules does with a position: that of the line looked at, else the present one.
function workshop() {
  if (!view.seats.workshop) return [];
  return [h("button", { class: "keep", onclick: keep }, words.keep), h("button", { class: "lay", onclick: lay }, words.lay)];
}

const line = () => (view.past ? view.past.line : view.log.length);

async function keep() {
  const answer = await net.ask("scenario", { line: line() });
  if (answer.refused) return say(refusal(answer));
  download(answer.found, "moment.yaml", "application/yaml");
}

async function lay() {
  const answer = await net.ask("position", { line: line() });
  if (answer.refused) return say(refusal(answer));
  const text = h("textarea", { class: "position", spellcheck: "false", "aria-label": words.lay });
  text.value = answer.found;
  const wrong = h("pre", { class: "wrong", role: "alert" });
  const go = async () => {
    const laid = await net.ask("lay", { given: text.value });
    if (!laid.refused) open(`/table#${laid.found}`, "_blank");
    wrong.textContent = laid.why ? laid.why.join("\n") : laid.refused ? refusal(laid) : "";
  };
  dialog(words.lay, [h("p", {}, words.lay_how), text, wrong, h("button", { class: "primary", onclick: go }, words.lay_go)]);
}

// ---- tools

function tools() {
  const place = $("#tools");
  if (!view.seats) return;
  const mine = view.seats.mine.length > 0;
  const table = view.table || {};
  place.replaceChildren(
    ...(mine ? [h("button", { id: "undo", title: table.undo ? "" : words[`stopped_${table.stopped}`] || "", "aria-disabled": String(!table.undo), onclick: undo }, words.undo)] : []),
    h("button", { onclick: score }, words.score),
    ...(mine ? [h("button", { onclick: advice, "aria-disabled": String(!table.options) }, words.advice), h("button", { onclick: why, "aria-disabled": String(!table.options) }, words.why)] : []),
    h("button", { onclick: rules }, words.rules),
    ...(view.past ? [] : workshop()),
    ...(view.seats.host || mine ? [h("button", { onclick: links }, words.links)] : []),
    h("button", { onclick: switchTheme, title: words.theme, "aria-label": words.theme }, "◐"));
}

async function undo() {
  if (!view.table.undo) return say(words[`stopped_${view.table.stopped}`]);
  const answer = await net.ask("undo");
  if (answer.refused) say(refusal(answer));
}

async function score() {
  if (view.table.over) return sheet();
  const answer = await net.ask("score");
  if (answer.found) dialog(words.score, [sheetTable(answer.found)]);
}

function sheet() {
  const found = view.table.sheet;
  if (view.sheetShown) return;
  view.sheetShown = true;
  const winners = found.winners.map((n) => found.seats[n]).join(", ");
  dialog(words.over, [found.ending ? h("p", {}, found.ending) : "", winners ? h("p", { class: "winner" }, `★ ${winners}`) : "", sheetTable(found), h("button", { onclick: save }, words.save)]);
}

function sheetTable(found) {
  const cell = (n) => h("td", {}, n === null ? "?" : String(n).replace("-", "−"));
  const row = (name, points, extra = "") => h("tr", { class: extra }, h("th", { scope: "row" }, name), points.map(cell));
  return h("table", { class: "sheet" },
    h("thead", {}, h("tr", {}, h("td"), found.seats.map((name, n) => h("th", { scope: "col" }, h("i", { class: "seat-dot", vars: { "--seat": view.drawer.seat(n) } }), name)))),
    h("tbody", {}, found.rows.map(([name, points]) => row(name, points)), row(found.total, found.totals, "total"), (found.ties || []).map(([name, points]) => row(name, points, "quiet")), found.ranks ? row(found.rank, found.ranks, "quiet") : ""));
}

async function save() {
  const answer = await net.ask("log");
  if (answer.refused) return say(refusal(answer));
  download(answer.found, `${view.game.game.split("/").pop()}.jsonl`, "application/jsonl");
}

function download(text, name, type) {
  const file = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: file, download: name }).click();
  URL.revokeObjectURL(file);
}

async function advice() {
  if (!view.table.options) return;
  dialog(words.advice, [h("p", {}, words.loading)]);
  const answer = await net.ask("advice");
  dialog(words.advice, answer.found ? [h("div", { class: "pre" }, answer.found.map((line) => h("p", {}, line)))] : [refusal(answer)]);
}

async function why() {
  if (!view.table.options) return;
  dialog(words.why, [h("p", {}, words.loading)]);
  const answer = await net.ask("why", { key: "" });
  dialog(words.why, answer.found ? answer.found.map((line) => h("p", {}, line)) : [refusal(answer)]);
}

async function rules() {
  dialog(words.rules, [h("p", {}, words.loading)]);
  const answer = await net.ask("rules");
  dialog(words.rules, answer.found ? [h("div", { class: "rulebook" }, answer.found.map(block))] : [refusal(answer)]);
}

function block(one) {
  if (one.rows) return h("table", {}, h("thead", {}, h("tr", {}, one.head.map((text) => h("th", {}, text)))), h("tbody", {}, one.rows.map((row) => h("tr", {}, row.map((text) => h("td", {}, text))))));
  if (one.level) return h(`h${Math.min(6, one.level + 2)}`, {}, one.text);
  return h("p", { class: one.item ? `item item-${one.item}` : "" }, one.text);
}

async function links() {
  const parts = [h("ul", { class: "seats" }, view.game.seats.map((seat, n) => seatLine(seat, n)))];
  if (view.seats.host) {
    const answer = await net.ask("links");
    parts.push(h("ul", { class: "links" }, (answer.found || []).map(([token, seats, host]) => linkLine(token, seats, host))));
  }
  dialog(words.links, parts);
}

function seatLine(seat, n) {
  const may = view.seats.host || view.seats.mine.includes(n);
  const kinds = [["human", words.person], ...view.seats.bots.map((bot) => [bot, `${words.bot} ${bot}`])];
  const select = h("select", { disabled: !may, "aria-label": seat.name, onchange: (event) => net.ask("sit", { seat: n, kind: event.target.value }).then((answer) => answer.refused && say(refusal(answer))) },
    kinds.map(([kind, text]) => h("option", { value: kind, selected: view.seats.seats[n] === kind }, text)));
  return h("li", {}, h("i", { class: "seat-dot", vars: { "--seat": view.drawer.seat(n) } }), h("b", {}, seat.name), select, view.seats.present.includes(n) ? h("small", {}, words.present) : "");
}

function linkLine(token, seats, host) {
  const url = `${location.origin}/table#${token}`;
  const what = host ? words.link_own : seats.length ? fill(words.link_seat, { seat: seats.map((n) => view.game.seats[n].name).join(", ") }) : words.link_watch;
  const button = h("button", { onclick: async () => { await navigator.clipboard.writeText(url); button.textContent = words.copied; } }, words.copy);
  return h("li", {}, h("b", {}, what), h("input", { readonly: true, value: url, "aria-label": what, onfocus: (event) => event.target.select() }), button);
}

function dialog(title, parts) {
  const place = $("#dialog");
  place.replaceChildren(h("header", {}, h("h2", {}, title), h("button", { onclick: () => place.close(), "aria-label": words.close }, "✕")), h("div", { class: "body" }, parts));
  if (!place.open) place.showModal();
}

$("#dialog").addEventListener("click", (event) => event.target === event.currentTarget && event.currentTarget.close());

function cover(seat) {
  const place = $("#cover");
  const name = view.game.seats[seat].name;
  $("#table").replaceChildren();
  $("#options").replaceChildren();
  $("#log").replaceChildren();
  view.log.length = 0;
  view.last = null;
  view.baseline.clear();
  place.hidden = false;
  const button = h("button", { class: "primary", onclick: () => net.ask("face", { seat }) }, fill(words.cover_go, { seat: name }));
  place.replaceChildren(h("h1", {}, fill(words.cover, { seat: name })), button);
  button.focus();
}

function fault(text) {
  document.body.classList.add("faulty");
  $("#question").textContent = words.fault;
  const back = text === "changed" && view.seats && view.seats.host ? h("button", { class: "primary", id: "go-back", onclick: () => net.ask("go_back") }, words.go_back) : "";
  $("#asked").replaceChildren(h("p", {}, text === "changed" ? words.changed : text), back);
}

// Mistakes of the rules, while somebody writes them; the table stays as it was.
function mistakes(texts) {
  const place = $("#mistakes");
  place.hidden = !texts.length;
  place.replaceChildren(h("h2", {}, words.mistakes), ...texts.map((text) => h("pre", {}, text)));
}

let tipTimer = 0;
function say(text) {
  const tip = $("#tip");
  tip.textContent = text;
  tip.hidden = false;
  clearTimeout(tipTimer);
  tipTimer = setTimeout(() => (tip.hidden = true), 5_000);
}

// ---- keys

document.addEventListener("keydown", (event) => {
  if ($("#dialog").open || event.target.matches("input, select, textarea")) return;
  if (event.key === "Escape") back();
  else if ((event.ctrlKey || event.metaKey) && event.key === "z") undo();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (/^[1-9]$/.test(event.key)) {
    const button = document.querySelectorAll("#options .option")[Number(event.key) - 1];
    if (button) button.focus();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const all = [...document.querySelectorAll("#options .option")];
    const at = all.indexOf(document.activeElement);
    if (!all.length || (at < 0 && document.activeElement !== document.body && !event.target.closest("#side"))) return;
    event.preventDefault();
    const down = event.key === "ArrowDown";
    all[at < 0 ? (down ? 0 : all.length - 1) : (at + (down ? 1 : all.length - 1)) % all.length].focus();
  }
});

function focused() {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  return { id: node.id, key: node.dataset.key, at: node.dataset.at, isOption: Boolean(node.closest("#options")) };
}

function refocus(what) {
  if (!what) return;
  const found = (what.id && document.getElementById(what.id)) || (what.key && $(`[data-key="${CSS.escape(what.key)}"]`)) || (what.isOption && $("#options .option"));
  if (found) found.focus({ preventScroll: true });
}
