"""Actions and observations derived from a ruleset: every option can be spelled, and nothing hidden is told."""

from __future__ import annotations

import subprocess
import sys

import pytest

import interpreter as rw
from interpreter.encoding.encoding import rewards
from interpreter.envs import Encoding, EncodingMismatch, Table
from interpreter.loading.source import folder_from_text
from interpreter.runtime.rng import Rng
from tests.envs.games import KUHN, encoding_of, random_ruleset, wide
from tests.players.games import ORCHARD
from tests.properties.cases import each
from tests.shipped import Case, recorded_cases


def played(encoding: Encoding, seed: int, most: int = 10_000) -> list[Table]:
    """The tables of a game of random actions, as they were before each action."""
    table, dice, out = Table(encoding, encoding.game.start(seed)), Rng(seed), []
    while not table.is_over and len(out) < most:
        out.append(table.copy())
        table.step(table.legal[dice.below(len(table.legal))])
    return out


def check_spelling(table: Table, every: int = 1) -> None:
    """Each option is reached by its actions, and by no other's."""
    for number, option in list(enumerate(table.state.options))[::every]:
        new = table.copy()
        for action in table.spelled(number):
            assert action in new.legal
            taken = new.step(action)
        assert taken
        wanted = table.state.copy()
        wanted.apply_option(option)
        assert new.state.slots == wanted.slots


def check_hiding(table: Table, seed: int) -> None:
    """What a seat sees and may do stays the same when all that is hidden from it is dealt anew."""
    encoding, game, state = table.encoding, table.encoding.game, table.state
    for seat in range(encoding.program.players):
        other = game.at(game.dealer.redealt(state.slots, seat, Rng(seed)), state.options)
        assert encoding.observation(other, seat, table.chosen) == table.observation(seat)
        if table.player == seat and not table.chosen:
            assert Table(encoding, state.redealt(seat, seed)).legal == table.legal


def test_actions_have_names_that_stay() -> None:
    assert encoding_of(KUHN).actions[-3:] == ("skip betting", "betting: pass", "betting: bet")
    encoding = encoding_of("puerto_rico", 3)
    assert len(set(encoding.actions)) == len(encoding.actions) < 600
    assert {"constructing: build", "constructing: build b=small_market", "skip constructing"} <= {*encoding.actions}


def test_a_choice_of_several_things_is_asked_one_after_another() -> None:
    encoding = wide(2)
    table = Table(encoding, encoding.game.start(1))
    names = encoding.actions
    assert {names[a] for a in table.legal} >= {"m: name_it", "m: owe", "m: send", "skip m"}
    table.step(names.index("m: name_it"))
    assert not table.step(names.index("number 32 times 2"))
    assert [names[a] for a in table.legal][:2] == ["m: name_it n=0", "m: name_it n=1"]
    assert table.observation(table.player or 0) != Table(encoding, table.state).observation(table.player or 0)
    assert table.step(names.index("m: name_it n=7"))
    assert table.state.observe(0)["players"]["a"]["steps"] == 71


def test_an_action_that_is_not_possible_is_refused_with_those_that_are() -> None:
    table = Table(encoding_of(KUHN), encoding_of(KUHN).game.start(1))
    with pytest.raises(ValueError, match=r"the action 0 is not possible here; possible are .*\(betting: pass\)"):
        table.step(0)
    while not table.is_over:
        table.step(table.legal[0])
    with pytest.raises(ValueError, match="the game is over"):
        table.step(0)


@pytest.mark.parametrize("players", [2, 3])
def test_every_option_can_be_spelled(players: int) -> None:
    tables = [table for table in played(wide(players), 1) if table.is_whole]
    assert max(len(table.state.options) for table in tables) > 100
    for table in tables:
        check_spelling(table, 7)


def test_what_is_hidden_is_not_told() -> None:
    """The permutation test; dealing anew does change the tables it is done on."""
    changed = 0
    for encoding in (wide(3), encoding_of(ORCHARD, 3), encoding_of(KUHN)):
        for seed in range(3):
            for table in played(encoding, seed):
                check_hiding(table, seed + 77)
                changed += table.state.redealt(0, seed + 77).slots != table.state.slots
    assert changed > 100


def test_an_observation_tells_what_is_seen() -> None:
    """The other half of the permutation test: what a seat does see is there."""
    encoding = encoding_of(ORCHARD, 3)
    state = encoding.game.start(1)
    seen, fields = encoding.observation(state, 0), encoding.fields
    assert seen[fields["players/coin"].offset] == state.observe(0)["players"]["a"]["coin"] == 2
    assert fields["players/coin"].shape == (1,)  # that of the others has no place
    assert fields["players/trees"].axes == (("me", "next", "next2"),)
    hand = fields["hand"]
    cards = [piece["kind"] for piece in state.observe(0)["players"]["a"]["hand"]["pieces"]]
    counts = seen[hand.offset : hand.offset + hand.size]
    assert [int(n) for n in counts] == [cards.count(kind) for kind in ("leaf", "bud", "fruit")]
    assert [int(n) for n in seen[fields["hand size"].offset :][:2]] == [2, 2]


def test_seats_are_seen_from_who_looks() -> None:
    encoding = wide(3)
    state = encoding.game.start(1)
    key = next(key for key in state.decision.keys if key == "name_it 5")
    state.apply(key)
    steps, leader = encoding.fields["players/steps"].offset, encoding.fields["game/leader"].offset
    for seat in range(3):
        seen = encoding.observation(state, seat)
        assert seen[steps + (0 - seat) % 3] == 5 and sum(seen[steps : steps + 3]) == 5
        assert seen[leader + (0 - seat) % 3] == 1 and sum(seen[leader : leader + 3]) == 1
    with pytest.raises(ValueError, match="there is no seat 3"):
        encoding.observation(state, 3)


def test_rewards() -> None:
    encoding = encoding_of(ORCHARD, 3)
    last = played(encoding, 1)[-1]
    assert last.rewards("win") == [0.0, 0.0, 0.0]
    last.step(last.legal[0])
    assert last.is_over
    sheet = last.state.sheet()
    assert sum(last.rewards("win")) == 1 and last.rewards("score") == [float(n) for n in sheet.totals]
    lead = last.rewards("lead")
    assert sorted(lead)[-1] >= 0 and lead.index(max(lead)) == sheet.totals.index(max(sheet.totals))
    with pytest.raises(ValueError, match="there is no reward `fun`; there are: win, score, lead"):
        rewards(sheet, "fun")


def test_the_hash_says_whether_numbers_mean_the_same() -> None:
    """Another kind of card, another number of players: another encoding; the same ruleset in another process: not."""
    encoding = encoding_of(KUHN)
    text = KUHN.read_text()
    assert Encoding(rw.load(folder_from_text(text), 2)).hash == encoding.hash
    more = text.replace("king:  {rank: 3}", "king: {rank: 3}\n      ace: {rank: 4}")
    other = Encoding(rw.load(folder_from_text(more), 2))
    assert other.hash != encoding.hash and encoding_of(ORCHARD, 2).hash != encoding_of(ORCHARD, 3).hash
    encoding.require(encoding.hash)
    with pytest.raises(EncodingMismatch, match=f"made for the encoding {other.hash}, but kuhn .* has {encoding.hash}"):
        encoding.require(other.hash)
    code = f"import rulewright as rw, rulewright.envs; print(rulewright.envs.Encoding(rw.load({str(KUHN)!r})).hash)"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert made.stdout.strip() == encoding.hash


def check(encoding: Encoding, seed: int, every: int) -> None:
    """Spelling and hiding at some of the positions of a game."""
    for number, table in enumerate(played(encoding, seed, 400)):
        if number % every == 0:
            check_hiding(table, number)
            if table.is_whole:
                check_spelling(table, 5)


@pytest.mark.parametrize("seed", range(10))
def test_random_rulesets(seed: int) -> None:
    for players in (2, 3):
        check(Encoding(rw.load(folder_from_text(random_ruleset(seed)), players)), seed, 3)


@each(recorded_cases(), quick=("puerto_rico", "santa_maria"))
def test_shipped_games(case: Case) -> None:
    check(Encoding(case.load()), 1, 40)
