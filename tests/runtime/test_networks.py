"""Ways through networks: against all ways tried one by one, the same in C, and searched once for all their ends."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import interpreter as rw
from interpreter.loading.source import folder_from_text
from interpreter.native.building import compiler
from interpreter.runtime import networks
from interpreter.runtime.failures import Unreachable
from interpreter.runtime.rng import Rng
from tests.lockstep import engine_of, play

NODES = 6


def random_links(dice: Rng) -> tuple[tuple[int, int, int, int], ...]:
    return tuple(
        (dice.below(NODES), dice.below(NODES) - (dice.below(9) == 0) * NODES, dice.below(5) - 1, link)
        for link in range(8)
    )


def all_ways(
    links: tuple[tuple[int, int, int, int], ...], start: int, target: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each way that comes to no place twice, with what it costs."""
    for order in itertools.chain.from_iterable(itertools.permutations(links, n) for n in range(5)):
        at, cost, seen = start, 0, {start}
        for one, two, toll, _ in order:
            if at not in (one, two) or min(one, two) < 0:
                break
            at, cost = two if at == one else one, cost + max(toll, 0)
            if at in seen:
                break
            seen.add(at)
        else:
            if at == target:
                yield cost, tuple(link for *_, link in order)


@pytest.mark.parametrize("seed", range(6))
def test_no_way_is_cheaper(seed: int) -> None:
    links = random_links(Rng(seed))
    for target in range(NODES):
        known = list(all_ways(links, 0, target))
        if not known:  # of at most four links
            continue
        assert networks.distance((0,), target, links, 1) <= min(cost for cost, _ in known)
        way = networks.cheapest((0,), target, links, 1)
        if len(way) <= 4:
            assert (networks.distance((0,), target, links, 1), way) in known
            assert target in networks.within_reach((0,), min(known)[0], links, 1)


def test_where_no_way_leads() -> None:
    with pytest.raises(Unreachable):
        networks.distance((0,), 2, ((0, 1, 3, 0), (-1, 2, 1, 1)), 1)
    with pytest.raises(Unreachable):
        networks.cheapest((), 0, ((0, 1, 3, 0),), 1)


def test_a_network_is_searched_once_for_all_its_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[object] = []
    search = networks._searched

    def counted(start: Any, arcs: Any) -> Any:
        searched.append(start)
        return search(start, arcs)

    monkeypatch.setattr(networks, "_searched", counted)
    links = tuple((i, i + 1, 7, i) for i in range(41))
    assert [networks.distance((5,), i, links, 1) for i in range(42)] == [7 * abs(i - 5) for i in range(42)]
    assert len(searched) == 1


def test_the_options_of_a_decision_cost_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    towns = ", ".join(f"t{i}: {{}}" for i in range(40))
    roads = "".join(f"      r{i}: {{one: t{i}, two: t{(i + 1) % 40}, toll: {i % 5}}}\n" for i in range(40))
    text = ROVERS[: ROVERS.index("      r1:")] + roads + ROVERS[ROVERS.index("pieces:") :]
    text = text.replace("{ash: {}, oak: {}, elm: {}, fir: {}, yew: {}, isle: {}}", f"{{{towns}}}").replace(
        "to ash", "to t0"
    )
    game = rw.load(folder_from_text(f"# file: ruleset.yaml\n{text.replace('gain 4 coin', 'gain 99 coin')}"))
    state = game.start(seed=1)
    searched: list[object] = []
    search = networks._searched

    def counted(start: Any, arcs: Any) -> Any:
        searched.append(start)
        return search(start, arcs)

    monkeypatch.setattr(networks, "_searched", counted)
    state.apply("settle t1")
    assert sum(key.startswith("settle") for key in state.decision.keys) == 39
    assert len(searched) <= 4


def test_what_is_remembered_is_bounded() -> None:
    for start in range(60):
        networks.distance((start,), start, tuple((i, i + 1, start, i) for i in range(5000)), 1)
    assert networks._known.size < networks.KEPT + 20_001 and len(networks._known) <= 10


ROVERS = """
game: {id: rovers, players: [2]}
resources: {coin: {}}
menus: {turn: {}}
effects:
  road:
    attributes: {one: town, two: town, toll: int}
    kinds:
      r1: {one: ash, two: oak, toll: 4}
      r2: {one: oak, two: elm, toll: 3}
      r3: {one: ash, two: elm, toll: 9}
      r4: {one: elm, two: fir, toll: 2}
      r5: {one: yew, two: fir, toll: 8}
      r6: {one: yew, two: ash, toll: 1}
pieces:
  cart: {per: player, start: barn, kinds: {wagon: {copies: 3}}}
spaces:
  town: {pieces: cart, kinds: {ash: {}, oak: {}, elm: {}, fir: {}, yew: {}, isle: {}}}
  field: {grid: {columns: 5, rows: 4}, state: {mud: int}}
zones: {barn: {pieces: cart, per: player}}
state:
  game: {shut: {type: bool per road kind}}
  player: {far: int}
values:
  home:  {given: {p: player}, is: 'those(t in town if any(w in t if w.owner is p))'}
  price: {given: {p: player, t: town}, is: 'distance(home(p), t, r.toll + size(r.one) for r in road if not shut[r])'}
actions:
  settle:
    menu: turn
    choose: t in town if t is not in home(me)
    do: |
      require my barn is not empty
      pay price(me, t) coin
      move my barn.top to t
  walk:
    menu: turn
    choose: 'f in reachable(field[7], c.mud + 1 for c in field if c.mud < 3, 2)'
    do: |
      f.mud += 1
      my far += distance(field[1], f, c.mud for c in field)
      my far += 10 * size(cheapest(f, field[20], neighbours(c) for c in field))
  close:
    menu: turn
    choose: r in road
    do: shut[r] = not shut[r]; gain 5 coin
setup: {do: 'for p in players { if p.barn is not empty { move p.barn.top to ash }; p does { gain 4 coin } }'}
phases:
  game: {do: 'repeat 12 times { each of players does { do one of turn } }; end game'}
scoring: {categories: {money: {worth: p.coin}, far: {worth: p.far}, towns: {worth: size(home(p))}}}
"""


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
@pytest.mark.xdist_group("native")
def test_ways_are_the_same_in_c() -> None:
    game = rw.load(folder_from_text(f"# file: ruleset.yaml\n{ROVERS}"))
    engine = engine_of(game)
    assert sum(play(game, engine, seed) for seed in range(30)) > 300


def test_what_cannot_be_reached_or_paid_is_not_offered() -> None:
    game = rw.load(folder_from_text(f"# file: ruleset.yaml\n{ROVERS}"))
    state = game.start(seed=1)
    assert [k for k in state.decision.keys if k.startswith("settle")] == ["settle yew"]
    assert [state.why_not(f"settle {town}")[0].reasons[0].code for town in ("isle", "elm")] == ["unreachable", "short"]
