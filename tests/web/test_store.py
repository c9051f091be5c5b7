"""Tables in their file."""

from __future__ import annotations

import stat
from pathlib import Path

from cli.web.desk import Spec
from cli.web.store import Link, Store

SPEC = Spec("t1", "some_game", ("module",), (("fast", True), ("years", 3)), 3, 11)


def test_a_table_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "state" / "tables.sqlite"
    store = Store(path)
    links = store.make(SPEC, ["human", "greedy", "human"], [((0,), True), ((2,), False), ((), False)])
    store.add("t1", 0, [(-1, "draw x"), (0, "build")])
    store.add("t1", 2, [(1, "pass")])
    # No `close`: as after a kill.
    again = Store(path)
    kept = again.table("t1")
    assert kept is not None and kept.spec == SPEC
    assert kept.entries == ((-1, "draw x"), (0, "build"), (1, "pass"))
    assert kept.seats == ("human", "greedy", "human")
    assert again.links("t1") == links
    assert again.link(links[1].token) == Link(links[1].token, "t1", (2,), False)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_entries_are_cut_and_seats_change(tmp_path: Path) -> None:
    store = Store(None)
    store.make(SPEC, ["human", "human", "human"], [])
    store.add("t1", 0, [(0, "a"), (1, "b"), (2, "c")])
    store.cut("t1", 1)
    store.seat("t1", ["human", "random", "human"])
    kept = store.table("t1")
    assert kept is not None and kept.entries == ((0, "a"),) and kept.seats[1] == "random"


def test_tokens_have_128_bits_and_nothing_opens_without(tmp_path: Path) -> None:
    store = Store(None)
    tokens = {link.token for link in store.make(SPEC, ["human"] * 3, [((0,), True)] * 50)}
    assert len(tokens) == 50 and all(len(token) == 22 for token in tokens)
    assert store.link("") is None and store.link("%") is None and store.table("none") is None
