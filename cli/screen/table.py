"""The table as a seat sees it, drawn from declared zones, counters and variables: nothing here knows a game.

Every zone and space is one line `name: piece ×3 (counter 2), piece`, wrapped to the width, a grid of spaces is a small
picture; players follow each other under a rule with their name. Empty places and grids, zeros and unset variables are
left out: what is not there cannot be played with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import groupby
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from cli.screen import grid, hexes, letters, maps, places, rows, shelves
from cli.screen.lines import INDENT, Line, line
from cli.screen.printed import beside, listed, said_of
from cli.screen.safe import minus
from cli.screen.words import Words
from interpreter.game import State
from interpreter.loading.model import SpaceDecl, StateDecl, is_number
from interpreter.program.types import Type
from interpreter.runtime.views import sees

_MANY = "×"


def table(state: State, seat: int | None, words: Words) -> Group:
    """The whole table without its header. seat: whose eyes; None sees everything."""
    view = state.observe(seat)
    parts: list[RenderableType] = [_rule(words("shared")), *_shared(view, words, _values(state, None, words))]
    for player in _order(state.game.players, seat):
        title = words.seat(player) + (f" ({words('you')})" if player == seat else "")
        panel = _panel(view, player, words, _values(state, player, words), is_own=seat in (player, None))
        parts += [_rule(title, strong=player == seat), *panel]
    return Group(*parts)


def header(state: State, words: Words, *, seat: int | None = None) -> Text:
    """Which game, which phase, who decides, and what about."""
    game = state.game
    running = words.running(state.slots)
    # The outermost phase is the game itself.
    where = " › ".join(words.title(id) for id in running[1:] or running)
    out = Text(words.name(game.id), style="bold")
    if where:
        out.append(f"  {where}", style="cyan")
    if not state.is_over and state.player is not None:
        out.append("\n")
        out.append(_question(state, running, words, seat), style="bold")
    return out


def _question(state: State, running: list[str], words: Words, seat: int | None) -> str:
    decision, slots = state.decision, state.slots
    assert decision.player is not None
    layout = state.game.program.layout
    viewer = decision.player if seat is None else seat
    hidden = [
        piece
        for piece, place in enumerate(slots[layout.at_base : layout.at_base + len(layout.pieces)])
        if place < 0 or not sees(layout.slots[layout.zone_base + place], viewer)
    ]
    who = words("your_turn" if decision.player == seat else "decides", seat=words.seat(decision.player))
    return f"{who}: {words.prompt(decision, running, slots, hidden)}"


def _order(players: int, seat: int | None) -> Iterator[int]:
    """The others in turn order after the seat, the seat itself last: nearest to the options below."""
    first = 0 if seat is None else seat + 1
    return ((first + i) % players for i in range(players))


def _rule(title: str, *, strong: bool = False) -> Rule:
    return Rule(Text(title, style="bold" if strong else "default"), align="left", style="bright_black", characters="─")


# ---- lines


def _values(state: State, player: int | None, words: Words) -> list[str]:
    """What the ruleset's values under `show` say of the table, or of a player."""
    found = state.game.shown_values(state.slots, player)
    return [f"{words.title(id)}: {words.thing(kind, value, state.slots)}" for id, kind, value in found]


def _shared(view: Mapping[str, Any], words: Words, values: list[str]) -> Iterator[RenderableType]:
    model = words.game.model
    hints = rows.hinted(words)
    hidden = set(_hint(words, "hide")).union(*(hint.told for hint in hints))
    told = {id: decl for id, decl in model.game_state.items() if id not in hidden}
    variables = [x for id, decl in told.items() if (x := _variable(view["game"].get(id), decl, words))] + values
    if variables:
        yield line("", variables)
    # What has run out matters in a supply, so zeros are shown there.
    supply = [_counter(r, n, words) for r, n in view["supply"].items()]
    if supply:
        yield line(words("supply"), supply)
    tables = [rows.Picture(hint, view, words) for hint in hints]
    yield from (drawn for table in tables if (drawn := table.table()) is not None)
    if legend := letters.legend(table.letters for table in tables):
        yield legend
        yield from _stacks(hints, words)
    filled = shelves.hinted(words)
    apart = {id for table in tables for id in table.hint.drawn} | {shelf.zone for shelf in filled}
    yield from _places(view["places"], words, apart)
    yield from shelves.parts(filled, view["places"], words)
    yield from (line(words.title(id), told) for id, told in listed(words))


def _stacks(hints: Iterable[rows.Rows], words: Words) -> Iterator[RenderableType]:
    """How to read the order in a cell, where it says what lies on what."""
    if any(hint.stacked or any(hint.standing.values()) for hint in hints):
        yield Line("", (words("lowest_first"),), "bright_black", INDENT)


def _panel(
    view: Mapping[str, Any], player: int, words: Words, values: list[str], *, is_own: bool
) -> Iterator[RenderableType]:
    """One player's counters, variables and places. is_own: whoever looks plans with them, so what is printed on empty
    grids counts."""
    panel = view["players"][words.game.seats[player]]
    counted = [r for r in words.game.program.layout.resources if r in panel and panel[r] != 0]
    items = [words.amount(panel[r], r) for r in counted if panel[r] is not None]
    hints = rows.hinted(words)
    hidden = set(_hint(words, "hide")).union(*(hint.told for hint in hints))
    told = {id: decl for id, decl in words.game.model.player_state.items() if id not in hidden}
    items += [x for id, decl in told.items() if (x := _variable(panel.get(id), decl, words))] + values
    if hidden_from := [words.name(r) for r in counted if panel[r] is None]:
        items.append(f"{words('hidden')}: {', '.join(hidden_from)}")
    drawn = {track for hint in hints for track in hint.tracks}
    markers = [(track, step) for track, step in panel.get("marker", {}).items() if step and track not in drawn]
    lines: list[RenderableType] = [line("", items)] if items else []
    lines += [line("", [f"{words.name(track)} {step}" for track, step in markers])] if markers else []
    lines += list(_places(panel, words, with_empty=is_own))
    # What is drawn elsewhere, or hidden from the table by the ruleset, is something all the same.
    has_more = any(panel.get("marker", {}).values()) or any(x.get("pieces") for _, x in places.every(panel, words.game))
    yield from lines or ([] if has_more else [line("", [words("nothing")])])


def _places(
    part: Mapping[str, Any], words: Words, drawn: Set[str] = frozenset(), *, with_empty: bool = True
) -> Iterator[RenderableType]:
    """The places in a part of a view in which something lies, lines, then grids; not those that were `drawn` before.

    with_empty: also empty spaces and grids on which something is printed."""
    hidden, counted = set(_hint(words, "hide")) | drawn, _hint(words, "counted")
    tiles = maps.tiles(words.game.model)
    if tiles is not None and tiles.cells.id in part:
        yield maps.picture(part, tiles, words)
        if marks := maps.legend(tiles, words):
            yield Line("", (marks,), "bright_black", INDENT)
    if tiles is not None:
        hidden |= {tiles.cells.id, *tiles.tile.kinds, *maps.drawn_spaces(tiles, words.game.model)}
    hints = {space.id: hint for space, _ in places.grids(part, words.game) if (hint := grid.hinted(space, words))}
    hidden |= {id for hint in hints.values() for id in (*hint.columns, *hint.rows)}
    for id, place in places.single(part, words.game):
        items, printed = list(_place(place, words, _space_state(id, words))), beside(id, words)
        if id not in hidden and (items or with_empty and printed):
            number = f" ({len(place.get('pieces', ()))})" if items and id in counted else ""
            yield line(words.title(id) + number + printed, items or [words("empty")])
    for space, cells in places.grids(part, words.game):
        found = {id: [*_place(cell, words, {}), *_facts(cell, space.state, words)] for id, cell in cells.items()}
        hint = hints.get(space.id)
        texts = grid.printed(space, hint, words)
        heads = _heads(part, hint, words)
        planned = any(texts.values()) or bool(heads.columns or heads.rows)
        if space.id in hidden or not (any(found.values()) or with_empty and planned):
            continue
        yield line(words.title(space.id), ())
        if hint is not None and hint.has_letters:
            yield from grid.Lettered(space, hint, words, heads).parts(cells)
        else:
            yield _hexes(found, space) if space.rings else grid.picture(found, space.columns, texts, heads)


def _heads(part: Mapping[str, Any], hint: grid.Hint | None, words: Words) -> grid.Heads:
    """What lies at the edges of a grid."""
    if hint is None:
        return grid.BARE
    columns, rows = (
        {number: ", ".join(_place(part.get(id, {}), words, {})) for number, id in enumerate(ids, 1)}
        for ids in (hint.columns, hint.rows)
    )
    return grid.Heads(columns, rows)


def _hexes(found: Mapping[str, list[str]], space: SpaceDecl) -> RenderableType:
    """The hexes in which something lies, where they lie."""
    cells = {id: (int(at.attributes["q"]), int(at.attributes["r"])) for id, at in space.kinds.items()}  # type: ignore[call-overload]
    return hexes.Map({cells[id]: hexes.Hex(lines) for id, lines in found.items() if lines})


def _space_state(id: str, words: Words) -> Mapping[str, StateDecl]:
    """The variables of a space; none of other places."""
    return next((s.state for s in words.game.model.spaces.values() if not s.is_grid and id in s.kinds), {})


def _facts(cell: Mapping[str, Any], state: Mapping[str, StateDecl], words: Words) -> Iterator[str]:
    """Variables of a cell, where there is little room: what is built there needs no `Built`."""
    for id, decl in state.items():
        value = cell.get(id)
        is_thing = decl.type in words.game.model.pieces or decl.type.startswith("kind of ")
        shown = _value(value, decl.type, words) if is_thing else _variable(value, decl, words)
        if shown:
            yield shown


def _hint(words: Words, key: str) -> list[str]:
    """A list under the ruleset's `show` section."""
    value = words.game.model.show.get(key)
    return [str(v) for v in value] if isinstance(value, list | tuple) else []


def _counter(name: str, number: int | None, words: Words) -> str:
    return f"{words.name(name)}: {words('hidden')}" if number is None else words.amount(number, name)


# ---- zones


def _place(place: Mapping[str, Any], words: Words, state: Mapping[str, StateDecl]) -> Iterator[str]:
    """What lies in a place: counters, hidden size, pieces with alike ones together, variables."""
    resources = words.game.program.layout.resources
    for r in resources:
        if place.get(r):
            yield words.amount(place[r], r)
    if place.get("backs"):
        # In the order they lie in: only those beside one another are told together.
        for back, alike in groupby(_back(back, words) for back in place["backs"]):
            number = len(list(alike))
            yield back if number == 1 else f"{back} {_MANY}{number}"
    elif place.get("size"):
        yield f"{place['size']} {words('hidden')}"
    yield from pieces(place.get("pieces", ()), words)
    yield from (x for id, decl in state.items() if (x := _variable(place.get(id), decl, words)))


def _back(back: Mapping[str, Any], words: Words) -> str:
    """What shows on the back of a piece."""
    shown = words.facts({name: (value, _declared(value, words)) for name, value in back.items()})
    return ", ".join(shown) or words("hidden")


def _declared(value: object, words: Words) -> str:
    """A value as the ruleset writes it: as it is drawn on the map where it is, else in words."""
    if isinstance(value, tuple):
        return " ".join(_declared(v, words) for v in value)
    drawn = words.charted.shown(value) if words.charted is not None and isinstance(value, str) else None
    return drawn or words.written(value)


def pieces(found: Iterable[Mapping[str, Any]], words: Words) -> Iterator[str]:
    """Pieces with those of one kind, face and variables together, and the counters on all of them in brackets."""
    resources = words.game.program.layout.resources
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for piece in found:
        same = tuple((k, str(v)) for k, v in piece.items() if k not in resources)
        groups.setdefault(same, []).append(piece)
    for alike in groups.values():
        first = alike[0]
        text = words.name(first["kind"]) + (f" {_MANY}{len(alike)}" if len(alike) > 1 else "")
        notes = said_of(first["kind"], words)
        notes += [words.amount(n, r) for r in resources if (n := sum(p.get(r) or 0 for p in alike))]
        notes += _marks(first, words)
        yield f"{text} ({', '.join(notes)})" if notes else text


def _marks(piece: Mapping[str, Any], words: Words) -> list[str]:
    """Whose a piece is, where that is not seen from its place, the number of a die, and face and variables where they
    differ from how it starts."""
    game = words.game
    cls = next(c for c, kind in game.program.layout.kinds if kind == piece["kind"])
    decl = game.model.pieces[cls]
    out = [words.name(piece["owner"])] if "owner" in piece else []
    if "face" in piece and decl.faces and (piece["face"] != decl.faces[0] or decl.faces[0] == "1"):
        out.append(words.name(piece["face"]))
    return out + [x for id, var in decl.state.items() if (x := _variable(piece.get(id), var, words))]


# ---- variables


def _variable(value: Any, decl: StateDecl, words: Words) -> str:
    """A variable in words; empty where it says nothing (none, zero, false)."""
    name = words.title(decl.id)
    if value is None:
        return ""
    if isinstance(value, dict):
        item = decl.type.split(" per ", 1)[0].strip()
        inside = [x for key, inner in value.items() if (x := _entry(key, inner, item, words))]
        # Numbers stand before what they count and need no mark between them; a name behind a name does.
        return f"{name}: {(' ' if is_number(item) else ', ').join(inside)}" if inside else ""
    shown = _value(value, decl.type, words)
    if decl.type == "bool":
        return name if value else ""
    return f"{name}: {shown}" if shown else ""


def _entry(key: str, value: Any, type_text: str, words: Words) -> str:
    """What a variable per something holds for one of them; empty where that says nothing, as of a whole variable."""
    if is_number(type_text):
        return words.amount(value, key) if value else ""
    if type_text == "bool":
        return words.name(key) if value else ""
    shown = "" if value is None else _value(value, type_text, words)
    return f"{words.name(key)} {shown}" if shown else ""


def _value(value: Any, type_text: str, words: Words) -> str:
    """A value of a type as the ruleset writes it, in words; empty where it says nothing."""
    layout, game = words.game.program.layout, words.game
    if type_text == "bag":
        return words.thing(Type("bag"), value) if any(value) else ""
    if isinstance(value, tuple):
        # In a list every item counts: a zero or nobody at its place says something.
        item = "resource" if type_text == "group" else type_text.removeprefix("list of ").strip()
        return ", ".join(_value(v, item, words) or (minus(v) if is_number(item) else "–") for v in value)
    if is_number(type_text):
        return minus(value) if value else ""
    if type_text == "bool":
        return words("yes") if value else ""
    if not isinstance(value, int) or value < 0:
        return ""
    if type_text == "player":
        return words.seat(value)
    if type_text == "resource" or type_text in layout.groups:
        return words.name(layout.resources[value])
    if type_text == "phase":
        return words.name(list(game.model.procedures)[value])
    if type_text in layout.class_kinds or type_text == "piece":
        return words.name(layout.kinds[layout.pieces[value]][1])
    if type_text.startswith("kind of "):
        return words.name(layout.kinds[value][1])
    if type_text in game.model.spaces or type_text == "place":
        return words.thing(Type("place"), value)
    if type_text == "track":
        return words.name(layout.tracks[value])
    if type_text == "mark":
        return words.name(layout.marks[value])
    if type_text == "menu":
        return words.name(list(game.model.menus)[value])
    return str(value)


def draw(console: Console, state: State, seat: int | None, words: Words) -> None:
    """Print the table and its header, the header nearest to what follows."""
    console.print(table(state, seat, words))
    console.rule(style="bright_black", characters="─")
    console.print(header(state, words, seat=seat))
