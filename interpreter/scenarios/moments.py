"""A position in play as a scenario: by the words of `given` where they lead to it, else by the moves that did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from interpreter.diagnostics import Diagnostics, RulesetError, Source
from interpreter.game import State
from interpreter.loading.documents import ListNode, MapNode
from interpreter.loading.model import StateDecl
from interpreter.loading.schema import read_checked
from interpreter.loading.source import Folder
from interpreter.program.types import Type
from interpreter.records import record
from interpreter.runtime.log import Header
from interpreter.runtime.machine import GameFault
from interpreter.scenarios.bench import Bench, Benches, running_phases
from interpreter.scenarios.facts import BOX, lying
from interpreter.scenarios.given import use_slots
from interpreter.scenarios.start import Start

Table = dict[str, Any]


@record
class Kept:
    """A scenario as text, which is a list of one. by_moves: it repeats the whole game, since its position has no
    entrance: it lies in the middle of a turn, or inside a loop."""

    text: str
    by_moves: bool


def scenario(
    name: str,
    folder: Path | Folder,
    header: Header,
    moves: Sequence[tuple[str | None, str]],
    state: State,
    begun: Mapping[str, Any] | None = None,
) -> Kept:
    """A scenario that begins with the position of a game, for somebody to go on with.

    header: how the game was set up, its modules by their ids or paths. moves: (seat, or None for chance; key) of all
    that was decided. state: the position, in which somebody decides. begun: the `given` of the position that the game
    began with, where it began in its middle.
    RulesetError: the ruleset has mistakes. ValueError: the game is over, or chance is to answer.
    """
    if state.is_over or state.player is None:
        raise ValueError("a scenario begins where somebody decides")
    bench = _bench(folder, header, state)
    head: Table = {"id": name, "players": header.players, "seed": header.seed}
    if header.modules:
        head["with"] = list(header.modules)
    if header.options:
        head["options"] = dict(header.options)
    for given in _entrances(bench, state, header.seed):
        if _leads_to({**head, "given": given}, bench, state):
            return Kept(_text({**head, "given": given}, state), False)
    steps: list[Table] = [{seat or "chance": key} for seat, key in moves]
    return Kept(_text({**head, "given": begun or {"phase": ["setup", "game"]}, "do": steps}, state), True)


def given(folder: Path | Folder, header: Header, state: State) -> str:
    """A position in the words of `given`, as YAML text for a person to change. Where no entrance leads to just this
    position, its table stands in it, and who decides.

    As for `scenario`."""
    if state.is_over or state.player is None:
        raise ValueError("a position begins where somebody decides")
    bench = _bench(folder, header, state)
    head: Table = {"id": "position", "players": header.players, "seed": header.seed}
    ways = list(_entrances(bench, state, header.seed))
    way = next((x for x in ways if _leads_to({**head, "given": x}, bench, state)), ways[0])
    return "".join(f"{line}\n" for line in _lines(way))


def _bench(folder: Path | Folder, header: Header, state: State) -> Bench:
    found = Diagnostics()
    bench = Benches(folder).get(header.players, header.modules, header.options, found)
    if bench is None:
        raise RulesetError(found.errors)
    bench.seated(state.game.seats)
    return bench


def table(bench: Bench, s: Sequence[Any], usual: Sequence[Any]) -> Table:
    """What differs between two positions, in the words of `given`: what lies where, and what variables hold. usual: the
    position that `given` begins with."""
    return _Table(bench, s, usual).found()


def _entrances(bench: Bench, state: State, seed: int) -> Iterator[Table]:
    """Ways to begin with a position, from its innermost phase outwards."""
    assert state.player is not None
    usual = bench.after_setup(seed)
    laid = table(bench, state.slots, usual)
    if used := _used(bench, state.slots):
        laid["used"] = used
    actor = bench.seats[state.player]
    phases = [
        name
        for name in running_phases(state)
        if all(kind.name == "player" for _, kind in bench.entries[name].parameters)
    ]
    for phase in phases:
        yield {"phase": phase, "actor": actor, **laid}
        yield {"phase": phase, **laid}
    yield {"actor": actor, **laid}


def _used(bench: Bench, s: Sequence[Any]) -> Table:
    """The limits that are used up, or in part, by the seats that have used them."""
    limits = dict.fromkeys(
        info.name.removeprefix("limit ") for info in bench.layout.slots if info.name.startswith("limit ")
    )
    out = {}
    for limit in limits:
        slots = use_slots(bench, s, limit)
        seats = [
            bench.seats[p] for p, own in slots.items() for _ in range(max((s[x] for x in own), default=0)) if p >= 0
        ]
        if seats:
            out[limit] = seats
    return out


def _leads_to(scenario: Table, bench: Bench, state: State) -> bool:
    """Whether a scenario begins with the position: the same table, and the same decision of the same player."""
    found = Diagnostics()
    tree = read_checked(Source("scenario", _dumped([scenario])), "scenarios", found)
    node = tree.items[0] if isinstance(tree, ListNode) and tree.items else None
    if not isinstance(node, MapNode) or found.has_errors:
        return False
    try:
        begun = Start(bench, node, found).state()
    except GameFault:
        return False
    if begun is None or found.has_errors or begun.is_over or begun.player != state.player:
        return False
    return begun.decision.keys == state.decision.keys and begun.observe(None) == state.observe(None)


class _Table:
    """The table of a position, as far as it differs from the usual one."""

    def __init__(self, bench: Bench, s: Sequence[Any], usual: Sequence[Any]) -> None:
        self.bench, self.layout, self.model = bench, bench.layout, bench.model
        self.s, self.usual = s, usual

    def found(self) -> Table:
        out: Table = {}
        variables = self._variables({v.id: (v, self.layout.vars[v.id]) for v in self.model.game_state.values()})
        places = self._places(-1)
        taken = {*self.bench.seats, *variables}
        if clashing := {name for name in places if name in taken}:
            out["places"] = {name: places.pop(name) for name in clashing}
        out |= variables
        out |= {"supply": supply} if (supply := self._supply()) else {}
        for p, seat in enumerate(self.bench.seats):
            if own := self._player(p):
                out[seat] = own
        out |= places
        if boxed := self._boxed():
            out["box"] = boxed
        return out

    def _differ(self, slot: int) -> bool:
        return bool(self.s[slot] != self.usual[slot])

    def _supply(self) -> Table:
        slots = self.layout.supply_slots.items()
        return {self.layout.resources[r]: self.s[slot] for r, slot in slots if self._differ(slot)}

    def _variables(self, variables: Mapping[str, tuple[StateDecl, int]]) -> Table:
        """The values of variables: id → (declaration, first slot)."""
        out: Table = {}
        for name, (decl, first) in variables.items():
            kind = self.bench.type_of(decl.type, decl.span)
            if kind.name != "per":
                if self._differ(first):
                    out[name] = self._value(kind, self.s[first])
                continue
            assert kind.item is not None and kind.key is not None
            entries = {
                self.bench.namer.thing(kind.key, key): self._value(kind.item, self.s[first + i])
                for i, key in enumerate(self.layout.keys[name])
                if self._differ(first + i)
            }
            if entries:
                out[name] = entries
        return out

    def _value(self, kind: Type, value: Any) -> Any:
        return self.bench.shown(kind, value)

    def _player(self, p: int) -> Table:
        layout = self.layout
        counters = {layout.resources[r]: base + p for r, base in layout.player_arrays.items()}
        out: Table = {name: self.s[slot] for name, slot in counters.items() if self._differ(slot)}
        owned = {v.id: (v, layout.player_vars[v.id]) for v in self.model.player_state.values()}
        out |= self._variables({name: (v, base + p * stride) for name, (v, (base, stride)) in owned.items()})
        first = layout.marker_base + p * len(layout.tracks)
        markers = {track: self.s[first + i] for i, track in enumerate(layout.tracks) if self._differ(first + i)}
        if markers:
            out["marker"] = markers
        return out | self._places(p)

    def _places(self, owner: int) -> Table:
        """What lies in the places of a player, or (-1) of nobody, by zone or by class of spaces."""
        out: Table = {}
        for place, info in enumerate(self.layout.places):
            if info.owner == owner and (content := self._content(place)) is not None:
                if info.space:
                    out.setdefault(info.space, {})[info.zone] = content
                else:
                    out[info.zone] = content
        return out

    def _content(self, place: int) -> Any:
        """What lies in a place: a list of pieces, or a map where there is something else too; None: the usual."""
        layout = self.layout
        slots = {layout.resources[r]: slot for (r, at), slot in layout.place_slots.items() if at == place}
        other: Table = {name: self.s[slot] for name, slot in slots.items() if self._differ(slot)}
        space = self.model.spaces.get(layout.places[place].space)
        if space is not None:
            variables = {v.id: (v, layout.space_vars[space.id, v.id] + place) for v in space.state.values()}
            other |= self._variables(variables)
        pieces = self._pieces(self.s, place)
        if pieces == self._pieces(self.usual, place):
            return other or None
        if not other and (layout.places[place].ordered or not pieces):
            return pieces
        by_kind: Table = {}
        for piece in pieces:
            kind, what = (piece, 1) if isinstance(piece, str) else next(iter(piece.items()))
            by_kind.setdefault(kind, []).append(what)
        counted = {kind: len(each) if each == [1] * len(each) else each for kind, each in by_kind.items()}
        return other | counted

    def _pieces(self, s: Sequence[Any], place: int) -> list[Any]:
        """The pieces of a place as `given` lists them: a kind, or {kind: what is on it}."""
        return [self._piece(s, x, place) for x in lying(self.bench, s, place)]

    def _piece(self, s: Sequence[Any], x: int, place: int) -> Any:
        layout = self.layout
        cls, kind = layout.kinds[layout.pieces[x]]
        on: Table = {}
        for r in sorted(layout.piece_holders.get(cls, ())):
            if s[layout.piece_arrays[r] + x] != layout.start[layout.piece_arrays[r] + x]:
                on[layout.resources[r]] = s[layout.piece_arrays[r] + x]
        if cls in layout.face_base and s[layout.face_base[cls] + x] != layout.start[layout.face_base[cls] + x]:
            on["face"] = self.model.pieces[cls].faces[s[layout.face_base[cls] + x]]
        for v in self.model.pieces[cls].state.values():
            slot = layout.piece_vars[cls, v.id] + x
            if s[slot] != layout.start[slot]:
                on[v.id] = self._value(self.bench.type_of(v.type, v.span), s[slot])
        owner = layout.piece_owner[x]
        if owner >= 0 and (place == BOX or layout.places[place].owner != owner):
            on["owner"] = self.bench.seats[owner]
        return {kind: on} if on else kind

    def _boxed(self) -> Table:
        """The kinds of which more or fewer are in the box."""
        now, before = (self._in_box(s) for s in (self.s, self.usual))
        return {
            self.layout.kinds[kind][1]: now.get(kind, 0)
            for kind in sorted({*now, *before})
            if now.get(kind, 0) != before.get(kind, 0)
        }

    def _in_box(self, s: Sequence[Any]) -> dict[int, int]:
        out: dict[int, int] = {}
        for x in lying(self.bench, s, BOX):
            out[self.layout.pieces[x]] = out.get(self.layout.pieces[x], 0) + 1
        return out


# ---- text


def _text(scenario: Table, state: State) -> str:
    """The scenario for a person to go on with: what it is to show stands empty."""
    assert state.player is not None
    seat, first = state.game.seats[state.player], state.decision.keys[0]
    lines = ["# Go on under `do`, and say under `expect` what is right. See docs/scenarios.md."]
    for key, value in scenario.items():
        if key in ("given", "do"):
            continue
        lines.append(f"{'- ' if key == 'id' else '  '}{key}: {_dumped(value, flow=True)}")
    lines.append("  given:")
    lines += [f"    {line}" for line in _lines(scenario["given"])]
    lines.append("  do:")
    lines += [f"    - {_dumped(step, flow=True)}" for step in scenario.get("do", [])]
    lines.append(f"    - expect: {_dumped({'player': seat, 'offers': [first]}, flow=True)}")
    lines.append("  expect: {}")
    return "\n".join(lines) + "\n"


def _lines(given: Mapping[str, Any]) -> list[str]:
    return [f"{key}: {_dumped(value, flow=True)}" for key, value in given.items()]


def _dumped(value: Any, *, flow: bool = False) -> str:
    text = yaml.safe_dump(value, default_flow_style=flow or None, sort_keys=False, width=10**9, allow_unicode=True)
    return text.removesuffix("\n").removesuffix("\n...")
