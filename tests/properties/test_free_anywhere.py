"""Free actions between the answers of every kind of decision: nothing falls below 0 or exceeds what there is room for,
nothing is lost, and what is offered can be carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from interpreter import pipeline
from interpreter.loading.source import folder_from_text, shipped_games
from interpreter.program import FREE
from interpreter.runtime.rng import Rng
from tests.properties.test_play import Supplies, check_pieces
from tests.shipped import random_choice

RULES = """game: {id: fair, players: [2]}
state: {game: {dues: {type: int, start: 2}}}
resources:
  coin: {}
  gold: {pays_for: coin}
  wood: {group: good}
  clay: {group: good}
  wool: {group: good, supply: 8, limit: 3}
  gem: {supply: 3, limit: 2, overflow: {do: 'may sell_it { gain 2 coin }'}, group: jewel}
  pearl: {supply: 3, group: jewel}
  hand: {supply: 12, held_by: [player, bowl, hut]}
pieces:
  card:
    start: pile
    attributes: {cost: bag, price: int}
    kinds:
      inn: {cost: '2 good', price: 1}
      mill: {cost: '1 wood, 2 coin', price: 3}
      barn: {cost: '1 good, 1 coin', price: 2}
      shed: {cost: '2 wood, 1 clay, -1 good', price: 4}
      fort: {cost: '3 coin, 1 jewel', price: 5}
  hut: {start: town, holds: [hand], limit: 2, kinds: {north: {}, south: {}, west: {}}}
zones:
  pile: {pieces: card}
  spent: {pieces: card}
  town: {pieces: hut}
  mine: {pieces: card, per: player, limit: 3}
  table: {pieces: card, per: player}
spaces: {bowl: {kinds: {left: {}, right: {}}}}
values: {affordable: {given: {p: player}, is: those(c in pile if c.price <= p.coin)}}
setup:
  do: |
    for p in players { p does { gain 3 coin, 2 gold, 2 wood, 2 clay, 2 wool, 1 gem, 4 hand } }
    let n = 0
    for c in pile { n += 1; if n <= 2 { if possible { move c to players[1].mine } } }
free:
  sell:  {window: my decisions, limit: 3 times per visit, do: 'pay 1 good; gain 1 coin'}
  trade: {window: my decisions, limit: 2 times per visit, do: 'pay 1 coin; gain 1 good'}
  melt:  {window: my decisions, limit: once per visit, do: 'pay 1 gold; gain 1 clay'}
  lend:  {window: my decisions, limit: 2 times per visit, do: lose 2 wood}
  find:  {window: my decisions, limit: once per visit, do: gain 1 jewel}
  junk:  {window: my decisions, limit: once per visit, choose: c in my mine, do: move c to spent}
  fetch: {window: my decisions, limit: once per visit, choose: c in pile, do: move c to my mine}
  man:   {window: my decisions, limit: 2 times per visit, choose: h in town if h.free > 0, do: move 1 hand to h}
  call:  {window: my decisions, limit: once per visit, choose: h in town if h.hand > 0, do: move 1 hand from h to me}
  raise: {window: my decisions, limit: once per visit, do: dues += 1}
  ease:  {window: my decisions, limit: once per visit, do: 'require dues > 0; dues -= 1'}
  rob:   {window: my decisions, limit: once per visit, choose: p in players if p is not me, do: take 1 coin from p}
phases:
  game: {do: 'repeat 2 times { each of players does { do visit } }; end game'}
  visit:
    do: |
      TEXT
scoring: {categories: {coins: {worth: p.coin}}}
"""

KINDS = {
    "payment of a group": "may act { pay dues good; gain 3 coin }",
    "payment after payment": "may act { pay 1 good, 2 coin, 1 good; gain 1 gold }",
    "payment with stand-ins": "may act { pay dues + 1 coin; gain 2 wood }",
    "payment of a bag with stand-ins": "may act { pay [2 coin, 1 wood, 1 good]; gain 1 clay }",
    "payment of a bag": "may act { choose c in pile; pay c.cost; move c to my table }",
    "payment of one or the other": "may act { pay 2 wood or 2 good or 1 gold; gain 1 clay }",
    "loss": "lose dues + 1 good",
    "loss to somebody": "lose dues good to me.next",
    "gain with limits": "gain dues + 1 good",
    "gain with overflow": "gain 2 jewel",
    "taking": "may act { take 2 good from me.next }",
    "up to so many": "choose up to dues of my mine as got; move got to my table",
    "exactly so many": "may act { choose 2 of my mine as got; move got to my table }",
    "any number": "choose any number of affordable(me) as got; for c in got { lose c.price coin; move c to my table }",
    "one from a value": "may buy { choose c in affordable(me); pay c.price coin; move c to my table }",
    "distribution": "distribute all hand among h in town at most h.free",
    "distribution of some": "distribute dues hand among b in bowl at most 1 + b.hand",
    "split": "split up to my coin among g in good at most dues as share; for g in good { lose share[g] g }",
    "split of all": "split min(2, my coin) among g in good at most 2 as some; for g in good { lose some[g] g }",
    "branches": "choose { pay_it if my coin > 1 { pay 2 coin } give { lose 1 good } rest {} }",
    "again and again": "may up to 3 times again { pay 1 good; gain 1 coin }",
    "a bid": "choose n in 0..my coin; lose n coin",
    "a place": "if any(h in town if h.free > 0) and my hand > 0 { choose h in town if h.free > 0; lose 1 hand to h }",
    "answers in secret": (
        "simultaneously each of players does { choose up to 2 of my mine as bid }\n"
        "      for p in players { p does { move bid[p] to my table } }"
    ),
    "if it can be": "if possible { choose 2 of affordable(me) as got; move got to my table } else { gain 1 coin }",
    "a draw between": "may act { pay 1 good; draw 1 from pile to spent as c; lose 1 good }",
}


def fair(text: str) -> rw.Game:
    return pipeline.load(folder_from_text(RULES.replace("TEXT", text)))


def is_free(option: object) -> bool:
    return type(option) is tuple and len(option) > 0 and type(option[0]) is int and option[0] >= FREE


def check_counters(state: rw.State) -> None:
    """No counter is below 0, but of what may be, and none above its limit."""
    layout, model = state.game.program.layout, state.game.model
    for r, name in enumerate(layout.resources):
        decl = model.resources[name]
        slots = layout.holder_slots(r)
        for holder, slot in slots.items():
            n = state.slots[slot]
            assert n >= 0 or decl.below_zero, f"{name} of holder {holder}: {n}"
            if holder < layout.players and decl.limit is not None and decl.limit.span.text.isdigit():
                assert n <= int(decl.limit.span.text), f"{name} of holder {holder}: {n}"


def check_asked_anew(state: rw.State) -> None:
    """A decision that has just come asks the same where it is asked anew in an unchanged position."""
    machine, frame = state.game.machine, state.slots[0]
    again = machine.again.get(frame[0])
    names = state.game.program.decisions[frame[0]].locals
    answered = any(frame[2 + names.index(name)] for name in ("chosen", "paid") if name in names)
    if again is not None and not answered:
        anew = state.slots[:]
        again(anew, anew[0])
        assert anew[0] == frame
        assert machine.list[frame[0]](anew, anew[0]) == machine.list[frame[0]](state.slots, frame)


def check_either_way(state: rw.State, rng: Rng) -> bool:
    """A free action after an answer that leads to the next question, or before it: where the position is the same, so
    is what is asked. Whether there was such a pair."""
    choices = state.decision.choices
    go = choices[rng.below(len(choices))]
    after = state.copy()
    after.apply_choice(go)
    label = after.slots[0][0] if not after.is_over and after.player == state.player else -1
    if is_free(go.option) or label in (-1, state.slots[0][0]):
        return False
    free = [c.key for c in after.decision.choices if c.is_free and c.key in state.decision.keys]
    if not free:
        return False
    key = free[rng.below(len(free))]
    first = state.copy()
    first.apply(key)
    if first.is_over or first.slots[0][0] != state.slots[0][0] or go.key not in first.decision.keys:
        return False
    first.apply(go.key)
    after.apply(key)
    if [x.is_over or x.slots[0][0] != label for x in (first, after)] != [False, False] or first.slots[
        1:
    ] != after.slots[1:]:
        return False
    assert first.decision.keys == after.decision.keys
    return True


def play(game: rw.Game, seed: int, most: int, trying: int) -> tuple[int, int]:
    """A random game with many free actions: how many were taken, and how many were compared with themselves taken
    earlier. trying: at one in so many decisions all options are carried out."""
    state, rng = game.start(seed, ask_chance=True), Rng(seed)
    state.keeps_log = False
    supplies = Supplies(game)
    taken = compared = 0
    before = -1
    for _ in range(most):
        check_counters(state)
        supplies.check(state)
        check_pieces(state)
        if state.is_over:
            break
        if state.player is None:
            random_choice(state, rng)
            before = -1
            continue
        if state.slots[0][0] != before:
            check_asked_anew(state)
        before = state.slots[0][0]
        choices = state.decision.choices
        if rng.below(trying) == 0:
            for choice in choices:
                game.machine.apply(state.slots[:], choice.option)
            compared += check_either_way(state, rng)
        free = [c for c in choices if is_free(c.option)]
        if free and rng.below(2):
            taken += 1
            choices = tuple(free)
        state.apply_choice(choices[rng.below(len(choices))])
    return taken, compared


@pytest.mark.parametrize("kind", KINDS)
def test_free_actions_between_answers_break_nothing(kind: str) -> None:
    game = fair(KINDS[kind])
    taken, compared = map(sum, zip(*(play(game, seed, 400, trying=3) for seed in range(3)), strict=True))
    assert taken and compared


SAMPLE = ("puerto_rico", "tzolkin")


@pytest.mark.parametrize(
    "name", [pytest.param(game, marks=() if game in SAMPLE else pytest.mark.slow) for game in shipped_games()]
)
def test_free_actions_in_shipped_games_break_nothing(name: str, tmp_path: Path) -> None:
    """A module adds free actions that give and take every resource, at any decision of any game."""
    layout = rw.load(name, 3).program.layout
    lines = [f"module: {{id: {tmp_path.name}}}", "free:", "  add:"]
    for resource in (layout.resources[r] for r in layout.player_arrays):
        for verb in ("lose", "gain"):
            limit = "limit: 4 times per game"
            lines.append(f"    {verb}_{resource}_freely: {{window: my decisions, {limit}, do: {verb} 1 {resource}}}")
    (tmp_path / "module.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    game = rw.load(name, 3, modules=[tmp_path])
    taken, _ = play(game, 1, 250, trying=16)
    assert taken
