"""Batches in C: the same games as `Table` plays, the same masks and observations, number for number."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="batches are left out: the extra `research` is not installed")

import interpreter as rw  # noqa: E402
from interpreter.envs import Encoding, Table  # noqa: E402
from interpreter.envs.batch import FINISHED, Batch  # noqa: E402
from interpreter.loading.source import folder_from_text  # noqa: E402
from interpreter.native import NoNative  # noqa: E402
from interpreter.native.building import compiler  # noqa: E402
from interpreter.players import bot_named  # noqa: E402
from tests.envs.games import KUHN, encoding_of, random_ruleset, wide  # noqa: E402
from tests.properties.cases import each  # noqa: E402
from tests.shipped import Case, sample_cases  # noqa: E402

pytestmark = [
    pytest.mark.skipif(compiler() is None, reason="there is no C compiler"),
    pytest.mark.xdist_group("envs"),
]


def beside(encoding: Encoding, seed: int, steps: int, rows: int = 3, reward: str = "lead", **more: Any) -> int:
    """Step a batch and tables side by side at random, and compare all they tell. Gives how many games ended."""
    batch = Batch(encoding, rows, seed, reward=reward, **more)
    seeds = [seed + i for i in range(rows)]
    tables = [table_of(encoding, s) for s in seeds]
    dice, ended = np.random.default_rng(seed), 0
    for _ in range(steps):
        for row, table in enumerate(tables):
            assert np.flatnonzero(batch.mask[row]).tolist() == table.legal
            assert batch.player[row] == table.player
            assert batch.observation[row].tolist() == table.observation(batch.player[row])
        seat = int(dice.integers(encoding.program.players))
        assert batch.seen(rows - 1, seat).tolist() == tables[-1].observation(seat)
        actions = [int(dice.choice(table.legal)) for table in tables]
        batch.step(actions)
        for row, table in enumerate(tables):
            assert batch.taken[row] == table.step(actions[row])
            assert batch.over[row] == (FINISHED if table.is_over else 0)
            assert batch.rewards[row].tolist() == pytest.approx(table.rewards(reward))
            if table.is_over:
                ended += 1
                seeds[row] += rows
                tables[row] = table_of(encoding, seeds[row])
    return ended


def table_of(encoding: Encoding, seed: int) -> Table:
    state = encoding.game.start(seed)
    state.keeps_log = False
    return Table(encoding, state)


@pytest.mark.parametrize("reward", ["win", "score", "lead"])
def test_choices_of_many_kinds(reward: str) -> None:
    assert beside(wide(3), 1, 120, reward=reward) > 3


def test_threads_play_the_same_games() -> None:
    assert beside(encoding_of(KUHN), 5, 40, rows=5, jobs=2) > 20


@pytest.mark.parametrize("seed", [pytest.param(n, marks=() if n < 2 else pytest.mark.slow) for n in range(10)])
def test_random_rulesets(seed: int) -> None:
    beside(Encoding(rw.load(folder_from_text(random_ruleset(seed)), 2 + seed % 2)), seed, 60)


@each([Case("puerto_rico", 3), *sorted(sample_cases(), key=str)], quick=("none",))
def test_shipped_games(case: Case) -> None:
    try:
        beside(Encoding(case.load()), 3, 250, rows=2)
    except NoNative as reason:
        pytest.skip(str(reason))


def test_a_shipped_game() -> None:
    beside(encoding_of("puerto_rico", 3), 3, 400, rows=2)


def test_an_action_that_is_not_possible_changes_nothing() -> None:
    batch = Batch(encoding_of(KUHN), 2, 1)
    before = batch.observation.copy()
    for wrong in (-1, 0, 10**6):
        with pytest.raises(ValueError, match=f"the action {wrong} is not possible in game 1"):
            batch.step([int(np.argmax(batch.mask[0])), wrong])
    assert (batch.observation == before).all() and not batch.taken.any()
    with pytest.raises(ValueError, match="there is no reward"):
        Batch(encoding_of(KUHN), 2, reward="fun")
    with pytest.raises(ValueError, match="`others` is random, greedy or a list of 2"):
        Batch(encoding_of(KUHN), 2, others="clever")
    with pytest.raises(ValueError, match="at least one game"):
        Batch(encoding_of(KUHN), 0)


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_players_in_c_choose_as_bots_do(kind: str) -> None:
    encoding = wide(3)
    batch, dice = Batch(encoding, 1, 4, others=[kind, "", kind], restarts=False), np.random.default_rng(1)
    table = table_of(encoding, 4)
    bots = [bot_named(kind, 4 * 3 + p) for p in range(3)]
    while not batch.over[0]:
        while not table.is_over and table.player != 1:
            for action in table.spelled(bots[table.player or 0].index(table.state)):
                table.step(action)
        assert np.flatnonzero(batch.mask[0]).tolist() == table.legal
        assert batch.state(0).slots[2:] == [int(x) if isinstance(x, bool) else x for x in table.state.slots[2:]]
        action = int(dice.choice(table.legal))
        batch.step(action)
        table.step(action)
    while not table.is_over:
        for action in table.spelled(bots[table.player or 0].index(table.state)):
            table.step(action)
    assert batch.rewards[0].tolist() == pytest.approx(table.rewards("win"))
    assert not batch.mask.any()


def test_observations_by_name_are_views() -> None:
    batch = Batch(wide(2), 3, 1)
    fields = batch.named()
    assert fields["players/steps"].shape == (3, 2) and fields["hand"].shape == (3, 2, 2)
    assert np.shares_memory(fields["hand"], batch.observation)
