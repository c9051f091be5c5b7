// Draws the figures of a scene. Knows no game: what a thing looks like follows from its class and the ruleset's `look`.

import { h, s } from "./dom.js";
import { colourOf, colourNamed, die, hash, iconOf, glyph, inkOn, pawn, seatColour, token } from "./icons.js";

export class Drawer {
  constructor(game, words) {
    this.game = game;
    this.words = words;
    this.look = game.look || {};
  }

  seat(number) {
    return seatColour(this.game.seats, number, this.look);
  }

  seatOf(id) {
    return this.game.seats.findIndex((seat) => seat.id === id);
  }

  // ---- the whole table

  table(scene) {
    const own = scene.panels.filter((panel) => panel.own);
    const others = scene.panels.filter((panel) => !panel.own);
    return [
      h("section", { class: "shared", "aria-label": this.words.shared }, this.figures(scene.shared)),
      h("div", { class: "players" }, [...own, ...others].map((panel) => this.panel(panel))),
    ];
  }

  panel(panel) {
    this.panelSeat = panel.player;
    try {
      return this.inPanel(panel);
    } finally {
      this.panelSeat = undefined;
    }
  }

  inPanel(panel) {
    const seat = this.game.seats[panel.player];
    const colour = this.seat(panel.player);
    const counters = panel.counters.map(([id, n]) => this.counter(id, n, panel.player));
    const figures = panel.figures.filter((figure) => !(figure.sort === "facts" && !this.facts(figure).length));
    return h("section", { class: `panel ${panel.own ? "own" : ""}`, "data-at": `s:${panel.player}`, "data-seat": panel.player, vars: { "--seat": colour, "--seat-ink": inkOn(colour) }, "aria-label": seat.name },
      h("header", {}, h("span", { class: "seat-dot" }), h("h2", {}, seat.name), panel.own ? h("small", {}, this.words.you) : "", h("span", { class: "status" })),
      h("div", { class: "counters" }, counters),
      h("div", { class: "figures" }, figures.map((figure) => this.figure(figure, panel.own))),
    );
  }

  counter(id, n, player) {
    const name = (this.game.resources[id] || { name: id }).name;
    const shown = n === null ? "?" : String(n).replace("-", "−");
    return h("span", { class: `counter ${n === 0 ? "none" : ""}`, "data-at": `r:${id}`, "data-sig": `c/${player}/${id}`, "data-text": shown, title: name, "data-name": name },
      token(id, name, this.look), h("b", {}, shown), h("span", { class: "sr" }, ` ${name}`));
  }

  facts(figure) {
    return figure.items.filter((item) => item.s === "fact");
  }

  figures(list) {
    return list.map((figure) => this.figure(figure, true));
  }

  figure(figure, own) {
    switch (figure.f) {
      case "zone": return this.zone(figure);
      case "grid": return this.grid(figure);
      case "hexes": return this.map({ hexes: figure.cells.filter((cell) => cell.items || cell.printed || cell.sides || cell.ends), title: figure.title });
      case "rows": return (this.look[figure.id] || {}).as === "wheel" ? this.wheels(figure) : this.rows(figure);
      case "shelves": return this.shelves(figure);
      case "map": return this.map(figure);
    }
    return h("div");
  }

  // ---- zones

  zone(zone) {
    if (zone.sort === "facts") {
      return h("ul", { class: "facts" }, this.facts(zone).map((item) => h("li", { "data-sig": `f/${item.id}`, "data-text": item.text }, item.text)));
    }
    if (zone.sort === "supply") {
      return h("div", { class: "zone supply" }, h("h3", {}, zone.title), h("div", { class: "counters" }, zone.items.map((item) => this.counter(item.id, item.s === "unseen" ? null : (item.n ?? 1), "supply"))));
    }
    const size = (this.look[zone.id] || {}).size;
    const many = zone.items.reduce((n, item) => n + (this.shape(item) === "card" ? 1 : 0), 0);
    const number = zone.items.reduce((n, item) => n + (item.n ?? 1), 0);
    return h("div", { class: `zone ${zone.sort} ${zone.idle ? "idle" : ""} ${many > 9 || size === "small" ? "many" : ""} ${zone.items.length === 0 ? "empty" : ""}`, "data-at": zone.at, "data-name": zone.title },
      zone.title ? h("h3", {}, zone.title, zone.printed ? h("small", {}, zone.printed) : "", many > 3 ? h("small", { class: "many-count" }, number) : "") : "",
      h("div", { class: "items" }, zone.items.map((item) => this.item(item, zone.at || zone.id || zone.sort))));
  }

  shape(item) {
    if (item.s === "back" || item.s === "hidden") return "back";
    if (item.s !== "piece") return item.s;
    const kind = this.game.kinds[item.id];
    if (!kind) return "card";
    return (this.look[item.id] || {}).shape || (this.look[kind.c] || {}).shape || this.game.classes[kind.c] || "card";
  }

  item(item, where, small = false) {
    const shape = this.shape(item);
    const sig = `${where}/${item.s}/${item.id || ""}/${item.owner || ""}/${item.face || ""}`;
    const props = { "data-at": item.at, "data-kind": item.id, "data-sig": sig, "data-text": item.text, "data-name": item.name || item.text };
    const count = item.n ?? 1;
    switch (shape) {
      case "counter":
        return h("span", { class: "counter", ...props, title: item.text }, token(item.id, item.name, this.look), h("b", {}, String(count)), h("span", { class: "sr" }, ` ${item.name}`));
      case "back":
        return h("span", { class: "card back", ...props }, h("b", {}, item.s === "back" ? item.name : ""), h("i", {}, count > 1 || item.s === "hidden" ? `×${count}` : ""));
      case "die":
        return h("span", { class: "piece", ...props }, Array.from({ length: Math.min(count, 6) }, () => die(colourOf(item.id, this.look), item.face || "1", item.text)), count > 6 ? h("b", {}, `×${count}`) : "", this.holds(item));
      case "pawn": {
        const own = colourNamed((this.look[item.id] || {}).colour);
        const colour = item.owner ? this.seat(this.seatOf(item.owner)) : own || (this.ownerHere() ?? colourOf(item.id, this.look));
        const icon = iconOf(item.id, this.look);
        const one = () => icon ? this.iconPawn(icon, colour, item.text) : pawn(colour, item.text);
        return h("span", { class: "piece", ...props, title: item.text }, count <= 5 ? Array.from({ length: count }, one) : [one(), h("b", {}, `×${count}`)], h("span", { class: "sr" }, item.text), this.holds(item));
      }
      case "token":
      case "fact":
      case "unseen":
      case "kind":
      case "marker":
        return this.chip(item, props, count);
    }
    return small ? this.chip(item, props, count) : this.card(item, props, count);
  }

  ownerHere() {
    return this.panelSeat === undefined ? null : this.seat(this.panelSeat);
  }

  iconPawn(icon, colour, label) {
    const node = glyph(icon, { class: "pawn", role: "img", "aria-label": label, "aria-hidden": "false" });
    node.style.setProperty("--c", colour);
    return node;
  }

  chip(item, props, count) {
    const isPiece = item.s === "piece";
    const text = isPiece ? [item.name, ...(item.notes || [])].join(" · ") : item.text;
    const colour = isPiece ? colourOf(item.id, this.look) : "";
    const owner = item.owner ? h("i", { class: "seat-dot", vars: { "--seat": this.seat(this.seatOf(item.owner)) } }) : "";
    const icon = isPiece && iconOf(item.id, this.look) ? glyph(iconOf(item.id, this.look)) : "";
    return h("span", { class: `chip ${isPiece ? "piecechip" : ""}`, ...props, vars: colour ? { "--c": colour } : {} }, owner, icon, text, count > 1 && isPiece ? h("b", {}, ` ×${count}`) : "", this.holds(item));
  }

  card(item, props, count) {
    const kind = this.game.kinds[item.id] || {};
    const colour = colourNamed((this.look[item.id] || {}).colour) || colourNamed((this.look[kind.c] || {}).colour) || colourNamed(item.id) || this.classColour(kind.c);
    const owner = item.owner ? this.seat(this.seatOf(item.owner)) : "";
    const icon = iconOf(item.id, this.look) || iconOf(kind.c || "", this.look);
    // What stands in brackets behind a name is told below it.
    const [, name, told] = /^(.{3,}?) \((.+)\)$/.exec(item.name) || [0, item.name, ""];
    const notes = [...(told ? told.split(/; /) : []), ...(item.notes || [])];
    return h("span", { class: "card", ...props, vars: { "--c": colour, "--ink": inkOn(colour), ...(owner ? { "--seat": owner } : {}) }, "data-owned": Boolean(owner) },
      h("span", { class: "title" }, icon ? glyph(icon) : "", h("span", {}, name), count > 1 ? h("b", {}, `×${count}`) : ""),
      notes.length ? h("span", { class: "notes" }, notes.map((note) => h("span", {}, note))) : "",
      this.holds(item));
  }

  classColour(cls) {
    const hues = [22, 205, 96, 268, 340, 46, 168, 230, 300, 130];
    const hue = hues[hash(cls || "") % hues.length];
    return hsl(hue, 0.34, 0.42);
  }

  holds(item) {
    if (!(item.holds || []).length) return "";
    return h("span", { class: "holds" }, item.holds.map(([id, n]) => {
      const name = (this.game.resources[id] || { name: id }).name;
      return n > 4 ? [token(id, name, this.look), h("b", {}, `×${n}`)] : Array.from({ length: n }, () => token(id, name, this.look));
    }));
  }

  // ---- grids

  grid(grid) {
    const parts = grid.parts.length ? grid.parts : [["", "", ""]];
    return h("div", { class: `zone grid-figure ${grid.idle ? "idle" : ""}`, "data-name": grid.title }, h("h3", {}, grid.title),
      h("div", { class: "parts" }, parts.map(([id, title, said]) => this.part(grid, grid.cells.filter((cell) => (cell.part || "") === id), id, title, said))));
  }

  part(grid, cells, id, title, said) {
    const columns = [...new Set(cells.map((cell) => cell.column))].sort((a, b) => a - b);
    const rows = [...new Set(cells.map((cell) => cell.row))].sort((a, b) => a - b);
    const heads = Object.values(grid.columns).some(Boolean) || Object.values(grid.rows).some(Boolean);
    const wordy = heads || cells.some((cell) => cell.printed && cell.printed.length > 3) || cells.some((cell) => (cell.items || []).some((item) => item.s === "fact" || this.shape(item) === "card"));
    const board = h("div", { class: `grid ${wordy ? "wordy" : ""} ${heads ? "headed" : ""} ${grid.parts.length > 1 ? "parted" : ""}`, vars: { "--columns": columns.length } });
    if (heads) board.append(h("span"), ...columns.map((n) => h("span", { class: "head" }, grid.columns[n] || "")));
    for (const row of rows) {
      if (heads) board.append(h("span", { class: "head" }, grid.rows[row] || ""));
      for (const column of columns) {
        const cell = cells.find((one) => one.row === row && one.column === column);
        board.append(cell ? this.cell(cell) : h("span", { class: "cell gone" }));
      }
    }
    return h("div", { class: "part" }, title ? h("h4", { "data-at": `k:${id}` }, title, said ? h("small", {}, said) : "") : "", board);
  }

  cell(cell) {
    const items = (cell.items || []).map((item) => this.item(item, cell.at, true));
    const filled = (cell.items || []).some((item) => item.s === "piece" || item.s === "fact");
    return h("span", { class: `cell ${filled ? "filled" : ""}`, "data-at": cell.at, "data-name": cell.name, title: cell.name },
      cell.printed ? h("span", { class: "printed" }, cell.printed) : "", items, this.borders(cell));
  }

  // What the edges (n, e, s, w) and corners (ne, se, sw, nw) of a square show: a line, and whose it is.
  borders(cell) {
    const told = (marks, names, sort) => (marks || []).map((mark, n) => mark ? h("i", { class: `${sort} ${names[n]}` }, mark === "#" ? "" : mark) : "");
    return [...told(cell.sides, ["n", "e", "s", "w"], "side"), ...told(cell.ends, ["ne", "se", "sw", "nw"], "end")];
  }

  // ---- rows and tracks

  rows(figure) {
    const columns = [...new Set(figure.rows.flatMap((row) => row.spots.map((spot) => spot.n)))].sort((a, b) => a - b);
    const board = h("div", { class: "rows", vars: { "--columns": columns.length } });
    for (const row of figure.rows) {
      board.append(h("span", { class: "row-title", "data-at": row.at, "data-name": row.title }, row.title));
      for (const n of columns) {
        const spot = row.spots.find((one) => one.n === n);
        board.append(spot ? this.spot(spot, row) : h("span", { class: "spot gone" }));
      }
    }
    return h("div", { class: "zone rows-figure", "data-name": figure.title }, h("h3", {}, figure.title), h("div", { class: "scroll" }, board));
  }

  spot(spot, row, extra = "") {
    const sig = `${row.id}/${spot.n}`;
    const text = [...(spot.here || []).map((x) => x[1]), ...(spot.items || []).map((x) => x.text)].join(",");
    return h("span", { class: `spot ${extra}`, "data-at": spot.at, "data-sig": sig, "data-text": text, "data-name": spot.name || `${row.title} ${spot.n}`, title: this.spotTitle(spot, row) },
      h("i", { class: "n" }, String(spot.n)),
      (spot.printed || []).map((one) => this.printed(one)),
      (spot.here || []).map(([sort, id, name]) => sort === "seat" ? h("span", { class: "disc", vars: { "--seat": this.seat(this.seatOf(id)), "--seat-ink": inkOn(this.seat(this.seatOf(id))) }, title: name }, name.slice(0, 1)) : token(id, name, this.look, "mini")),
      (spot.items || []).map((item) => this.item(item, spot.at || sig, true)));
  }

  spotTitle(spot, row) {
    const printed = (spot.printed || []).map((one) => one[2]);
    return [spot.name || `${row.title} ${spot.n}`, ...printed].join(" – ");
  }

  printed([id, n, text]) {
    const icon = iconOf(id, this.look);
    if (icon) return h("span", { class: "printed", title: text }, n === null || n === 1 ? "" : String(n).replace("-", "−"), token(id, text, this.look, "mini"));
    if (n !== null) return h("span", { class: "printed", title: text }, String(n).replace("-", "−"));
    return h("span", { class: "printed word", title: text }, text);
  }

  wheels(figure) {
    return h("div", { class: "zone wheels-figure", "data-name": figure.title }, h("h3", {}, figure.title), h("div", { class: "wheels" }, figure.rows.map((row) => this.wheel(row))));
  }

  wheel(row) {
    const number = row.spots.length;
    const node = h("div", { class: "wheel", "data-at": row.at, "data-name": row.title, vars: { "--colour": colourOf(row.id, this.look) } }, h("div", { class: "hub" }, h("span", {}, row.title)));
    row.spots.forEach((spot, at) => {
      const angle = (at / number) * 2 * Math.PI - Math.PI / 2;
      const one = this.spot(spot, row, "round");
      one.style.setProperty("--x", Math.cos(angle).toFixed(4));
      one.style.setProperty("--y", Math.sin(angle).toFixed(4));
      node.append(one);
    });
    node.style.setProperty("--number", number);
    return node;
  }

  // ---- markets

  shelves(figure) {
    const head = h("tr", {}, h("td"), figure.shelves.map((shelf) => h("th", { scope: "col", "data-at": `z:${shelf.at}` }, shelf.title)));
    const body = figure.resources.map((id) => {
      const name = this.game.resources[id].name;
      return h("tr", { "data-at": `r:${id}`, "data-name": name },
        h("th", { scope: "row" }, token(id, name, this.look), h("span", {}, name)),
        figure.shelves.map((shelf) => h("td", {}, this.shelf(shelf.rows[id], id, name, shelf))));
    });
    return h("div", { class: "zone shelves-figure" }, h("table", { class: "shelves" }, h("thead", {}, head), h("tbody", {}, body)));
  }

  shelf(row, id, name, shelf) {
    if (!row || !row.wide) return "";
    return h("span", { class: "shelf", "data-sig": `m/${shelf.at}/${id}`, "data-text": String(row.n), title: `${shelf.title}: ${row.n} ${name}` }, row.printed.map((price, at) => {
      const full = Math.min(row.wide, Math.max(0, row.n - at * row.wide));
      return h("span", { class: `step ${full ? "" : "out"}` }, Array.from({ length: Math.min(row.wide, 12) }, (_, n) => h("i", { class: n < full ? "full" : "", vars: { "--c": colourOf(id, this.look) } })), h("b", {}, String(price)));
    }));
  }

  // ---- maps

  map(figure) {
    const R = 70;
    const at = ({ q, r }) => [R * Math.sqrt(3) * (q + r / 2), R * 1.500 * r];
    const points = figure.hexes.map(at);
    if (!points.length) return h("div");
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [x0, x1, y0, y1] = [Math.min(...xs) - R, Math.max(...xs) + R, Math.min(...ys) - R - 4, Math.max(...ys) + R + 4];
    const svg = s("svg", { class: "map", viewBox: `${x0} ${y0} ${x1 - x0} ${y1 - y0}`, role: "group", "aria-label": figure.title || this.words.map });
    svg.style.setProperty("--wide", `${Math.round((x1 - x0) * 1.150)}px`);
    figure.hexes.forEach((hex, number) => svg.append(this.hex(hex, points[number], R)));
    return h("div", { class: "zone map-figure" }, h("div", { class: "scroll" }, svg));
  }

  hex(hex, [x, y], R) {
    const corner = (n, size = R) => {
      const angle = (Math.PI / 3) * n - Math.PI / 2;
      return [x + size * Math.cos(angle), y + size * Math.sin(angle)];
    };
    const path = (list) => list.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ");
    const laid = hex.edges !== undefined || hex.items !== undefined;
    const node = s("g", { class: `hex ${laid ? "laid" : "open"}`, "data-at": [hex.at, hex.tile].filter(Boolean).join(" "), "data-name": hex.name, "data-sig": `h/${hex.at}`, "data-text": hex.tile || "" });
    node.append(s("title", {}, hex.cell ? `${hex.name} (${hex.cell})` : hex.name), s("polygon", { class: "ground", points: path([0, 1, 2, 3, 4, 5].map((n) => corner(n, R - 1))) }));
    (hex.sides || []).forEach((mark, n) => mark && node.append(s("path", { class: "border", d: `M${path([n, n + 1].map((k) => corner(k, R - 1)))}` })));
    (hex.ends || []).forEach((mark, n) => mark && node.append(s("text", { class: "hex-what", x: corner(n + 1, R * 0.8)[0], y: corner(n + 1, R * 0.8)[1], "text-anchor": "middle" }, mark)));
    (hex.edges || []).forEach((edge, n) => {
      if (!edge) return;
      const fill = colourNamed((this.look[edge] || {}).colour) || colourNamed(edge) || colourOf(edge, this.look);
      node.append(s("polygon", { class: "edge", fill, points: path([corner(n, R - 1), corner(n + 1, R - 1), [x, y]]) }));
    });
    if (laid) node.append(s("polygon", { class: "inner", points: path([0, 1, 2, 3, 4, 5].map((n) => corner(n, R * 0.800))) }));
    node.append(s("text", { class: "hex-name", x, y: y - R * 0.500, "text-anchor": "middle" }, hex.name));
    const spaces = (hex.spaces || []).filter(([, what]) => what);
    const wide = Math.min(spaces.length, 4);
    spaces.forEach(([place, what, name], n) => node.append(this.mark(what, name, x + ((n % 4) - (wide - 1) / 2) * 19, y - R * 0.260 + Math.floor(n / 4) * 19, 8.500, place)));
    const start = y + R * 0.060 + (spaces.length > 4 ? 14 : 0);
    const said = (hex.grounds || []).filter((ground) => !ground.units.length);
    const units = (hex.grounds || []).flatMap((ground) => ground.units.map(([owner, kind, name, n, state]) => ({ owner, kind, name, n, state, at: ground.at, what: ground.what })));
    // Units stand beside one another as far as the hex is wide.
    const lines = [[]];
    for (const unit of units) {
      const wide = Math.min(unit.n, 4) * 14 + (unit.n > 4 ? 20 : 0) + 6;
      const line = lines.at(-1);
      if (line.length && line.reduce((sum, one) => sum + one.wide, wide) > R * 1.300) lines.push([{ unit, wide }]);
      else line.push({ unit, wide });
    }
    lines.forEach((line, number) => {
      let left = x - line.reduce((sum, one) => sum + one.wide, 0) / 2;
      for (const { unit, wide } of line) {
        node.append(this.units(unit, left + wide / 2, start + number * 17));
        left += wide;
      }
    });
    said.forEach((ground, n) => node.append(s("text", { class: "hex-what", x, y: start + 12 + (units.length ? lines.length * 17 : 0) + n * 13, "text-anchor": "middle", "data-at": ground.at }, ground.what)));
    (hex.items || []).forEach((item, n) => node.append(s("text", { class: "hex-what", x, y: y + n * 15, "text-anchor": "middle" }, item.text)));
    return node;
  }

  mark(what, name, x, y, r, place) {
    const colour = colourOf(what, this.look);
    const icon = iconOf(what, this.look);
    const node = s("g", { class: "mark", "data-at": place, "data-name": name }, s("title", {}, name), s("circle", { cx: x, cy: y, r, fill: colour }));
    if (icon) {
      const inner = glyph(icon, { x: x - r * 0.700, y: y - r * 0.700, width: r * 1.400, height: r * 1.400, fill: inkOn(colour) });
      node.append(inner);
    } else node.append(s("text", { x, y: y + 3.500, "text-anchor": "middle", fill: inkOn(colour), "font-size": 9 }, name.slice(0, 2)));
    return node;
  }

  units(unit, x, y) {
    const colour = unit.owner ? this.seat(this.seatOf(unit.owner)) : colourOf(unit.kind, this.look);
    const icon = iconOf(unit.kind, this.look) || "person";
    const label = [unit.owner ? this.game.seats[this.seatOf(unit.owner)].name : "", unit.name, unit.n > 1 ? `×${unit.n}` : "", unit.state, unit.what].filter(Boolean).join(" ");
    const node = s("g", { class: "units", "data-at": unit.at, "data-kind": unit.kind, "data-sig": `u/${unit.at}/${unit.owner}/${unit.kind}/${unit.state}`, "data-text": String(unit.n), "data-name": label }, s("title", {}, label));
    const shown = Math.min(unit.n, 4);
    const text = unit.n > 4 ? `×${unit.n}` : "";
    const wide = shown * 14 + text.length * 7;
    for (let n = 0; n < shown; n += 1) {
      const one = glyph(icon, { x: x - wide / 2 + n * 14, y, width: 14, height: 14, class: `unit ${unit.state ? "stated" : ""}` });
      one.style.setProperty("--c", colour);
      node.append(one);
    }
    if (text) node.append(s("text", { class: "hex-what", x: x - wide / 2 + shown * 14 + 2, y: y + 11 }, text));
    return node;
  }
}

function hsl(hue, sat, light) {
  const a = sat * Math.min(light, 1 - light);
  const f = (n) => {
    const k = (n + hue / 30) % 12;
    const c = light - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * c).toString(16).padStart(2, "0");
  };
  return `#${f(0)}${f(8)}${f(4)}`;
}
