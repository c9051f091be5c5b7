"""What an expression reads of what not everybody sees: which slots, and whose they are. See `analysis.secrecy`."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.language.core import SELECTING, Const, Fold, Get, Op, Prim, Slot, Tab, Var, X, walk
from interpreter.language.core.candidates import named_places, resources_among
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import seats_after, tables
from interpreter.language.resolve.scope import Scope
from interpreter.program.layout import Layout, SlotInfo
from interpreter.program.types import Type, piece_of


def is_size(x: X) -> bool:
    """Whether an expression is the number of pieces in a zone, or asks whether there are any."""
    match x:
        case (
            Prim(name="len", args=(Get(slot=slot),)) | Op(operator="==" | "!=", args=(Get(slot=slot), Const(value=())))
        ):
            return slot.kind == "contents"
        case _:
            return False


def shows_on_back(c: Context, x: X) -> bool:
    """Whether an expression is an attribute of a piece of a zone or space, named by its place there, that shows on its
    back, which everybody sees there."""
    match x:
        case Tab(table=table, index=Prim(name="top" | "item", args=(Get(slot=Slot(kind="contents", owner=place)), *_))):
            assert place is not None
            space = c.model.spaces.get(place.type.space)
            if space is not None:
                return space.back_seen_by == "all" and table in tables_of_backs(c, space.pieces or "")
            layout = c.layout
            infos = [layout.slots[layout.zone_base + number] for number, _ in named_places(layout, place)]
            return infos != [] and all(
                info.back_seen_by == "all" and table in tables_of_backs(c, layout.places[info.index].pieces or "")
                for info in infos
            )
    return False


def tables_of_backs(c: Context, cls: str) -> frozenset[str]:
    """The tables of the attributes of the pieces of a class that show on their backs, whatever face is up."""
    backs = c.model.pieces[cls].back
    shown = set(backs[0]).intersection(*backs) if backs else set()
    return frozenset(f"P_{tables.attribute_suffix(c, name, piece_of(cls))}" for name in shown)


def slots_in(c: Context, get: Get) -> list[tuple[SlotInfo, list[X]]]:
    """What is known of the slots that are read, which are not a piece's place: zones, counters and variables; and what
    says whose they are: players, and places of theirs. Of a variable for each of several (`my seen[p]`) it is not what
    says which one of these."""
    slots, owner = c.layout.slots, get.slot.owner
    if get.slot.kind == "contents" and owner is not None:
        named = named_places(c.layout, owner)
        return [(slots[c.layout.zone_base + place], [] if of is None else owners_in(walk(of))) for place, of in named]
    owners = [] if owner is None else owners_in(walk(owner))
    return [(slots[number], owners) for number in _numbers(c.layout, get.slot)]


def _numbers(layout: Layout, slot: Slot) -> list[int]:
    """Of counters of players and of variables, the number of one slot for each thing that may be read, the first
    player's, piece's or space's: who may see them is declared for all of these together."""
    owner = slot.owner
    if slot.kind == "counter" and slot.key is not None and owner is not None and owner.type.name == "player":
        return [layout.player_arrays[r] for r in resources_among(layout, slot.key)]
    if slot.kind != "variable":
        return []
    if owner is None:
        return [layout.vars[slot.name]]
    if owner.type.name == "player":
        return [layout.player_vars[slot.name][0]]
    if owner.type.name == "piece":
        pieces = layout.class_pieces[owner.type.of]
        return [layout.piece_vars[owner.type.of, slot.name] + pieces[0]] if pieces else []
    spaces = [owner.type.space] if owner.type.space else [s for s, name in layout.space_vars if name == slot.name]
    return [layout.space_vars[space, slot.name] + min(layout.places_of_spaces(space)) for space in spaces]


def owners_in(parts: Iterable[X]) -> list[X]:
    """What says whose it is: players, and places of theirs. All of them count: it is a neighbour's that is read where
    one goes on from the player who acts."""
    return [x for x in parts if x.type.name in ("player", "place") and not (isinstance(x, Prim) and x.name == "there")]


def note_apart(c: Context, name: str, over: X, item: Type, scope: Scope) -> None:
    """Keep in mind of a name that runs over the other players, or over places of one of them, that it is not the one
    who acts, nor theirs. Of players nothing else is taken for others: who sits behind another may be the one who
    acts."""
    while isinstance(over, Fold) and over.kind in SELECTING:
        over = over.domain
    if scope.me is None:
        return
    if over == seats_after(c, scope.me) or (item.name == "place" and _are_of_others(c, owners_in(walk(over)), scope)):
        c.apart[name] = scope.me


def _are_of_others(c: Context, owners: list[X], scope: Scope) -> bool:
    """Whether what belongs to some players, or lies in some places, is certainly another's: all of them are names that
    run over others, or over what is theirs."""
    return owners != [] and all(isinstance(x, Var) and c.apart.get(x.name) == scope.me != x for x in owners)
