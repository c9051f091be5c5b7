"""The table as a seat sees it, as figures that any medium can draw: nothing here knows a game, or how it is drawn.

A scene is made from the seat's view alone, so nothing that is hidden from the seat is in it. What a medium need not
draw, such as an empty place, is there with `is_shown` unset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from cli.screen import places
from cli.screen.printed import beside, listed, said_of, tabled
from cli.screen.tiles import drawn_spaces, tiles
from cli.screen.words import Words
from cli.table import hints
from cli.table.charts import Chart, chart
from cli.table.things import Item, facts, lying, variable
from interpreter.game import State
from interpreter.loading.borders import borders
from interpreter.loading.model import SpaceDecl, StateDecl

View = Mapping[str, Any]


@dataclass(frozen=True)
class Zone:
    """A place and what lies there, or a line of what is known of all or of a player.

    sort: place, facts, supply, markers or listed. place: its number, -1 for none. printed: what stands on it, behind
    its name. is_counted: whether the number of things is told."""

    sort: str
    id: str
    title: str
    items: tuple[Item, ...]
    place: int = -1
    printed: str = ""
    is_counted: bool = False
    is_shown: bool = True


@dataclass(frozen=True)
class Cell:
    """A cell of a grid. row, column: from 1. part: of the grid, where it has parts. attributes: what is printed on it,
    as (attribute, value); printed: the same in words. content: its part of the view. is_drawn: not where the grid has
    parts and the cell is in none."""

    id: str
    place: int
    row: int
    column: int
    part: str
    attributes: tuple[tuple[str, object], ...]
    printed: str
    items: tuple[Item, ...]
    content: Mapping[str, Any]
    is_drawn: bool = True


@dataclass(frozen=True)
class Grid:
    """A grid of spaces. columns, rows: what lies at its edges, number → words. said: part → what is told of it. edges,
    corners: by cell, the marks of what its edges and corners show, clockwise, empty for nothing. beside: their
    places."""

    space: SpaceDecl
    hint: hints.Grid | None
    title: str
    cells: tuple[Cell, ...]
    columns: Mapping[int, str]
    rows: Mapping[int, str]
    said: Mapping[str, tuple[str, ...]]
    is_shown: bool = True
    edges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    corners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    beside: tuple[int, ...] = ()


@dataclass(frozen=True)
class Spot:
    """A space of a row, or a step of a track. here: what stands there by a variable, or is a mark of the track, as
    (thing or seat, id), the lowest first; content: the part of the view of a space, items: what lies there."""

    id: str | None
    place: int
    attributes: tuple[tuple[str, object], ...]
    tables: tuple[tuple[str, object], ...]
    here: tuple[tuple[str, str], ...]
    content: Mapping[str, Any]
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Rows:
    """Spaces or tracks as rows under common numbers. spots: row → column → what is there."""

    hint: hints.Rows
    columns: tuple[int, ...]
    spots: Mapping[str, Mapping[int, Spot]]
    is_shown: bool = True


@dataclass(frozen=True)
class Shelves:
    """Counters that fill rows of cells. lying: zone → resource → how many."""

    shelves: tuple[hints.Shelf, ...]
    resources: tuple[str, ...]
    lying: Mapping[str, Mapping[str, int]]


Figure = Zone | Grid | Rows | Shelves | Chart


@dataclass(frozen=True)
class Panel:
    """What belongs to one player. counters: all of them, None for how many where it is not seen; has_more: whether
    there is something that is drawn elsewhere or not at all."""

    player: int
    is_own: bool
    counters: tuple[tuple[str, int | None], ...]
    figures: tuple[Figure, ...]
    has_more: bool


@dataclass(frozen=True)
class Scene:
    """What is drawn for one seat. shared: what is on the table; panels: the others in turn order after the seat, the
    seat itself last."""

    shared: tuple[Figure, ...]
    panels: tuple[Panel, ...]


def scene(state: State, seat: int | None, words: Words) -> Scene:
    """What a seat sees (None: everything; `views.WATCHER`: what everybody sees)."""
    view = state.game.viewer.view(state.slots, seat)
    made = _Scene(view, words, seat)
    players = state.game.players
    first = 0 if seat is None or seat < 0 else seat + 1
    panels = (made.panel((first + i) % players, _values(state, (first + i) % players, words)) for i in range(players))
    return Scene(tuple(made.shared(_values(state, None, words))), tuple(panels))


def _values(state: State, player: int | None, words: Words) -> list[Item]:
    """What the ruleset's values under `show` say of the table, or of a player."""
    found = state.game.shown_values(state.slots, player)
    told = [(id, words.thing(kind, value, state.slots)) for id, kind, value in found]
    tables = words.game.model.tables
    if player is None:
        told += [(id, tabled(tables[id], words)) for id in hints.hint(words, "values") if id in tables]
    items = ((id, f"{words.title(id)}: {text}") for id, text in told)
    return [Item(text, "fact", id, text) for id, text in items]


class _Scene:
    def __init__(self, view: View, words: Words, seat: int | None) -> None:
        self.view = view
        self.words = words
        self.seat = seat
        self.hints = hints.rows_of(words)
        self.told = {*hints.hint(words, "hide")}.union(*(hint.told for hint in self.hints))
        layout = words.game.program.layout
        self.numbers = {(p.zone, p.owner, p.space): number for number, p in enumerate(layout.places)}

    def shared(self, values: list[Item]) -> Iterator[Figure]:
        words, view = self.words, self.view
        variables = [*self._variables(view["game"], words.game.model.game_state), *values]
        if variables:
            yield Zone("facts", "", "", tuple(variables))
        # What has run out matters in a supply, so zeros are shown there.
        supply = tuple(self._counter(r, n) for r, n in view["supply"].items())
        if supply:
            yield Zone("supply", "supply", words("supply"), supply)
        yield from map(self._rows, self.hints)
        filled = hints.shelves_of(words)
        apart = {id for hint in self.hints for id in hint.drawn} | {shelf.zone for shelf in filled}
        yield from self._places(view["places"], -1, apart)
        if filled:
            held = {s.zone: {r: view["places"].get(s.zone, {}).get(r) or 0 for r in s.cells} for s in filled}
            resources = (r for r in words.game.program.layout.resources if any(r in shelf.cells for shelf in filled))
            yield Shelves(tuple(filled), tuple(resources), held)
        for id, told in listed(words):
            kinds = words.game.model.pieces[id].kinds
            items = (Item(text, "kind", kind, words.name(kind)) for kind, text in zip(kinds, told, strict=True))
            yield Zone("listed", id, words.title(id), tuple(items))

    def panel(self, player: int, values: list[Item]) -> Panel:
        words, model = self.words, self.words.game.model
        panel = self.view["players"][words.game.seats[player]]
        is_own = self.seat in (player, None)
        counters = tuple((r, panel[r]) for r in words.game.program.layout.resources if r in panel)
        items = [Item(words.amount(n, r), "counter", r, words.name(r), n) for r, n in counters if n]
        items += [*self._variables(panel, model.player_state), *values]
        if hidden_from := [words.name(r) for r, n in counters if n is None]:
            text = f"{words('hidden')}: {', '.join(hidden_from)}"
            items.append(Item(text, "unseen", "", text))
        drawn = {track for hint in self.hints for track in hint.tracks}
        steps = [(track, step) for track, step in panel.get("marker", {}).items() if step and track not in drawn]
        figures: list[Figure] = [Zone("facts", "", "", tuple(items))] if items else []
        if steps:
            told = (Item(f"{words.name(t)} {step}", "marker", t, words.name(t), step) for t, step in steps)
            figures.append(Zone("markers", "", "", tuple(told)))
        figures += self._places(panel, player, set(), with_empty=is_own)
        # What is drawn elsewhere, or hidden from the table by the ruleset, is something all the same.
        has_more = any(panel.get("marker", {}).values()) or any(
            x.get("pieces") for _, x in places.every(panel, words.game)
        )
        return Panel(player, is_own, counters, tuple(figures), has_more)

    # ---- lines

    def _variables(self, part: View, declared: Mapping[str, StateDecl]) -> Iterator[Item]:
        for id, decl in declared.items():
            if id not in self.told and (text := variable(part.get(id), decl, self.words)):
                yield Item(text, "fact", id, text)

    def _counter(self, r: str, number: int | None) -> Item:
        name = self.words.name(r)
        if number is None:
            return Item(f"{name}: {self.words('hidden')}", "unseen", r, name)
        return Item(self.words.amount(number, r), "counter", r, name, number)

    # ---- places

    def _places(self, part: View, owner: int, drawn: Set[str], *, with_empty: bool = True) -> Iterator[Figure]:
        """The places in a part of a view: lines, then grids; not those that were `drawn` before.

        with_empty: empty spaces and grids on which something is printed are shown as well."""
        words = self.words
        hidden, counted = {*hints.hint(words, "hide")} | drawn, hints.hint(words, "counted")
        found = tiles(words.game.model)
        if found is not None and found.cells.id in part:
            yield chart(part, found, words)
        if found is not None:
            hidden |= {found.cells.id, *found.tile.kinds, *drawn_spaces(found, words.game.model)}
        spaces = words.game.model.spaces
        seen = {space.id: cells for space, cells in places.grids(part, words.game)}
        for id in [*seen]:
            if spaces[id].cells and spaces[id].cells not in seen:
                seen[spaces[id].cells] = {cell: {} for cell in spaces[spaces[id].cells].kinds}  # nothing lies there
        grids = [(spaces[id], cells, hints.grid_of(spaces[id], words)) for id, cells in seen.items()]
        hidden |= {id for _, _, hint in grids if hint for id in (*hint.columns, *hint.rows)}
        for id, place in places.single(part, words.game):
            if id in hidden:
                continue
            items, printed = tuple(lying(place, words, _state_of(id, words))), beside(id, words)
            number = self.numbers.get((id, owner, _class_of(id, words)), -1)
            # How much room there is on an empty place matters to all.
            zone = words.game.model.zones.get(id)
            is_room = owner < 0 and zone is not None and zone.limit is not None and not zone.pieces
            is_shown = bool(items or with_empty and printed or is_room)
            yield Zone("place", id, words.title(id), items, number, printed, bool(items) and id in counted, is_shown)
        for space, cells, hint in grids:
            around = [(s, contents) for s, contents, _ in grids if s.cells == space.id and s.id not in hidden]
            if space.id not in hidden and not space.cells:
                yield from self._bordered(self._grid(part, owner, space, cells, hint, with_empty), around, owner)
            elif not space.cells:
                for border, contents in around:
                    yield from self._in_words(border, self._lying_on(border, contents), owner)

    def _lying_on(self, space: SpaceDecl, contents: View) -> dict[str, tuple[Item, ...]]:
        return {id: (*lying(x, self.words, {}), *facts(x, space.state, self.words)) for id, x in contents.items()}

    def _in_words(
        self, space: SpaceDecl, items: Mapping[str, tuple[Item, ...]], owner: int, marked: bool = False
    ) -> Iterator[Zone]:
        """Edges or corners on which something lies. marked: only those of which a mark does not tell all."""
        for id, mine in items.items():
            if any(not marked or x.sort != "piece" and not _is_truth(x, space) for x in mine):
                number = self.numbers.get((id, owner, space.id), -1)
                yield Zone("place", id, f"{self.words.title(space.id)} {id}", mine, number)

    def _bordered(self, figure: Grid, beside: Iterable[tuple[SpaceDecl, View]], owner: int) -> Iterator[Figure]:
        """A grid with what its edges and corners show, then in words what is more than a mark; where letters stand in
        the grid, all of it in words."""
        found = borders(figure.space)
        listed: list[Figure] = []
        for space, contents in beside:
            items = self._lying_on(space, contents)
            marks = [_mark(mine) for mine in items.values()]
            rows = found.edges if space.edges_of else found.corners
            is_drawn = figure.hint is None or not figure.hint.has_letters
            if is_drawn and any(marks):
                by_cell = {id: tuple(marks[i] for i in row) for id, row in zip(figure.space.kinds, rows, strict=True)}
                edges, corners = (by_cell, figure.corners) if space.edges_of else (figure.edges, by_cell)
                numbers = (self.numbers.get((id, owner, space.id), -1) for id in items)
                figure = replace(figure, is_shown=True, edges=edges, corners=corners, beside=(*figure.beside, *numbers))
            listed += self._in_words(space, items, owner, is_drawn)
        yield figure
        yield from listed

    def _grid(
        self, part: View, owner: int, space: SpaceDecl, cells: View, hint: hints.Grid | None, with_empty: bool
    ) -> Grid:
        words = self.words
        texts, columns = hints.printed(space, hint, words), space.columns or 1
        made = []
        for at, (id, cell) in enumerate(cells.items()):
            row, column = divmod(at, columns)
            attributes = space.kinds[id].attributes
            named = tuple((name, attributes.get(name)) for name in (hint.attributes if hint else ()))
            told = attributes.get(hint.by) if hint and hint.by else ""
            items = (*lying(cell, words, {}), *facts(cell, space.state, words))
            number = self.numbers.get((id, owner, space.id), -1)
            # A cell of no part is not drawn where the grid has parts.
            name, is_drawn = (told, True) if isinstance(told, str) else ("", False)
            made.append(Cell(id, number, row + 1, column + 1, name, named, texts[id], items, cell, is_drawn))
        edges = [self._heads(part, ids) for ids in (hint.columns, hint.rows)] if hint else [{}, {}]
        planned = any(texts.values()) or any(edges)
        is_shown = bool(any(cell.items for cell in made) or with_empty and planned)
        said = {name: tuple(said_of(name, words)) for name in dict.fromkeys(cell.part for cell in made)}
        return Grid(space, hint, words.title(space.id), tuple(made), edges[0], edges[1], said, is_shown)

    def _heads(self, part: View, ids: Sequence[str]) -> dict[int, str]:
        """What lies at an edge of a grid."""
        words = self.words
        return {n: ", ".join(x.text for x in lying(part.get(id, {}), words, {})) for n, id in enumerate(ids, 1)}

    # ---- rows

    def _rows(self, hint: hints.Rows) -> Rows:
        columns = tuple(sorted({column for row in hint.rows.values() for column in row}))
        spots: dict[str, dict[int, Spot]] = {}
        for row, found in hint.rows.items():
            tables = self._tables(hint, row, columns)
            for column, id in found.items():
                spot = self._spot(hint, row, column, id, tuple(tables.get(column, ())))
                spots.setdefault(row, {})[column] = spot
        stands = any(spot.here or spot.items for row in spots.values() for spot in row.values())
        return Rows(hint, columns, spots, bool(hint.space is None or hint.attributes or stands))

    def _spot(
        self, hint: hints.Rows, row: str, column: int, id: str | None, tables: tuple[tuple[str, object], ...]
    ) -> Spot:
        if id is None or hint.space is None:
            return Spot(None, -1, (), tables, tuple(self._on_step(hint, row, column)), {}, ())
        attributes = hint.space.kinds[id].attributes
        named = tuple((name, attributes.get(name)) for name in hint.attributes)
        all_places = self.words.game.program.layout.places
        at = {name: self.view["game"].get(name) for name in hint.standing}
        here = [n for n, place in at.items() if place is not None and place >= 0 and all_places[place].zone == id]
        content = self.view["places"].get(id, {})
        items = tuple(lying(content, self.words, hint.space.state))
        number = self.numbers.get((id, -1, hint.space.id), -1)
        return Spot(id, number, named, tables, tuple(("thing", name) for name in here), content, items)

    def _tables(self, hint: hints.Rows, row: str, columns: Sequence[int]) -> dict[int, list[tuple[str, object]]]:
        """column → what the tables of a row print there: lists from its first column on, others by their indices."""
        first = columns.index(min(hint.rows[row]))
        out: dict[int, list[tuple[str, object]]] = {}
        for name in hint.printed.get(row, ()):
            table = self.words.game.model.tables[name]
            values = table.values
            spread = dict(zip(columns[first:], values.values(), strict=False)) if table.is_list else values
            for column, value in spread.items():
                if isinstance(column, int):
                    out.setdefault(column, []).append((name, value))
        return out

    def _on_step(self, hint: hints.Rows, track: str, step: int) -> Iterator[tuple[str, str]]:
        """What the track shows on a step, then what stands there, the lowest first."""
        for name in self.words.game.model.tracks[track].marks.get(step, ()):
            yield "thing", name
        game, players = self.view["game"], self.view["players"]
        here = [
            (game[height][track] if height else None, ("thing", name))
            for name, height in hint.standing.items()
            if game[name][track] == step
        ]
        here += [
            (players[seat][hint.stacked][track] if hint.stacked else None, ("seat", seat))
            for seat in self.words.game.seats
            if players[seat].get("marker", {}).get(track) == step
        ]
        yield from (who for _, who in sorted(here, key=lambda one: one[0] or 0))


def _mark(items: Sequence[Item]) -> str:
    """The mark of what an edge or corner shows: whose piece lies there, else what it is; `#` for what is only true."""
    pieces = [item for item in items if item.sort == "piece"]
    return (pieces[0].owner or pieces[0].title)[:1] if pieces else "#" if items else ""


def _is_truth(item: Item, space: SpaceDecl) -> bool:
    return item.sort == "fact" and space.state[item.id].type == "bool"


def _class_of(id: str, words: Words) -> str:
    """The class of spaces that a place is one of; empty for zones and boards."""
    model = words.game.model
    if id in model.zones or id in model.boards:
        return ""
    return next((s.id for s in model.spaces.values() if not s.is_grid and id in s.kinds), "")


def _state_of(id: str, words: Words) -> Mapping[str, StateDecl]:
    """The variables of a space; none of other places."""
    return next((s.state for s in words.game.model.spaces.values() if not s.is_grid and id in s.kinds), {})


def every(found: Scene) -> Iterable[Figure]:
    """All figures of a scene."""
    yield from found.shared
    for panel in found.panels:
        yield from panel.figures


__all__ = ["Cell", "Figure", "Grid", "Panel", "Rows", "Scene", "Shelves", "Spot", "Zone", "every", "scene"]
