"""What an expression reads that the one who acts may not see: a decision may not depend on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from interpreter.language.core import Cond, Const, Fold, Get, Op, Prim, Tab, Value, Var, X, children, walk
from interpreter.language.expressions import seats_after, tables
from interpreter.language.scope import Scope
from interpreter.language.types import Type, piece_of
from interpreter.loading.model import SpaceDecl

MOST_DEPTH = 20
"""Values inside one another that are looked into."""

if TYPE_CHECKING:
    from interpreter.language.checker import Checker


def reads_hidden(c: Checker, x: X, scope: Scope) -> bool:
    """Whether an expression reads something that nobody may see, or only somebody else than who acts. Values are looked
    at with their arguments in their places, as it may be an argument that is somebody's own."""
    left = [(x, 0)]
    while left:
        part, depth = left.pop()
        kind = type(part)
        if (kind is Prim or kind is Op) and is_size(part) or kind is Tab and shows_on_back(c, part):
            continue
        if isinstance(part, Get) and _is_hidden(c, part, scope):
            return True
        left += [(inner, depth) for inner in children(part)]
        if (
            isinstance(part, Value)
            and part.id in c.made_values
            and depth < MOST_DEPTH
            and not _is_open_value(c, part.id)
        ):
            left.append((c.made_values[part.id].applied(part.args), depth + 1))
    return False


def _is_open_value(c: Checker, id: str) -> bool:
    """Whether a value reads nothing, whatever its arguments, that somebody may not see."""
    known = c.open_values.get(id)
    if known is None:
        c.open_values[id] = False  # while it is found out, for values that call themselves
        known = c.open_values[id] = not reads_hidden(c, c.made_values[id].result, Scope())
    return known


def is_size(x: X) -> bool:
    """Whether an expression is the number of pieces in a zone, or asks whether there are any."""
    match x:
        case (
            Prim(name="len", args=(Get(family=family),))
            | Op(operator="==" | "!=", args=(Get(family=family), Const(value=())))
        ):
            return family.startswith("loc:")
        case _:
            return False


def shows_on_back(c: Checker, x: X) -> bool:
    """Whether an expression is an attribute of a piece of a zone or space, named by its place there, that shows on its
    back, which everybody sees there."""
    match x:
        case Tab(table=table, index=Prim(name="top" | "item", args=(Get(address=Const(value=int(slot))), *_))):
            info = c.layout.slots[slot]
            if info.kind != "zone" or info.back_seen_by != "all":
                return False
            held = c.layout.places[info.index].pieces
        case Tab(table=table, index=Prim(name="top" | "item", args=(Get(address=Op(args=(place, Const()))), *_))):
            space = c.model.spaces.get(place.type.space)
            if space is None or space.back_seen_by != "all":
                return False
            held = space.pieces
        case _:
            return False
    return table in tables_of_backs(c, held or "")


def tables_of_backs(c: Checker, cls: str) -> frozenset[str]:
    """The tables of the attributes of the pieces of a class that show on their backs, whatever face is up."""
    backs = c.model.pieces[cls].back
    shown = set(backs[0]).intersection(*backs) if backs else set()
    return frozenset(f"P_{tables.attribute_suffix(c, name, piece_of(cls))}" for name in shown)


def _is_hidden(c: Checker, get: Get, scope: Scope) -> bool:
    """Whether a slot read is of something that the one who acts may not see: nobody's, or another's."""
    match get.address:
        case Op(operator="+", args=(place, Const())) if place.type.name == "place":
            # A space, or wherever something lies; the number beside it is where all places begin.
            space = c.model.spaces.get(place.type.space)
            return get.type.name == "list" and space is not None and not _is_open(c, space, place, scope)
    for number, owners in slots_in(c, get):
        info = c.layout.slots[number]
        if not _is_seen(c, info.seen_by, owners, scope):
            return True
    return False


def slots_in(c: Checker, get: Get) -> list[tuple[int, list[X]]]:
    """The zones, counters of players and variables that are read, or at which those begin among which they are; and
    what says whose it is: players, and places of theirs. Of a variable for each of several (`my seen[p]`) it is not
    what says which one of these."""
    of = "zone" if get.family.startswith("loc:") else "player" if "@player" in get.family else "variable"
    out = []
    for number, beside in _bases(c, get.address, []):
        if 0 <= number < len(c.layout.slots) and (info := c.layout.slots[number]).kind == of:
            out.append((number, owners_in(beside if info.key >= 0 else walk(get.address))))
    return out


def _bases(c: Checker, address: X, beside: list[X]) -> list[tuple[int, list[X]]]:
    """The numbers that an address is made of, and what is added to each of them."""
    match address:
        case Const(value=int() as number):
            return [(number, beside)]
        case Op(operator="+", args=args):
            added = [[x for a in args if a is not arg for x in walk(a)] for arg in args]
            return [found for arg, rest in zip(args, added, strict=True) for found in _bases(c, arg, rest)]
        case Cond(then=then, other=other):
            return [*_bases(c, then, beside), *_bases(c, other, beside)]
        case Prim(name="there" | "same", args=(inner,)):
            return _bases(c, inner, beside)
        case Tab(table="PLAYER_ARRAY"):
            entries = c.layout.tables["PLAYER_ARRAY"]
            return [(n, beside) for n in entries.values()] if isinstance(entries, dict) else []
        case _:
            return []


def _is_open(c: Checker, space: SpaceDecl, place: X, scope: Scope) -> bool:
    """Whether the one who acts sees what lies on a space: where only owners see, on their own; where all but the owner
    do, on those of others."""
    return _is_seen(c, space.seen_by, owners_in(walk(place)), scope)


def _is_seen(c: Checker, seen_by: str, owners: list[X], scope: Scope) -> bool:
    """owners: what says whose something is."""
    if seen_by == "owner":
        return owners != [] and all(x == scope.me for x in owners)
    return _are_of_others(c, owners, scope) if seen_by == "others" else seen_by == "all"


def owners_in(parts: Iterable[X]) -> list[X]:
    """What says whose it is: players, and places of theirs. All of them count: it is a neighbour's that is read where
    one goes on from the player who acts."""
    return [x for x in parts if x.type.name in ("player", "place") and not (isinstance(x, Prim) and x.name == "there")]


def note_apart(c: Checker, name: str, over: X, item: Type, scope: Scope) -> None:
    """Keep in mind of a name that runs over the other players, or over places of one of them, that it is not the one
    who acts, nor theirs. Of players nothing else is taken for others: who sits behind another may be the one who
    acts."""
    while isinstance(over, Fold) and over.kind in ("list", "most", "least"):
        over = over.domain
    if scope.me is None:
        return
    if over == seats_after(c, scope.me) or (item.name == "place" and _are_of_others(c, owners_in(walk(over)), scope)):
        c.apart[name] = scope.me


def _are_of_others(c: Checker, owners: list[X], scope: Scope) -> bool:
    """Whether what belongs to some players, or lies in some places, is certainly another's: all of them are names that
    run over others, or over what is theirs."""
    return owners != [] and all(isinstance(x, Var) and c.apart.get(x.name) == scope.me != x for x in owners)


__all__ = [
    "is_size",
    "note_apart",
    "owners_in",
    "reads_hidden",
    "shows_on_back",
    "slots_in",
    "tables_of_backs",
]
