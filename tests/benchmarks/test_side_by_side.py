"""The yardstick and the ruleset play the same games of Puerto Rico: the same questions, options, tables and scores.

What chance gave the ruleset's game is given to the other one. In the Mayor phase the two ask for numbers in different
orders, so there only the result is carried over, after a check that it places as many colonists as there is room for.
"""

from __future__ import annotations

import random
from typing import Any

import handwritten as hw
import pytest

import interpreter as rw

GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")
TILES = (*(f"{good}_plantation" for good in GOODS), "quarry")
BUILDINGS = [row[0] for row in hw.BUILDINGS]
ROLES = ("settler", "mayor", "builder", "craftsman", "trader", "captain", "prospector", "prospector")
YES_OR_NO = {
    hw.ASK_DRAW: "hacienda",
    hw.ASK_HOSPICE: "hospice",
    hw.ASK_COLONIST: "extra_colonist",
    hw.ASK_UNIVERSITY: "university",
    hw.ASK_PRODUCE: "produce",
}
ONE_OF = {
    hw.ASK_TILE: ("settle", TILES),
    hw.ASK_BUILD: ("build", BUILDINGS),
    hw.ASK_EXTRA: ("extra_good", GOODS),
    hw.ASK_SELL: ("sell", GOODS),
    hw.ASK_KIND: ("kinds", GOODS),
    hw.ASK_BARREL: ("singles", GOODS),
}


def key_of(s: hw.State, option: int, ships: list[str]) -> str:
    """What the ruleset calls an option of the yardstick."""
    phase = s[hw.PHASE]
    if phase == hw.ASK_ROLE:
        return f"{ROLES[option]}_card"
    if phase in YES_OR_NO:
        return YES_OR_NO[phase] if option else f"skip {YES_OR_NO[phase]}"
    if phase == hw.ASK_LOAD:
        if option == hw.SKIP:
            return "wait"
        return f"ship {GOODS[option >> 2]} on {[*ships, 'wharf'][option & 3]}"
    verb, names = ONE_OF[phase]
    if option == hw.SKIP:
        return "done" if phase in (hw.ASK_KIND, hw.ASK_BARREL) else f"skip {verb}"
    return f"{verb} {names[option]}"


def table(state: rw.State, players: int) -> dict[str, Any]:
    """The whole table: what the first player sees, with the points that each player sees of his own."""
    views = [state.observe(seat=seat) for seat in range(players)]
    for seat, (name, seen) in enumerate(views[0]["players"].items()):
        seen["vp"] = views[seat]["players"][name]["vp"]
    return views[0]


def staff(s: hw.State, b: int, seen: dict[str, Any]) -> None:
    """Colonists of a player as they stand in the ruleset's game."""
    s[b + hw.MANNED : b + hw.MANNED + 6] = [0] * 6
    for tile in seen["island"]["pieces"]:
        s[b + hw.MANNED + TILES.index(tile["kind"])] += tile["colonist"]
    for x in seen["city"]["pieces"]:
        s[b + hw.STAFF + BUILDINGS.index(x["kind"])] = x["colonist"]
    placed = sum(s[b + hw.MANNED : b + hw.MANNED + 6]) + sum(x["colonist"] for x in seen["city"]["pieces"])
    assert placed == min(s[b + hw.MEN], s[b + hw.CIRCLES])


def check_tables(s: hw.State, view: dict[str, Any]) -> None:
    for seat, seen in enumerate(view["players"].values()):
        b = hw.HEAD + seat * hw.STRIDE
        assert [seen["coin"], seen["vp"], *(seen[good] for good in GOODS)] == [
            s[b + hw.COIN], s[b + hw.POINTS], *s[b + hw.GOOD : b + hw.GOOD + 5]
        ]  # fmt: skip
        tiles, city = seen["island"]["pieces"], seen["city"]["pieces"]
        assert [sum(t["kind"] == kind for t in tiles) for kind in TILES] == s[b + hw.TILE : b + hw.TILE + 6]
        assert [sum(t["colonist"] for t in tiles if t["kind"] == kind) for kind in TILES] == s[
            b + hw.MANNED : b + hw.MANNED + 6
        ]
        assert {x["kind"]: x["colonist"] for x in city} == {BUILDINGS[x]: s[b + hw.STAFF + x] for x in s[b + hw.CITY]}
        assert seen["colonist"] + sum(x["colonist"] for x in tiles + city) == s[b + hw.MEN]
    places, supply = view["places"], view["supply"]
    assert [supply["colonist"], places["colonist_ship"]["colonist"]] == [s[hw.COLONISTS], s[hw.BOAT]]
    assert [supply[good] for good in GOODS] == s[hw.SUPPLY : hw.SUPPLY + 5]
    assert [places["trading_house"][good] for good in GOODS] == s[hw.HOUSE : hw.HOUSE + 5]
    row = [tile["kind"] for tile in places["plantation_row"]["pieces"]]
    assert [row.count(kind) for kind in TILES[:5]] == s[hw.ROW : hw.ROW + 5]
    assert view["game"]["last_round"] == bool(s[hw.LAST_ROUND])


def places_colonists(keys: tuple[str, ...]) -> bool:
    return " on " in keys[0] and not keys[0].startswith("ship")


def taken(keys: list[str], rng: random.Random) -> str:
    """An answer that lets things happen: seldom declining, often the dearest building."""
    some = [key for key in keys if not key.startswith("skip") and key not in ("done", "wait")]
    if some and some[-1].startswith("build") and rng.random() < 0.3:
        return some[-1]
    return rng.choice(some if some and rng.random() < 0.9 else keys)


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (3, 2), (4, 3), (4, 4), (5, 5)])
def test_the_ruleset_plays_as_the_yardstick(players: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    state = rw.load("puerto_rico", players=players).start(seed=seed)
    view = table(state, players)
    ships = [ship["kind"] for ship in view["places"]["port"]["pieces"]]
    drawn = [TILES.index(tile["kind"]) for tile in view["places"]["plantation_row"]["pieces"]]
    draw = hw._draw

    def drawn_by_the_ruleset(s: hw.State) -> int:
        if not s[hw.DECK_SIZE]:  # the yardstick shuffles the discards, and the tile it draws goes back
            kind = draw(s)
            if kind < 0:
                return kind
            s[hw.DECK + kind] += 1
            s[hw.DECK_SIZE] += 1
        left = [kind for kind in range(5) if s[hw.DECK + kind]]
        kind = left[0] if len(left) == 1 else drawn.pop(0)
        s[hw.DECK + kind] -= 1
        s[hw.DECK_SIZE] -= 1
        assert s[hw.DECK + kind] >= 0
        return kind

    with monkeypatch.context() as patched:
        patched.setattr(hw, "_draw", drawn_by_the_ruleset)
        patched.setattr(hw, "_below", lambda s, bound: view["game"]["governor"])
        s = hw.new(players, seed)
    monkeypatch.setattr(hw, "_draw", drawn_by_the_ruleset)
    while not state.is_over:
        decision = state.decision
        b = hw.HEAD + decision.player * hw.STRIDE
        if places_colonists(decision.keys):
            assert (s[hw.PHASE], s[hw.ACTOR]) == (hw.ASK_PLACE, b)
            while (
                not state.is_over and state.decision.player == decision.player and places_colonists(state.decision.keys)
            ):
                state.apply(rng.choice(state.decision.keys))
            staff(s, b, list(table(state, players)["players"].values())[decision.player])
            hw._end_turn(s)
            hw._mayor_turns(s)
        else:
            check_tables(s, table(state, players))
            assert b == (s[hw.CHOOSER] if s[hw.PHASE] == hw.ASK_EXTRA else s[hw.ACTOR])
            names = {key_of(s, option, ships): option for option in hw.options(s)}
            names |= _second_prospector(s, state)
            assert sorted(decision.keys) == sorted(names)
            key = taken(list(decision.keys), rng)
            before = len(state.entries())
            state.apply(key)
            lines = [line for actor, line in state.entries()[before:] if actor is None and line.startswith("draw ")]
            drawn[:] = [TILES.index(line.removeprefix("draw ")) for line in lines]
            hw.apply(s, names[key])
            assert drawn == []
    assert hw.over(s)
    check_tables(s, table(state, players))
    assert list(state.sheet().totals) == hw.scores(s)


def _second_prospector(s: hw.State, state: rw.State) -> dict[str, int]:
    """Of two prospectors whose doubloons differ the gain says which is which."""
    if "prospector_card #2" not in state.decision.keys:
        return {}
    after = state.copy()
    after.apply("prospector_card")
    seat = state.decision.player
    gain = [list(x.observe(seat=seat)["players"].values())[seat]["coin"] for x in (state, after)]
    first = hw.PROSPECTOR if s[hw.ROLES + hw.PROSPECTOR] == gain[1] - gain[0] - 1 else hw.PROSPECTOR_2
    return {"prospector_card": first, "prospector_card #2": hw.PROSPECTOR + hw.PROSPECTOR_2 - first}
