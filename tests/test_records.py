"""Records are frozen dataclasses in all but how they are made."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from interpreter.records import changed, field_names, mutable, record, remembering_hash, same


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


@mutable
class Counter:
    parts: list[int] = field(default_factory=list)
    most: int = field(init=False)

    def __post_init__(self) -> None:
        self.most = max(self.parts, default=0)


def test_what_may_change_is_compared_and_not_hashed() -> None:
    counter = Counter([1, 3])
    assert counter == Counter([1, 3]) and counter != Counter([1])
    counter.most = 5
    assert counter != Counter([1, 3])
    with pytest.raises(TypeError):
        hash(counter)
    assert repr(counter) == "Counter(parts=[1, 3], most=5)"


@record
class Told:
    code: str
    words: dict[str, int] = field(hash=False)


def test_what_is_left_out_of_the_hash_is_compared() -> None:
    assert hash(Told("a", {"x": 1})) == hash(Told("a", {"x": 2}))
    assert Told("a", {"x": 1}) != Told("a", {"x": 2})


def test_changed_is_replace_and_the_same_where_nothing_changes() -> None:
    leaf = Leaf(3, "oak", [1], at=7)
    leaf.__dict__["_worked_out"] = 1
    assert changed(leaf, name=leaf.name, at=leaf.at) is leaf
    new = changed(leaf, name="elm")
    assert vars(new) == vars(replace(leaf, name="elm"))
    assert leaf.name == "oak"
    with pytest.raises(KeyError):
        changed(leaf, wrong=1)


def test_same_keeps_the_tuple() -> None:
    one, two = Leaf(1, "a"), Leaf(1, "a")
    old = (one, two)
    assert same(old, [one, two]) is old
    assert same(old, [two, one]) is not old and same(old, [one]) == (one,)


@remembering_hash
@record
class Tree:
    name: str
    parts: tuple[Tree, ...] = ()


def test_a_hash_is_remembered_and_not_sent_elsewhere() -> None:
    tree = Tree("a", (Tree("b"),))
    assert hash(tree) == hash(Tree("a", (Tree("b"),))) and "_hash" in vars(tree)
    sent = pickle.loads(pickle.dumps(tree))
    assert sent == tree and "_hash" not in vars(sent)
    assert field_names(Tree) == ("name", "parts")
