"""`record` and `mutable`: what `@dataclass(frozen=True)` and `@dataclass` are, made in a fifth of the time.

A program made of a few hundred such classes spends a tenth of a second on writing and compiling six methods for each
before it does anything. Here only `__init__` is written as text. Fields are those of `dataclasses`, so `field`,
`fields`, `replace` and `match` do what they always do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter, is_
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A class whose annotated names are its fields: made from them, compared by them, never changed."""
    return _with_methods(cls, frozen=True)


@dataclass_transform(field_specifiers=(field,))
def mutable(cls: type[T]) -> type[T]:
    """A class whose annotated names are its fields: made from them, compared by them. What `@dataclass` is."""
    return _with_methods(cls, frozen=False)


def _with_methods(cls: type[T], frozen: bool) -> type[T]:
    """The class with what its fields ask for, as far as it has no such method of its own."""
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # or dataclasses would write out the signature
    dataclass(init=False, repr=False, eq=False)(cls)
    all_fields = fields(cls)  # type: ignore[arg-type]
    values = _reader([f.name for f in all_fields if f.compare])
    hashed = _reader([f.name for f in all_fields if (f.compare if f.hash is None else f.hash)])

    def __eq__(self: Any, other: Any) -> Any:
        if self is other:
            return True
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(hashed(self))

    methods = {"__init__": _init(cls, all_fields), "__repr__": _repr, "__eq__": __eq__}
    methods |= {"__hash__": __hash__, "__setattr__": _frozen, "__delattr__": _frozen} if frozen else {"__hash__": None}
    for name, method in methods.items():
        if name not in cls.__dict__ or (name == "__hash__" and cls.__dict__[name] is None):
            setattr(cls, name, method)
    return cls


def _reader(names: list[str]) -> Callable[[Any], object]:
    """What reads these names of a record: one value as it is, several as a tuple."""
    # An empty class compares equal to all of its kind.
    return attrgetter(*names) if names else lambda _: ()


def _init(cls: type, all_fields: tuple[Field[Any], ...]) -> Any:
    """It writes to the instance's dict, since setting attributes is refused."""
    names: dict[str, Any] = {}
    parameters: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for f in all_fields:
        if not f.init:
            continue  # its class sets it in `__post_init__`
        text, value = f.name, f.name
        if f.default is not MISSING:
            names[f"default_{f.name}"] = f.default
            text += f"=default_{f.name}"
        elif f.default_factory is not MISSING:
            names["made"], names[f"make_{f.name}"] = MISSING, f.default_factory
            text += "=made"
            value = f"make_{f.name}() if {f.name} is made else {f.name}"
        (named if f.kw_only else parameters).append(text)
        lines.append(f"    d[{f.name!r}] = {value}\n")
    listed = ", ".join(["self", *parameters, *(["*", *named] if named else [])])
    after = "    self.__post_init__()\n" if hasattr(cls, "__post_init__") else ""
    exec(f"def __init__({listed}):\n    d = self.__dict__\n{''.join(lines)}{after}", names)
    return names["__init__"]


_NAMES: dict[type, tuple[str, ...]] = {}


def field_names(cls: type) -> tuple[str, ...]:
    """The names of the fields of a record's class, in order."""
    known = _NAMES.get(cls)
    if known is None:
        known = _NAMES[cls] = tuple(f.name for f in fields(cls))
    return known


def changed(old: T, **values: object) -> T:
    """What `dataclasses.replace` makes of a record, in a third of the time; the record itself where nothing of it
    changes. Names that begin with `_` are what was worked out about the old one, and stay with it."""
    was = old.__dict__
    for name, value in values.items():
        if was[name] is not value:
            break
    else:
        return old
    new = object.__new__(old.__class__)
    new.__dict__.update({name: value for name, value in was.items() if name[0] != "_"})
    new.__dict__.update(values)
    return new


def same(old: tuple[V, ...], new: Iterable[V]) -> tuple[V, ...]:
    """The old tuple where each of the new values is the one it has there; so `changed` sees that nothing changed."""
    made = tuple(new)
    return old if len(made) == len(old) and all(map(is_, made, old)) else made


def remembering_hash(cls: type[T]) -> type[T]:
    """A record whose hash is worked out once: for trees, whose hash takes a walk. It is not pickled, since another
    process hashes strings differently."""
    worked_out = cls.__hash__

    def __hash__(self: Any) -> int:
        known: int | None = self.__dict__.get("_hash")
        if known is None:
            known = self.__dict__["_hash"] = worked_out(self)
        return known

    def __getstate__(self: Any) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name[0] != "_"}

    cls.__hash__ = __hash__  # type: ignore[method-assign]
    cls.__getstate__ = __getstate__  # type: ignore[method-assign]
    return cls


def _repr(self: Any) -> str:
    shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _frozen(self: Any, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")
