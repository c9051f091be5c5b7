// A small set of icons that rulesets name, and the colours of things without one.

import { s } from "./dom.js";

const PATHS = {
  coin: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zm0 3a6 6 0 1 1 0 12a6 6 0 0 1 0-12zm-1 2v8h2V8z",
  wood: "M4 8l12-4 4 3-12 4zM4 9.500l4 3v4l-4-3zM9.500 12.300l10.500-3.500v4l-10.500 3.700zM5 15.500l3 2.200v3l-3-2.200zM9.500 17.300L20 13.800v3.400L9.500 21z",
  stone: "M7 5l7-2 6 6-1 9-9 3-6-5-1-6zM8 7l-2 4 5-1zM13 10l5-1-4-4z",
  iron: "M6 9h12l3 9H3zM8 5h8l1 3H7z",
  gold: "M8 5h8l2 5H6zM3 12h8l2 6H1zM14 12h7l2 6h-8z",
  grain: "M11 22V12C7 12 6 9 6 7c3 0 5 2 5 4V7c-2-1-2-4 1-5 3 1 3 4 1 5v4c0-2 2-4 5-4 0 2-1 5-5 5v10z",
  leaf: "M20 3C9 3 4 8 4 14c0 2 1 4 1 4l-2 3 1.500 1 2.500-3c8 2 14-5 13-16zM8 16c2-4 5-6 8-8-2 4-4 6-8 8z",
  fruit: "M12 7c3-3 9-1 9 5s-5 10-7 9c-1-.5-3-.5-4 0-2 1-7-3-7-9s6-8 9-5zm0-1c0-3 2-4 4-4 0 3-2 4-4 4z",
  fish: "M2 12c3-5 9-7 14-3l5-4v14l-5-4C11 19 5 17 2 12zm5-1.500a1.200 1.200 0 1 0 .01 0z",
  cattle: "M3 5c1 3 3 3 5 3h8c2 0 4 0 5-3 2 4 0 6-3 7l-2 8c-1 2-7 2-8 0l-2-8C3 11 1 9 3 5zm6 7v2h2v-2zm4 0v2h2v-2z",
  wine: "M7 3h10c1 6-1 9-4 10v5l4 1v2H7v-2l4-1v-5C8 12 6 9 7 3z",
  cup: "M4 6h13v2h3v6h-4a6 6 0 0 1-12-1zM17 10v2h1v-2zM4 20h13v1.500H4z",
  horse: "M8 21c0-5 2-6 1-8l-4 1-2-3 6-6 2-3 2 2c5 1 7 5 7 9 0 3-1 5-1 8z",
  person: "M12 2a4 4 0 0 1 4 4c0 1.500-.7 2.500-1.500 3.200C18 10 22 12 22 14l-4 .5 3 7.500h-6l-3-5-3 5H3l3-7.500L2 14c0-2 4-4 7.500-4.800C8.700 8.500 8 7.500 8 6a4 4 0 0 1 4-4z",
  star: "M12 2l3 7 7 .6-5.400 4.700L18.300 22 12 17.800 5.700 22l1.700-7.700L2 9.600 9 9z",
  shield: "M12 2l9 3c0 8-2 13-9 17C5 18 3 13 3 5z",
  laurel: "M5 4c-3 5-2 12 4 16l1-1C5 15 4 10 6 5zM19 4c3 5 2 12-4 16l-1-1c5-4 6-9 4-14zM12 6l1.500 3 3.500.5-2.500 2.500.6 3.500L12 14l-3.100 1.500.6-3.500L7 9.500l3.500-.5z",
  skull: "M12 2c6 0 9 4 9 9 0 3-1 4-3 5v4H6v-4c-2-1-3-2-3-5 0-5 3-9 9-9zM8.500 9a2 2 0 1 0 .01 0zm7 0a2 2 0 1 0 .01 0zM12 13l-1.200 2.500h2.400z",
  house: "M12 3l10 8h-3v10h-5v-6h-4v6H5V11H2z",
  temple: "M12 2l10 5v2H2V7zM4 10h3v8H4zM10.500 10h3v8h-3zM17 10h3v8h-3zM2 19h20v3H2z",
  ship: "M11 2v12H4c2-7 5-10 7-12zM13 5c4 2 6 5 7 9h-7zM2 16h20l-3 6H5z",
  book: "M3 4c4-1 7 0 9 2 2-2 5-3 9-2v15c-4-1-7 0-9 2-2-2-5-3-9-2zM11 8c-2-1-4-2-6-1.500v10c2-.3 4 0 6 1z",
  crown: "M3 7l5 4 4-7 4 7 5-4-2 12H5z",
  gear: "M10 2h4l.5 3 2.500 1 2.500-1.500 2.500 3-2 2.500.5 2 3 1-1 4-3 .2-1.500 2 .8 3-3.500 1.500-2-2.200h-2.600l-2 2.200L5 21.200l.8-3-1.500-2-3-.2-1-4 3-1 .5-2-2-2.500 2.500-3L6.800 6l2.700-1zM12 8.500a3.500 3.500 0 1 0 .01 0z",
  flag: "M5 2h2v2c4-2 7 2 12 0v9c-5 2-8-2-12 0v9H5z",
  gem: "M6 3h12l4 6-10 12L2 9zM7 5l-2 4h4zM17 5l-2 4h4zM9 5l3 4 3-4z",
  cube: "M12 2l9 5v10l-9 5-9-5V7zM12 4.300L6 7.500l6 3.200 6-3.200zM5 9.300v6.500l6 3.400v-6.700z",
  disc: "M12 4c6 0 10 2 10 5v5c0 4-4 6-10 6S2 18 2 14V9c0-3 4-5 10-5zm0 2C7.500 6 4 7.500 4 9s3.500 3 8 3 8-1.500 8-3-3.500-3-8-3z",
  smile: "M12 2a10 10 0 1 0 .01 0zM8 8a1.600 1.600 0 1 1-.01 0zm8 0a1.600 1.600 0 1 1-.01 0zM6.500 13h11c-.5 3.500-3 5-5.500 5s-5-1.500-5.500-5z",
  cross: "M9 2h6v6h6v5h-6v9H9v-9H3V8h6z",
  sword: "M20 2l2 2-10 11 2 2-1.500 1.500-2.500-2L5.500 21 3 18.500 7.500 14l-2-2.500L7 10l2 2z",
  cart: "M1 5h4l1 3h16l-3 9H7L4 7H1zM9 18.500a2 2 0 1 0 .01 0zm8 0a2 2 0 1 0 .01 0z",
  tree: "M12 1l7 9h-4l5 7h-7v5h-2v-5H4l5-7H5z",
  mountain: "M9 4l5 8 2-3 7 12H1zM9 8l-2 4 2-1 2 2z",
  tool: "M15 2a6 6 0 0 1 6 8l-3-1-2-2-1-4zM13 8l3 3L6 22l-4-4z",
  drop: "M12 2c5 7 7 10 7 13a7 7 0 0 1-14 0c0-3 2-6 7-13z",
  hand: "M7 12V5a1.500 1.500 0 0 1 3 0V3.500a1.500 1.500 0 0 1 3 0V5a1.500 1.500 0 0 1 3 0v2a1.500 1.500 0 0 1 3 0v8c0 5-3 7-7 7s-6-3-9-8c-1-2 1-3 2-2z",
  compass: "M12 2a10 10 0 1 0 .01 0zM12 4.500a7.500 7.500 0 1 1-.01 0zM16 8l-2.500 5.500L8 16l2.500-5.500z",
  jug: "M9 2h6v3l3 4c2 6 0 10-2 13H8C6 19 4 15 6 9l3-4z",
  fire: "M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 1-4 2-6 1 1 1 2 2 3 1-3 1-6 2-9z",
  mask: "M3 4c6 2 12 2 18 0 1 9-3 16-9 18C6 20 2 13 3 4zM6.500 9c1.500-1 3-1 4 1-1 1-3 1-4-1zm7 1c1-2 2.500-2 4-1-1 2-3 2-4 1zM9 15c2 1.500 4 1.500 6 0-1 3-5 3-6 0z",
};

const OF_ICON = {
  coin: "#d9a520", gold: "#d9a520", wood: "#8a5a2b", stone: "#8c8f94", iron: "#5d6b78", grain: "#d8b23a", leaf: "#4f8a3c",
  fruit: "#c2453f", fish: "#4a86b8", cattle: "#94603e", wine: "#7c2a4b", horse: "#7a4e2c", person: "#b98248",
  star: "#c9971c", skull: "#7b8a99", gem: "#2f9c8f", smile: "#d98a1f", crown: "#c9971c", book: "#6b5b95",
  laurel: "#5d8a3c", cup: "#5b3a24", ship: "#3c6e91", house: "#a5583a",
};

const COLOURS = {
  red: "#c0392b", blue: "#2c6fb3", green: "#3d8b40", yellow: "#d8a713", black: "#3a3a3f", white: "#e9e4d8", purple: "#7d4a9e",
  orange: "#d4741f", brown: "#7b5030", grey: "#85888c", gray: "#85888c", pink: "#cf6f95", teal: "#23847d", gold: "#c9971c",
  silver: "#a7adb3", cream: "#e8dcc0", turquoise: "#2a9d9d", violet: "#7d4a9e", tan: "#b99b6b", navy: "#2a4066",
  crimson: "#a3243b", olive: "#7d8130", sand: "#cfb98a", sea: "#5a9fc4", field: "#9dbb61", mountain: "#8d7f70",
};

const SEATS = ["#c0392b", "#2c6fb3", "#d8a713", "#3d8b40", "#7d4a9e", "#d4741f", "#23847d", "#85888c"];
const REST = ["#a5583a", "#3c6e91", "#5d8a3c", "#b0812a", "#6b5b95", "#23847d", "#a04a6b", "#66707a", "#7a6a3a", "#4a7a6a"];

export function hash(text) {
  let n = 7;
  for (const c of text) n = (n * 31 + c.codePointAt(0)) >>> 0;
  return n;
}

// A colour that an id or a ruleset names; nothing where it names none.
export function colourNamed(text) {
  if (!text) return "";
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  for (const part of String(text).toLowerCase().split(/[_\W]+/)) if (COLOURS[part]) return COLOURS[part];
  return "";
}

export function seatColour(seats, number, look) {
  const seat = seats[number];
  if (!seat) return "#85888c";
  return colourNamed((look[seat.id] || {}).colour) || colourNamed(seat.id) || SEATS[number % SEATS.length];
}

export function iconOf(id, look) {
  const named = (look[id] || {}).icon;
  return PATHS[named] ? named : PATHS[id] ? id : "";
}

export function colourOf(id, look) {
  const own = look[id] || {};
  return colourNamed(own.colour) || OF_ICON[iconOf(id, look)] || colourNamed(id) || REST[hash(id) % REST.length];
}

// Black or white, whichever is read better on a colour.
export function inkOn(colour) {
  const n = parseInt(colour.slice(1), 16);
  const light = 0.299 * (n >> 16) + 0.587 * ((n >> 8) & 255) + 0.114 * (n & 255);
  return light > 150 ? "#1d1a14" : "#fffdf6";
}

export function glyph(name, extra = {}) {
  return s("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true", ...extra }, s("path", { d: PATHS[name], "fill-rule": "evenodd" }));
}

// The disc that stands for a resource: its icon, else the first letters of its name.
export function token(id, name, look, extra = "") {
  const icon = iconOf(id, look);
  const colour = colourOf(id, look);
  const node = document.createElement("span");
  node.className = `token ${extra}`;
  node.style.setProperty("--c", colour);
  node.style.setProperty("--ink", inkOn(colour));
  node.setAttribute("aria-hidden", "true");
  node.append(icon ? glyph(icon) : name.slice(0, 2));
  return node;
}

export function pawn(colour, label) {
  const node = s("svg", { viewBox: "0 0 24 24", class: "pawn", role: "img", "aria-label": label });
  node.style.setProperty("--c", colour);
  node.append(s("title", {}, label), s("path", { d: PATHS.person }));
  return node;
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export function die(colour, face, label) {
  const ink = inkOn(colour);
  const node = s("svg", { viewBox: "0 0 32 32", class: "die", role: "img", "aria-label": label });
  node.append(s("title", {}, label), s("rect", { x: 1.500, y: 1.500, width: 29, height: 29, rx: 6, fill: colour, stroke: "rgba(0,0,0,.45)" }));
  const pips = PIPS[face];
  if (pips) for (const at of pips) node.append(s("circle", { cx: 8 + (at % 3) * 8, cy: 8 + Math.floor(at / 3) * 8, r: 2.600, fill: ink }));
  else node.append(s("text", { x: 16, y: 21, "text-anchor": "middle", fill: ink, "font-size": 14 }, face));
  return node;
}
