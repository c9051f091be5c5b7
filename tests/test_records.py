"""Records are frozen dataclasses in all but how they are made."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from interpreter.records import record


@record
class Base:
    place: int = field(compare=False, repr=False)


@record
class Leaf(Base):
    """With words."""

    name: str
    parts: list[int] = field(default_factory=list, compare=False)
    at: int | None = field(default=None, compare=False, repr=False, kw_only=True)


@record
class Empty:
    pass


@dataclass(frozen=True)
class Model(Exception):
    """The same fields as a Leaf, as dataclasses make them."""

    place: int = field(compare=False, repr=False)
    name: str
    parts: list[int] = field(default_factory=list, compare=False)
    at: int | None = field(default=None, compare=False, repr=False, kw_only=True)


def test_made_from_fields_in_order_with_defaults() -> None:
    leaf = Leaf(3, "oak", at=7)
    assert (leaf.place, leaf.name, leaf.parts, leaf.at) == (3, "oak", [], 7)
    assert Leaf(3, "oak").parts is not leaf.parts
    assert [f.name for f in fields(leaf)] == [f.name for f in fields(Model)]
    assert repr(leaf) == repr(Model(3, "oak", at=7)).replace("Model", "Leaf")
    with pytest.raises(TypeError):
        Leaf(3)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Leaf(3, "oak", [], 7)  # type: ignore[misc]


def test_compared_by_what_counts() -> None:
    assert Leaf(3, "oak", [1]) == Leaf(4, "oak", [2], at=5)
    assert hash(Leaf(3, "oak", [1])) == hash(Leaf(4, "oak"))
    assert Leaf(3, "oak") != Leaf(3, "elm")
    assert Base(3) == Base(4) and Base(3) != Leaf(3, "oak") and Base(3) != 3
    assert Empty() == Empty() and Empty() != Base(3) and len({Empty(), Empty()}) == 1


@pytest.mark.parametrize("name", ["name", "new"])
def test_never_changed(name: str) -> None:
    leaf: Any = Leaf(3, "oak")
    with pytest.raises(FrozenInstanceError):
        setattr(leaf, name, 1)
    with pytest.raises(FrozenInstanceError):
        delattr(leaf, name)


def test_replaced_matched_copied_and_kept() -> None:
    leaf = Leaf(3, "oak", [1], at=7)
    assert replace(leaf, name="elm") == Leaf(0, "elm") and replace(leaf, name="elm").at == 7
    match leaf:
        case Leaf(place, name):
            assert (place, name) == (3, "oak")
    for other in (copy.copy(leaf), copy.deepcopy(leaf), pickle.loads(pickle.dumps(leaf))):
        assert dataclasses.asdict(other) == dataclasses.asdict(leaf)
