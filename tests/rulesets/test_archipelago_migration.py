"""Moves of a migration are offered exactly where the limit of citizens can still be kept at its end.

Random positions are played by brute force in the same ruleset without that test: which first moves can come to an end
in which nobody has too many citizens in a region."""

from __future__ import annotations

from functools import cache

import pytest

import interpreter as rw
from interpreter.diagnostics import Diagnostics
from interpreter.loading.documents import ListNode, MapNode, read_document
from interpreter.loading.source import Folder, Source, find, read_folder
from interpreter.runtime.rng import Rng
from interpreter.scenarios.bench import Bench, Benches
from interpreter.scenarios.start import Start

GUARD = "      repeat at most 8 times until settles(me) {"
LANDS = {
    "region_01a_land": "region_01a_sea",
    "region_02a_land": "",
    "region_02b_land": "region_02b_sea",
    "region_16a_land_1": "region_16a_sea",
    "region_16a_land_2": "region_16a_sea",
    "region_13a_land": "region_13a_sea",
}
MAP = """
    region_01a: {cell: q0r1, turn: 5}
    region_02a: {cell: q1r1}
    region_16a: {cell: q-1r1}
    region_13a: {cell: q-2r2}
    region_02b: {cell: q1r-1, turn: 2}
"""


@cache
def bench(with_guard: bool) -> Bench:
    """The game, or the game in which every move is offered."""
    folder = read_folder(find("archipelago"), Diagnostics())
    assert folder is not None
    if not with_guard:
        text = folder.files["migration.yaml"].text
        start = text.index(GUARD)
        end = text.index("  stop:", start)
        files = {**folder.files, "migration.yaml": Source("migration.yaml", text[:start] + text[end:])}
        folder = Folder(folder.path, files, folder.is_complete)
    found = Benches(folder).get(2, (), {"negotiation": False}, Diagnostics())
    assert found is not None
    found.seated(("red", "yellow"))
    return found


def position(with_guard: bool, scenario: str) -> rw.State:
    tree = read_document(Source("given.yaml", scenario), Diagnostics())
    assert isinstance(tree, ListNode) and isinstance(tree.items[0], MapNode)
    diagnostics = Diagnostics()
    state = Start(bench(with_guard), tree.items[0], diagnostics).state()
    assert state is not None, [d.message for d in diagnostics]
    return state


def given(rng: Rng, moves: int) -> str:
    """A scenario with a few free units, and others that cannot move, never more than three citizens in a region."""
    lines = []
    room = {land.removesuffix("_1").removesuffix("_2"): 3 for land in LANDS}
    movers = 0
    ships: dict[str, int] = {}
    for land, sea in LANDS.items():
        region = land.removesuffix("_1").removesuffix("_2")
        counts = []
        for busy in (True, False):
            most = room[region] if busy else max(0, min(room[region], 4 - movers))
            n = min(most, rng.below(4))
            room[region] -= n
            movers += 0 if busy else n
            if n:
                counts.append(f"{{owner: red, count: {n}, busy: {str(busy).lower()}}}")
        if counts:
            lines.append(f"    {land}: {{citizen: [{', '.join(counts)}]}}")
        if sea and sea not in ships and movers < 5 and rng.below(3) == 0:
            ships[sea] = 1
            movers += 1
    lines += [f"    {sea}: {{ship: {{owner: red, count: {n}}}}}" for sea, n in ships.items()]
    lines.append(f"    open_sea_sea: {{ship: {{owner: red, count: {rng.below(2) if movers < 5 else 0}}}}}")
    phase = f"{{migration: {{moves: {moves}, only_citizens: {str(moves < 99).lower()}}}}}"
    head = f"- id: it\n  given:\n    phase: {phase}\n    actor: red\n    derived: survey"
    return head + MAP + "\n".join(lines) + "\n"


def moved(state: rw.State) -> int:
    layout = state.game.program.layout
    base = layout.piece_vars[("unit", "moved")]
    return sum(state.slots[base + x] for x in layout.class_pieces["unit"])


def is_legal(state: rw.State) -> bool:
    """Whether nobody has more than three citizens in a region."""
    view = state.game.viewer.view(state.slots, None)["places"]
    counts: dict[str, int] = {}
    for id, place in view.items():
        for piece in place.get("pieces", ()):
            if piece["kind"] == "citizen" and "_land" in id:
                region = id.partition("_land")[0]
                counts[region] = counts.get(region, 0) + 1
    return all(n <= 3 for n in counts.values())


def destinations(state: rw.State, key: str) -> dict[str, rw.State]:
    """Where a unit can go, and the states then; `*` where it is not asked."""
    after = state.copy()
    after.apply(key)
    if after.is_over or moved(after) > moved(state):
        return {"*": after}
    out = {}
    for there in after.decision.keys:
        out[there] = after.copy()
        out[there].apply(there)
    return out


def can_end(state: rw.State, known: dict[object, bool]) -> bool:
    if state.is_over:
        return is_legal(state)
    if "stop" in state.decision.keys:
        return True
    sign = tuple(state.slots)
    if sign not in known:
        known[sign] = False
        ways = (s for key in state.decision.keys for s in destinations(state, key).values())
        known[sign] = any(can_end(s, known) for s in ways)
    return known[sign]


CASES = [(99, seed) for seed in range(20)] + [(moves, seed) for moves in (1, 2, 3) for seed in range(20)]


@pytest.mark.parametrize(
    ("moves", "seed"),
    [pytest.param(*case, marks=() if case[1] == 1 and case[0] < 99 else pytest.mark.slow) for case in CASES],
)
def test_moves_are_offered_exactly_where_the_limit_can_be_kept(moves: int, seed: int) -> None:
    """moves: 99 for a migration of all units, fewer for one of so many citizens."""
    scenario = given(Rng(seed), moves)
    real, free = position(True, scenario), position(False, scenario)
    offered = {} if real.is_over else {k: set(destinations(real, k)) for k in real.decision.keys if k != "stop"}
    known: dict[object, bool] = {}
    possible = {}
    for key in () if free.is_over else free.decision.keys:
        if key != "stop":
            good = {d for d, after in destinations(free, key).items() if can_end(after, known)}
            if good:
                possible[key] = good
    assert set(offered) == set(possible)
    for key, there in offered.items():
        assert there == possible[key] or (there == {"*"} and len(possible[key]) == 1)
