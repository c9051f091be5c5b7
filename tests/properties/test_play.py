"""Random play of every shipped game in every shape: it goes on to an end, and nothing is lost on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import interpreter as rw
from interpreter.runtime.rng import Rng
from tests.properties.cases import each
from tests.shipped import MOST_DECISIONS, Case, all_cases, main_cases, option_cases, random_choice

Check = Callable[[rw.State], None]


def play(game: rw.Game, seed: int, check: Check) -> rw.State:
    """A game of random choices, chance's too, checked at every decision and at the end. A dead end raises GameFault."""
    state, rng = game.start(seed, ask_chance=True), Rng(seed)
    state.keeps_log = False
    for _ in range(MOST_DECISIONS):
        check(state)
        if state.is_over:
            return state
        random_choice(state, rng)
    raise AssertionError(f"no end within {MOST_DECISIONS} decisions (seed {seed})")


# ---- what holds in every position


class Supplies:
    """Conservation: of a resource with a limited supply there is always, over all holders, what the box held."""

    def __init__(self, game: rw.Game) -> None:
        layout = game.program.layout
        self.slots = {layout.resources[r]: sorted(layout.holder_slots(r).values()) for r in layout.supply_slots}
        self.totals = self.count(list(layout.start))

    def count(self, slots: list[object]) -> dict[str, int]:
        return {name: sum(slots[i] for i in where) for name, where in self.slots.items()}  # type: ignore[misc]

    def check(self, state: rw.State) -> None:
        assert self.count(state.slots) == self.totals


def check_pieces(state: rw.State) -> None:
    """Every piece lies in one place, or in the box; places and pieces agree on it; no place holds too many."""
    layout, s = state.game.program.layout, state.slots
    lying: dict[int, int] = {}
    for number, place in enumerate(layout.places):
        pieces = s[layout.zone_base + number]
        for x in pieces:
            assert x not in lying, f"piece {x} lies in {place.zone} and in {layout.places[lying[x]].zone}"
            lying[x] = number
        assert place.ordered or list(pieces) == sorted(pieces)
        assert place.limit is None or place.pieces is None or len(pieces) <= place.limit
    for x in range(len(layout.pieces)):
        assert s[layout.at_base + x] == lying.get(x, -1)


def check_keys(state: rw.State) -> None:
    """Somebody has something to decide, by keys that are distinct, one line each, and in no need of trimming."""
    if state.is_over:
        return
    decision = state.decision
    assert decision.choices
    assert decision.player == state.player
    repeated = [key for key, n in Counter(decision.keys).items() if n > 1]
    assert repeated == []
    assert [key for key in decision.keys if key != " ".join(key.split()) or not key] == []
    assert len(decision.weights) == (len(decision.choices) if decision.player is None else 0)
    assert all(weight > 0 for weight in decision.weights)


def check_sheet(state: rw.State) -> None:
    """The final sheet adds up: totals are sums, the best rank is 1, and winners are those who have it."""
    sheet = state.sheet()
    seats = range(state.game.players)
    for p in seats:
        assert sheet.totals[p] == sum(points[p] for points in sheet.categories.values())
    assert min(sheet.ranks) == 1
    assert sheet.ranks == tuple(1 + sum(other < sheet.ranks[p] for other in sheet.ranks) for p in seats)
    assert all(sheet.ranks[p] == 1 for p in sheet.winners)


def keeps_everything(case: Case, games: int) -> None:
    """Random games of a case end, lose nothing and add up."""
    game = case.load()
    supplies = Supplies(game)

    def check(state: rw.State) -> None:
        supplies.check(state)
        check_pieces(state)

    for seed in range(games):
        check_sheet(play(game, seed, check))


@each(all_cases())
def test_play_ends_and_keeps_everything(case: Case) -> None:
    keeps_everything(case, 2)


@each(main_cases())
def test_keys_are_stable_names(case: Case) -> None:
    play(case.load(), 11, check_keys)


@each(main_cases())
def test_telling_what_is_forced_changes_nothing(case: Case) -> None:
    """`carry_out` goes on as `apply_choice` does, and what it tells of are positions with one thing to do."""
    state, rng = case.load().start(5, ask_chance=True), Rng(5)
    told = 0
    while not state.is_over:
        choices = state.decision.choices
        choice = choices[rng.below(len(choices))]
        other = state.copy()
        forced = [event.at for event in other.carry_out(choice) if not event.id]
        state.apply_choice(choice)
        assert (other.slots, other.is_over, other.player) == (state.slots, state.is_over, state.player)
        assert all(len(at.decision.choices) == 1 for at in forced)
        told += len(forced)
    assert told > 0


@each(main_cases())
def test_many_quick_games_end(case: Case) -> None:
    """Through the fast way without keys, which must decide no less than the one with keys."""
    game = case.load()
    for seed in range(20):
        asked, decided = game.playout(seed)
        assert 0 < decided <= asked <= MOST_DECISIONS


@each(option_cases())
def test_every_option_plays(case: Case) -> None:
    game = case.load()
    supplies = Supplies(game)
    for seed in range(2):
        check_sheet(play(game, seed, supplies.check))


def test_the_check_notices_a_unit_too_many() -> None:
    game = next(case.load() for case in main_cases() if case.load().program.layout.supply_slots)
    supplies = Supplies(game)
    state = game.start(1)
    name, where = next(iter(supplies.slots.items()))
    state.slots[where[0]] += 1
    assert supplies.count(state.slots)[name] == supplies.totals[name] + 1
