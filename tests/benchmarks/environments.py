"""How many steps a second environments make, side by side in one run: `python -m tests.benchmarks.environments`.

A step is one action of a learner, with what comes back: observation, mask, reward. Who chooses takes any possible
action; choosing is not counted for batches, where it is the same numpy for all, and counted for single environments.
Everybody is measured in turns, several times, in time of the processor, so that a busy machine is busy for all. What is
not installed is left out with a line: catanatron's environment needs `pip install --no-deps catanatron-gym==4.0.0`
beside the extra `bench`, PettingZoo's classics need pygame.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

Run = Callable[[], float]
"""Plays for about the seconds that it was made with, and gives steps per second."""


def stepping(step: Callable[[], Any], seconds: float) -> float:
    """How often a function can be called in a second."""
    n, begin = 0, time.process_time()
    while (gone := time.process_time() - begin) < seconds:
        for _ in range(20):
            step()
        n += 20
    return n / gone


def batch(game: str, players: int, n: int, seconds: float, jobs: int) -> Run:
    import numpy as np

    import interpreter as rw
    from interpreter.envs import Batch, Encoding

    made = Batch(Encoding(rw.load(game, players)), n, jobs=jobs)
    dice = np.random.default_rng(1)

    def run() -> float:
        spent, steps, begin = 0.0, 0, time.process_time()
        while time.process_time() - begin < seconds:
            actions = (made.mask * dice.random(made.mask.shape, np.float32)).argmax(1)
            before = time.process_time()
            made.step(actions)
            spent += time.process_time() - before
            steps += n
        return steps / spent

    return run


def single(game: str, players: int, seconds: float, native: bool) -> Run:
    import numpy as np

    import interpreter as rw
    from interpreter.envs import SeatEnv

    env, dice = SeatEnv(rw.load(game, players), native=native), np.random.default_rng(1)
    _, info = env.reset(seed=1)

    def step() -> None:
        nonlocal info
        _, _, over, cut, info = env.step(dice.choice(np.flatnonzero(info["action_mask"])))
        if over or cut:
            _, info = env.reset()

    return lambda: stepping(step, seconds)


def catanatron(seconds: float) -> Run:
    import catanatron_gym  # noqa: F401
    import gymnasium
    import numpy as np

    env, dice = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True), np.random.default_rng(1)
    _, info = env.reset(seed=1)

    def step() -> None:
        nonlocal info
        _, _, over, cut, info = env.step(dice.choice(info["valid_actions"]))
        if over or cut:
            _, info = env.reset()

    return lambda: stepping(step, seconds)


def classic(name: str, seconds: float) -> Run:
    import importlib

    import numpy as np

    env, dice = importlib.import_module(f"pettingzoo.classic.{name}").env(), np.random.default_rng(1)
    env.reset(seed=1)

    def step() -> None:
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
        else:
            env.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))

    return lambda: stepping(step, seconds)


def spiel(name: str, seconds: float) -> Run:
    import numpy as np
    import open_spiel.python.games  # noqa: F401
    import pyspiel

    import interpreter.envs.spiel

    assert interpreter.envs.spiel
    game, dice = pyspiel.load_game(name), np.random.default_rng(1)
    state = game.new_initial_state()
    sees = game.get_type().provides_observation_tensor

    def step() -> None:
        nonlocal state
        while state.is_terminal() or state.is_chance_node():
            if state.is_terminal():
                state = game.new_initial_state()
                continue
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(outcomes, p=weights)))
        if sees:
            state.observation_tensor(state.current_player())
        state.apply_action(int(dice.choice(state.legal_actions())))

    return lambda: stepping(step, seconds)


def contenders(seconds: float, jobs: int) -> Iterator[tuple[str, Callable[[], Run]]]:
    for game, players in (("puerto_rico", 3), ("tzolkin", 2), ("santa_maria", 2), ("nova_roma", 2), ("archipelago", 2)):
        yield f"{game} {players}, batch of 1024", lambda g=game, p=players: batch(g, p, 1024, seconds, jobs)
        yield f"{game} {players}, one seat", lambda g=game, p=players: single(g, p, seconds, True)
    yield "puerto_rico 3, one seat, in Python", lambda: single("puerto_rico", 3, seconds, False)
    yield "catanatron_gym, one seat", lambda: catanatron(seconds)
    for name in ("tictactoe_v3", "connect_four_v3"):
        yield f"pettingzoo {name}", lambda name=name: classic(name, seconds)
    for name in ("python_kuhn_poker", "python_tic_tac_toe", "kuhn_poker", "connect_four", "backgammon",
                 "rulewright(game=puerto_rico,players=3)"):  # fmt: skip
        yield f"open_spiel {name}", lambda name=name: spiel(name, seconds)


def sizes(games: int) -> None:
    """Print how large the shipped games are: random games of the fewest and the most players, chance asked."""
    import interpreter as rw
    from interpreter.envs import Encoding, Table
    from interpreter.loading.source import shipped_games
    from interpreter.runtime.rng import Rng
    from tests.shipped import players_of

    print("| game | players | actions | observation | fields | actions in a game | possible | chance nodes |")
    print("|---|---|---|---|---|---|---|---|")
    for game in shipped_games():
        for players in sorted({min(players_of(game, ())), max(players_of(game, ()))}):
            encoding, dice = Encoding(rw.load(game, players)), Rng(1)
            asked = possible = chance = 0
            for seed in range(games):
                state = encoding.game.start(seed, ask_chance=True)
                state.keeps_log = False
                table = Table(encoding, state)
                while not table.is_over:
                    if table.player is None:
                        chance += 1
                        state.apply_choice(state.decision.choices[dice.pick(list(enumerate(state.decision.weights)))])
                        table = Table(encoding, state)
                    else:
                        asked += 1
                        possible += len(table.legal)
                        table.step(table.legal[dice.below(len(table.legal))])
            row = [game, players, f"{len(encoding.actions):,}", f"{encoding.size:,}", len(encoding.fields)]
            row += [f"{asked / games:,.0f}", f"{possible / asked:.1f}", f"{chance / games:,.0f}"]
            print(f"| {' | '.join(map(str, row))} |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="for one measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="threads of a batch")
    parser.add_argument("words", nargs="*", help="only those whose name has one of these")
    parser.add_argument("--sizes", type=int, metavar="GAMES", help="how large the shipped games are, instead")
    args = parser.parse_args()
    if args.sizes:
        sizes(args.sizes)
        return 0
    warnings.simplefilter("ignore")
    runs: dict[str, Run] = {}
    for name, make in contenders(args.seconds, args.jobs):
        if not args.words or any(word in name for word in args.words):
            try:
                runs[name] = make()
            except ImportError as missing:
                print(f"left out: {name} ({missing})", file=sys.stderr)
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(args.rounds):
        for name, run in runs.items():
            found[name].append(run())
    peer = statistics.median(found.get("catanatron_gym, one seat") or [float("nan")])
    print("| environment | steps/s (lowest–highest) | to catanatron |\n|---|---|---|")
    for name, rates in found.items():
        rate = statistics.median(rates)
        print(f"| {name} | {rate:,.0f} ({min(rates):,.0f}–{max(rates):,.0f}) | {rate / peer:.3g} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
