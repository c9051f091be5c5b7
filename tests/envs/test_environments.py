"""PettingZoo, Gymnasium and OpenSpiel: their own tests pass, without a warning."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

import interpreter.envs as envs
from interpreter.envs import Encoding
from interpreter.native.building import compiler
from tests.envs.games import KUHN, encoding_of, wide
from tests.players.games import ORCHARD
from tests.properties.cases import each
from tests.shipped import Case, sample_cases

LEFT_OUT = "environments are left out: the extra `research` is not installed"
pytestmark = pytest.mark.xdist_group("envs")
natives = pytest.mark.parametrize(
    "native", [False, pytest.param(True, marks=pytest.mark.skipif(compiler() is None, reason="there is no C compiler"))]
)


@pytest.fixture(autouse=True)
def no_warning() -> Iterator[None]:
    """Any warning is a failure, but for those of what a compiler was asked through, and of importing others' tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if find_spec("pettingzoo"):
            import_module("pettingzoo.test")
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ResourceWarning)
        yield


# ---- PettingZoo


@natives
def test_pettingzoo(native: bool) -> None:
    pytest.importorskip("pettingzoo", reason=LEFT_OUT)
    from pettingzoo.test import api_test, seed_test

    for encoding in (wide(3), encoding_of(KUHN)):
        api_test(envs.GameEnv(encoding, native=native, render_mode="ansi"), num_cycles=200)
        seed_test(lambda encoding=encoding: envs.GameEnv(encoding, native=native), num_cycles=100)


def test_pettingzoo_draws_the_table() -> None:
    pytest.importorskip("pettingzoo", reason=LEFT_OUT)
    env = envs.GameEnv(encoding_of(ORCHARD, 3), render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None and '"trees": 0' in text and '"coin": null' in text
    with pytest.raises(ValueError, match="render_mode is None or `ansi`"):
        envs.GameEnv(encoding_of(KUHN), render_mode="human")


def test_both_forms_of_an_environment_play_alike() -> None:
    pytest.importorskip("pettingzoo", reason=LEFT_OUT)
    if compiler() is None:
        pytest.skip("there is no C compiler")
    import numpy as np

    here, there = (envs.GameEnv(wide(2), reward="lead", native=native, mask_in="observation") for native in (0, 1))
    dice = np.random.default_rng(3)
    for seed in (1, None):
        here.reset(seed=seed)
        there.reset(seed=seed)
        while here.agents:
            assert here.agent_selection == there.agent_selection and here.rewards == there.rewards
            for agent in here.agents:
                mine, theirs = here.observe(agent), there.observe(agent)
                assert (mine["observation"] == theirs["observation"]).all()
                assert (mine["action_mask"] == theirs["action_mask"]).all()
            possible = np.flatnonzero(here.infos[here.agent_selection]["action_mask"])
            action = int(dice.choice(possible)) if len(possible) else None
            here.step(action)
            there.step(action)
        assert there.agents == []


@each(sorted(sample_cases(), key=str), quick=("puerto_rico",))
def test_pettingzoo_plays_shipped_games(case: Case) -> None:
    pytest.importorskip("pettingzoo", reason=LEFT_OUT)
    from pettingzoo.test import api_test

    api_test(envs.GameEnv(case.load(), native=False), num_cycles=60)


# ---- Gymnasium


@natives
@pytest.mark.parametrize("bots", ["random", ["greedy", "mcts:5"]])
def test_gymnasium(native: bool, bots: Any) -> None:
    pytest.importorskip("gymnasium", reason=LEFT_OUT)
    import numpy as np
    from gymnasium.utils.env_checker import check_env

    encoding = encoding_of(ORCHARD, 3)
    check_env(envs.SeatEnv(encoding, seat=1, bots=bots, native=native, illegal="replace"), skip_render_check=True)
    env = envs.SeatEnv(encoding, seat=1, bots=bots, native=native)
    seen, info = env.reset(seed=7)
    over = False
    while not over:
        assert env.action_masks().any()
        seen, reward, over, cut, info = env.step(int(np.argmax(info["action_mask"])))
        assert not cut and 0 <= reward <= 1
    with pytest.raises(ValueError, match="is not possible"):
        env.step(0)


def test_gymnasium_refuses_what_it_cannot_do() -> None:
    pytest.importorskip("gymnasium", reason=LEFT_OUT)
    with pytest.raises(ValueError, match="there is no seat 3"):
        envs.SeatEnv(wide(3), seat=3)
    with pytest.raises(ValueError, match="2 bots are needed, not 1"):
        envs.SeatEnv(wide(3), bots=["random"])
    with pytest.raises(ValueError, match="there is no bot `clever`"):
        envs.SeatEnv(wide(3), bots="clever")
    with pytest.raises(ValueError, match="mask_in is one of"):
        envs.SeatEnv(wide(3), mask_in="hat")
    with pytest.raises(ValueError, match="illegal is `refuse` or `replace`"):
        envs.SeatEnv(wide(3), illegal="fly")


# ---- OpenSpiel


def spiel(encoding_text: str) -> Any:
    pyspiel = pytest.importorskip("pyspiel", reason=LEFT_OUT)
    assert envs.SpielGame
    return pyspiel.load_game(encoding_text)


def test_openspiel() -> None:
    """Its own test plays games at random with copies, saving and chance; then a clone goes its own way."""
    game = spiel(f"rulewright(game={KUHN},reward=lead)")
    import pyspiel

    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert state.is_chance_node() and [p for _, p in state.chance_outcomes()] == [1 / 3] * 3
    for _ in range(2):
        state.apply_action(state.chance_outcomes()[0][0])
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert state.current_player() == 0 and other.current_player() == 1
    assert state.action_to_string(0, state.legal_actions()[0]) == "betting: pass"
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, other))[1]
    assert again.history() == other.history() and str(again) == str(other)
    assert again.information_state_string(1) == other.information_state_string(1)


def test_the_exploitability_of_kuhn_poker_is_what_is_known() -> None:
    """Uniform play: 11/24 (Kuhn 1950; open_spiel's own game has it too); play that has learnt: near 0, and the first
    player loses 1/18. The reward is a lead, twice what is won."""
    game = spiel(f"rulewright(game={KUHN},reward=lead)")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    uniform = policy.UniformRandomPolicy(game)
    assert exploitability.exploitability(game, uniform) / 2 == pytest.approx(11 / 24)
    assert [len(states) for states in policy.TabularPolicy(game).states_per_player] == [6, 6]
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    learnt = solver.average_policy()
    assert exploitability.exploitability(game, learnt) < 0.02
    value = expected_game_score.policy_value(game.new_initial_state(), [learnt, learnt])
    assert value[0] / 2 == pytest.approx(-1 / 18, abs=0.003)


def test_information_states_tell_no_more_than_is_seen() -> None:
    """Of two games that differ in what a seat may not see, it has the same information states."""
    game = spiel(f"rulewright(game={KUHN},reward=lead)")
    states = []
    for second in (0, 1):
        state = game.new_initial_state()
        state.apply_action(0)
        state.apply_action(second)
        state.apply_action(state.legal_actions()[1])
        states.append(state)
    assert states[0].information_state_string(0) == states[1].information_state_string(0)
    assert states[0].observation_string(0) == states[1].observation_string(0)
    assert states[0].information_state_string(1) != states[1].information_state_string(1)
    table = states[0].determinized(1, 3)
    assert Encoding.observation(table.encoding, table.state, 1) == states[0].table.observation(1)


def test_openspiel_plays_puerto_rico() -> None:
    game = spiel("rulewright(game=puerto_rico,players=3)")
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal() and steps < 300:
        legal = state.legal_actions()
        state.apply_action(legal[steps % len(legal)])
        steps += 1
    assert steps > 100 and len(state.observation_tensor(0)) == game.encoding.size


# ---- without the extras


def test_a_missing_extra_is_named() -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['pettingzoo', 'numpy']))\n"
        "import rulewright.envs as envs\nassert envs.Encoding\nenvs.GameEnv"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "`GameEnv` needs pettingzoo: pip install 'rulewright[research]'" in made.stderr
