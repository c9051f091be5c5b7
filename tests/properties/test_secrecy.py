"""Hidden stays hidden: what a seat may not see changes nothing of what it is shown, asked, or lets a search assume."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

import interpreter as rw
from interpreter.program.layout import Layout, SlotInfo
from interpreter.runtime.machine import PENDING_CHANCE
from interpreter.runtime.rng import Rng
from interpreter.runtime.views import back_of, sees, sees_backs
from tests.properties.cases import each
from tests.properties.test_play import Supplies, check_pieces
from tests.shipped import Case, main_cases, random_choice


def hidden_from(layout: Layout, seat: int) -> dict[tuple[str, str], list[int]]:
    """Slots that the seat may not see: (kind, resource, variable or class of pieces) → their numbers."""
    out: dict[tuple[str, str], list[int]] = defaultdict(list)
    for slot, info in enumerate(layout.slots):
        if not sees(info, seat):
            out[_group(layout, info)].append(slot)
    return out


def _group(layout: Layout, info: SlotInfo) -> tuple[str, str]:
    is_zone = info.kind == "zone"
    return info.kind, (layout.places[info.index].pieces or "") if is_zone else info.name


def altered(state: rw.State, seat: int, rng: Rng) -> list[Any]:
    """The slots with what the seat may not see changed, so that every total it can know stays."""
    layout, s = state.game.program.layout, list(state.slots)
    for (kind, name), slots in hidden_from(layout, seat).items():
        if kind == "zone":
            by_back: dict[bool, list[int]] = {}
            for slot in slots:
                by_back.setdefault(sees_backs(layout.slots[slot], seat), []).append(slot)
            swap_pieces(layout, s, by_back.get(False, []), rng)
            swap_alike(layout, s, by_back.get(True, []), by_back.get(False, []), rng)
        elif kind == "player" and layout.resource(name) not in layout.supply_slots:
            for slot in slots:
                s[slot] += 1 + rng.below(5)
        elif len(slots) > 1:
            values = rng.shuffled([s[slot] for slot in slots])
            for slot, value in zip(slots, values, strict=True):
                s[slot] = value
    return s


def swap_pieces(layout: Layout, s: list[Any], slots: list[int], rng: Rng) -> None:
    """Hidden pieces of one class change places; each place keeps its number of them."""
    pool = rng.shuffled([x for slot in slots for x in s[slot]])
    for slot in slots:
        mine, pool = pool[: len(s[slot])], pool[len(s[slot]) :]
        place = slot - layout.zone_base
        s[slot] = tuple(mine if layout.places[place].ordered else sorted(mine))
        for x in mine:
            s[layout.at_base + x] = place


def swap_alike(layout: Layout, s: list[Any], seen: list[int], unseen: list[int], rng: Rng) -> None:
    """Pieces whose backs are seen change places with hidden ones that have the same back."""
    for slot in seen:
        for x in s[slot]:
            others = [y for z in unseen for y in s[z] if back_of(layout, s, y) == back_of(layout, s, x)]
            if others:
                exchange(layout, s, x, rng.pick([(y, 1) for y in others]))


def exchange(layout: Layout, s: list[Any], x: int, y: int) -> None:
    at, other = s[layout.at_base + x], s[layout.at_base + y]
    for place, old, new in ((at, x, y), (other, y, x)):
        found = [new if z == old else z for z in s[layout.zone_base + place]]
        s[layout.zone_base + place] = tuple(found if layout.places[place].ordered else sorted(found))
    s[layout.at_base + x], s[layout.at_base + y] = other, at


def positions(game: rw.Game, seed: int, every: int) -> Iterator[rw.State]:
    """Copies of the positions of a random game at every n-th decision of a player."""
    state, rng, n = game.start(seed), Rng(seed), 0
    while not state.is_over:
        if n % every == 0:
            yield state.copy()
        random_choice(state, rng)
        n += 1


def keys_in(game: rw.Game, slots: list[Any]) -> tuple[str, ...]:
    """The keys of the decision that is due."""
    pending = game.machine.run(slots)
    assert pending != PENDING_CHANCE
    return game.namer.decision(slots, pending).keys


@each(main_cases())
def test_views_and_questions_do_not_depend_on_hidden_things(case: Case) -> None:
    game, rng = case.load(), Rng(13)
    for state in positions(game, seed=13, every=9):
        for seat in range(game.players):
            other = altered(state, seat, rng)
            view = state.observe(seat)
            assert game.viewer.view(other, seat) == view
            for player, name in enumerate(game.seats):
                assert game.viewer.panel(other, player, seat) == view["players"][name]
            if state.player == seat:
                assert keys_in(game, other) == state.decision.keys


@each(main_cases())
def test_a_search_assumes_nothing_hidden(case: Case) -> None:
    """Dealing anew gives a possible position that looks the same to the seat, whatever is really hidden."""
    game, rng = case.load(), Rng(17)
    supplies = Supplies(game)
    for number, state in enumerate(positions(game, seed=17, every=15)):
        for seat in range(game.players):
            if state.player != seat:
                continue
            dealt = state.redealt(seat, number)
            assert dealt.observe(seat) == state.observe(seat)
            assert dealt.decision.keys == state.decision.keys
            supplies.check(dealt)
            check_pieces(dealt)
            really = state.copy()
            really.slots = altered(state, seat, rng)
            assert really.redealt(seat, number).slots == dealt.slots


@pytest.mark.slow
def test_some_things_are_hidden() -> None:
    """The tests above would hold for games of open information too; this one says that they had something to do."""
    changed = 0
    for case in main_cases():
        if case.modules:
            continue
        game, rng = case.load(), Rng(1)
        for state in positions(game, seed=1, every=40):
            changed += sum(altered(state, seat, rng) != state.slots for seat in range(game.players))
    assert changed > 0
