"""The types of the effect language and what may stand for what. No syntax tree is walked here."""

from __future__ import annotations

from functools import cache

from interpreter.records import record


@record
class Type:
    """name: int, bool, player, resource, piece, kind, face, place, holder, phase, menu, action, text, list, per, bag,
    option, supply, none or unknown.

    of: the class of a piece, kind, face or place ("" for several classes), the group of a resource ("" for any), the
    option of an option value. space: the class of spaces of a place ("" for any place). item: the element type of a
    list, the value type of a per. key: the key type of a per.
    """

    name: str
    of: str = ""
    space: str = ""
    item: Type | None = None
    key: Type | None = None

    def __str__(self) -> str:
        if self.name == "list":
            return f"list of {self.item}"
        if self.name == "per":
            return f"{self.item} per {self.key}"
        if self.name == "piece":
            return f"piece `{'` or `'.join(self.of.split('|'))}`" if self.of else "piece"
        if self.name == "kind":
            return f"kind of `{self.of}`" if self.of else "kind"
        if self.name == "face":
            return f"face of `{self.of}`"
        if self.name == "place" and self.space:
            return f"space `{self.space}`"
        if self.name == "option":
            return f"value of option `{self.of}`"
        if self.name == "resource":
            return f"resource of `{self.of}`" if self.of else "resource"
        return self.name


INT = Type("int")
BOOL = Type("bool")
PLAYER = Type("player")
RESOURCE = Type("resource")
PLACE = Type("place")
HOLDER = Type("holder")
PHASE = Type("phase")
MENU = Type("menu")
ACTION = Type("action")
TEXT = Type("text")
NONE = Type("none")
BAG = Type("bag")
TRACK = Type("track")
MARKER = Type("marker")
"""A player's marker on a track."""
MARK = Type("mark")
"""The name of something that stands on a step of a track."""
SUPPLY = Type("supply")
UNKNOWN = Type("unknown")


@cache
def list_of(item: Type) -> Type:
    return Type("list", item=item)


@cache
def piece_of(cls: str = "") -> Type:
    return Type("piece", of=cls)


def classes_of(t: Type) -> tuple[str, ...]:
    """The classes that a piece or kind may be of; empty where any class may be meant."""
    return tuple(t.of.split("|")) if t.of else ()


@cache
def kind_of(cls: str = "") -> Type:
    return Type("kind", of=cls)


OPTIONAL = {"player", "piece", "place", "phase", "kind", "resource"}
"""Types that have the value `none`."""

HOLDERS = {"player", "piece", "place", "supply", "holder"}
"""Types of things that counters can lie at."""


def joined(a: Type, b: Type) -> Type | None:
    """The type that holds the values of both, or None. Pieces of two classes are pieces; different holders are
    holders."""
    if a == b or b == UNKNOWN:
        return a
    if a == UNKNOWN:
        return b
    if a == NONE and b.name in OPTIONAL:
        return b
    if b == NONE and a.name in OPTIONAL:
        return a
    if a.name == b.name == "piece":
        return Type("piece", of="|".join(sorted({*classes_of(a), *classes_of(b)})) if a.of and b.of else "")
    if a.name == b.name == "place":
        return Type("place", of=a.of if a.of == b.of else "", space=a.space if a.space == b.space else "")
    if a.name == b.name and a.name in {"kind", "resource"}:
        return Type(a.name)
    if a.name == b.name == "list" and a.item and b.item:
        item = joined(a.item, b.item)
        return list_of(item) if item else None
    if a.name in HOLDERS and b.name in HOLDERS:
        return HOLDER
    return None


def is_of(given: Type, wanted: Type) -> bool:
    """Whether every thing of a type of pieces, kinds or spaces is one of the wanted classes."""
    if given.name != wanted.name or (wanted.space and given.space != wanted.space):
        return False
    return not wanted.of or bool(given.of) and {*classes_of(given)} <= {*classes_of(wanted)}


def accepts(wanted: Type, given: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked for."""
    if wanted is given or "unknown" in (wanted.name, given.name) or wanted == given:
        return True
    if given.name == "none":
        return wanted.name in OPTIONAL
    if wanted.name == given.name:
        if wanted.name == "list":
            return wanted.item is None or given.item is None or accepts(wanted.item, given.item)
        if wanted.name == "place" and "" not in (wanted.space, given.space):
            return wanted.space == given.space
        if wanted.name == "piece" and wanted.of and given.of:
            return set(classes_of(given)) <= set(classes_of(wanted))
        return wanted.of in ("", given.of) or given.of == ""
    return wanted.name == "holder" and given.name in HOLDERS
