"""What a writer may have meant by a thing of the wrong type, or by a name that a thing does not have."""

from __future__ import annotations

from collections.abc import Container

from interpreter.program.types import Type

_SIZE = "`size(…)` counts what is in it, and `sum(x.worth for x in …)` adds up what is worked out of each"
_THERE = "ask whether it is there: `… is not none`"
_MEANT = {
    ("int", "list"): _SIZE,
    ("int", "place"): _SIZE,
    ("int", "holder"): _SIZE,
    ("int", "bag"): "`size(…)` counts all that is in it, and `sum(bag[r] for r in group)` a group",
    ("int", "marker"): "where it stands is its `.step`",
    ("int", "bool"): "`(if … then 1 else 0)` makes a number of a condition",
    ("int", "resource"): "how much somebody has of it is `my coin` or `p.coin`, and `me[r]` where r is a name for it",
    ("int", "player"): "name a number of theirs, such as `p.coin`; `players.from(p)` is their order",
    ("int", "piece"): "name a number of it, such as `x.cost`",
    ("int", "kind"): "name a number of it, such as `k.cost`, or count pieces of it: `count(x in zone if x.kind is k)`",
    ("bool", "int"): "compare it, as in `… > 0`",
    ("bool", "list"): "ask whether it has any: `size(…) > 0`, or `any(x in … if …)`",
    ("bool", "place"): "ask whether it has any: `… is not empty`",
    ("bool", "player"): _THERE,
    ("bool", "piece"): _THERE,
    ("player", "list"): "one of a list is `….first`, `…[1]`, or who is met in `for p in …`",
    ("player", "piece"): "whose it is, is its `.owner`",
    ("piece", "kind"): "a piece of a kind lies somewhere: `choose x in zone if x.kind is …`",
    ("piece", "place"): "take one from it: `choose x in …`, or its `.top`",
    ("piece", "list"): "take one of them: `choose x in …`, or `for x in …`",
    ("kind", "piece"): "what it is one of, is its `.kind`",
    ("place", "piece"): "where it lies, is its `.place`",
    ("place", "player"): "name a place of theirs, such as `p.hand`",
    ("holder", "int"): "name who or what holds resources, such as `me` or `supply`",
    ("resource", "int"): "write the amount as `3 coin`",
    ("list", "place"): "what lies there is `those(x in …)`",
}
"""(wanted, found) → how the one is had from the other."""


def had_from(wanted: object, found: object) -> str:
    """How a thing of a wanted type is had from one that was found; types, or what is said for them."""
    names = tuple(x.name if isinstance(x, Type) else str(x).removeprefix("a ").split(" ")[0] for x in (wanted, found))
    if names[0] == "list" and isinstance(wanted, Type) and wanted.item == found:
        return "a list of one is written `[…]`"
    return _MEANT.get((names[0], names[1]), f"write something that is {wanted}")


def attribute_of(type: Type, name: str, tracks: Container[str]) -> str:
    """What can be written for a name behind a dot that a thing does not have."""
    if name in tracks:
        return f"how far somebody is on a track is `.marker[{name}].step`"
    if type.name == "list":
        return f"ask each of them: `sum(x.{name} for x in …)`, `any(x in … if x.{name} …)`; or take one, as in `…[1]`"
    if type.name in ("int", "bool", "text"):
        return "nothing follows a number, a condition or a text; it stands alone"
    return "see the declaration of it for what it has, or declare this under its attributes or state"
