"""Measure the engine against a hand-written game and catanatron, side by side in one run.

    python tests/benchmarks/run.py                          # a table
    python tests/benchmarks/run.py --format json --rounds 9
    python tests/benchmarks/run.py --game tzolkin --players 4

Each round runs every contender once for the same time, in turns, so that a slow spell of the machine hits all alike.
Time is that of the processor, so that waiting for other programs does not count.
Figures are medians over the rounds with least and most; a ratio is the median of the ratios of each round. Load time
(import included) and peak memory are taken in fresh child processes, which is why rich is imported only where a table
is printed. A contender that cannot be had is left out, with the reason printed.

The engine is measured on two paths that people use: `simulate` plays random games as the command of that name does,
`stepped` asks for keys and applies one of them, as a program does that drives a game from Python. The hand-written peer
always plays Puerto Rico: with as many players as the engine where that plays it too, else with four.
"""

import argparse
import importlib
import importlib.metadata
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WARM_UP = 5
"""Games that everybody plays before anything is measured."""
CATANATRON_VERSION = "3.2.1"
NATIVE = ("simulate_in_c", "loop_in_c", "stepped_in_c")
"""Paths of the native form: `simulate`, games without statistics, stepped from Python by numbers."""
ENGINE = ("simulate", "stepped", *NATIVE)
NAMES = (*ENGINE, "handwritten", "catanatron")
YARDSTICK = "puerto_rico"
ROWS = {
    "games_per_s": "games/s",
    "steps_per_s": "steps/s",
    "decisions_per_s": "decisions/s",
    "copy_us": "copy, µs",
    "load_ms": "load, ms",
    "before_mb": "memory before loading, MB",
    "peak_mb": "peak memory, MB",
}


@dataclass(frozen=True)
class Contender:
    """Something to measure.

    Attributes:
        name: one of `NAMES`.
        playout: plays one random game from a seed; returns steps and decisions, None where it cannot tell decisions.
        copy: copies one state that stands in the midst of a game.
    """

    name: str
    playout: Callable[[int], tuple[int, int | None]]
    copy: Callable[[], object]


class Unavailable(Exception):
    """A contender cannot be measured here; the message is the reason."""


# --- the engine under test: everything that knows its interface --------------------------------------
def engine_adapter(name: str, game: str, players: int) -> Contender:
    """The engine for one ruleset and number of players, on one of the paths that `ENGINE` names.

    Raises:
        Unavailable: when the package or the ruleset cannot be loaded.
    """
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    try:
        rw: Any = importlib.import_module("interpreter")
        loaded = rw.load(game, players=players)
        state = loaded.start(seed=1)
        if name in NATIVE:
            return native_adapter(name, loaded)
        playout = simulated(game, players, "python") if name == "simulate" else stepped(loaded)
    except Exception as error:  # whatever stops it, the peers can still be measured; the reason is shown
        raise Unavailable(f"{name} not available: {type(error).__name__}: {error}") from error
    return Contender(name, playout, state.copy)


def native_adapter(name: str, game: Any) -> Contender:
    """One path of the native form, compiled before anything is measured."""
    building: Any = importlib.import_module("interpreter.native.building")
    native: Any = importlib.import_module("interpreter.native")
    position: Any = importlib.import_module("interpreter.native.stepping").Position
    rng: Any = importlib.import_module("interpreter.runtime.rng").Rng
    engine = native.Engine(game.program, building.built(game.program))
    players = game.players
    seats: Any = importlib.import_module("interpreter.runtime.seats")

    def loop(seed: int) -> tuple[int, int]:
        dice = [rng(seed * players + p).state for p in range(players)]
        decisions = engine.play([seats.Seat(seats.RANDOM)] * players, dice, seed, noting=False)[0]
        return decisions, decisions

    def stepping(seed: int) -> tuple[int, int]:
        at, draw, decisions = position(engine, seed), Random(seed).random, 0
        while at.count:
            at.apply(int(draw() * at.count))
            decisions += 1
        return decisions, decisions

    playouts = {"loop_in_c": loop, "stepped_in_c": stepping}
    playout = playouts.get(name) or simulated(game.id, players, "native")
    return Contender(name, playout, position(engine, 1).copy)


def simulated(game: str, players: int, engine: str) -> Callable[[int], tuple[int, int]]:
    """Random games as a worker of `simulate` plays them; a step is a decision of a player."""
    module: Any = importlib.import_module("interpreter.analysis.simulate")
    job = module.job_for(game, players, 1, 0, ("random",), (), None, 1, engine)
    worker = module.SimulationWorker(job)

    def playout(seed: int) -> tuple[int, int]:
        decisions = int(worker.game(seed, module.Tally()).decisions)
        return decisions, decisions

    return playout


def stepped(game: Any) -> Callable[[int], tuple[int, int]]:
    """Random games by keys, through the Python interface; a step is a decision of a player."""

    def playout(seed: int) -> tuple[int, int]:
        draw = Random(seed).random
        state = game.start(seed=seed)
        decisions = 0
        while not state.is_over:
            keys = state.decision.keys
            state.apply(keys[int(draw() * len(keys))])
            decisions += 1
        return decisions, decisions

    return playout


# --- the peers ---------------------------------------------------------------------------------------
def handwritten_adapter(players: int) -> Contender:
    """Puerto Rico by hand; the state copied is that after 150 decisions.

    Raises:
        Unavailable: for a number of players it does not know.
    """
    if players not in (3, 4, 5):
        raise Unavailable(f"handwritten left out: it plays with 3 to 5, not with {players}")
    handwritten: Any = importlib.import_module("handwritten")
    state = handwritten.new(players, 1)
    draw = Random(1)
    for _ in range(150):
        handwritten.apply(state, draw.choice(handwritten.options(state)))

    def playout(seed: int) -> tuple[int, int | None]:
        steps, decisions, _ = handwritten.playout(players, seed)
        return int(steps), int(decisions)

    return Contender("handwritten", playout, state.copy)


def catanatron_adapter() -> Contender:
    """Catanatron with four random players; a tick is a step. The state copied is that after 150 ticks.

    Raises:
        Unavailable: when it is not installed, or in another version.
    """
    try:
        version = importlib.metadata.version("catanatron")
        game_class: Any = importlib.import_module("catanatron.game").Game
        player: Any = importlib.import_module("catanatron.models.player")
    except (ImportError, importlib.metadata.PackageNotFoundError) as error:
        raise Unavailable(f"catanatron left out: pip install catanatron=={CATANATRON_VERSION} ({error})") from error
    if version != CATANATRON_VERSION:
        raise Unavailable(f"catanatron left out: version {version}, the ratios are meant for {CATANATRON_VERSION}")

    def start(seed: int) -> Any:
        return game_class([player.RandomPlayer(color) for color in player.Color], seed=seed)

    def playout(seed: int) -> tuple[int, int | None]:
        game = start(seed + 1)  # the seed 0 means "none" there
        steps = decisions = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            decisions += len(game.state.playable_actions) > 1
            game.play_tick()
            steps += 1
        return steps, decisions

    middle = start(1)
    for _ in range(150):
        middle.play_tick()
    return Contender("catanatron", playout, middle.copy)


def adapter(name: str, game: str, players: int) -> Contender:
    """The contender of that name.

    Raises:
        Unavailable: when it cannot be had here.
    """
    if name in ENGINE:
        return engine_adapter(name, game, players)
    if name == "handwritten":
        return handwritten_adapter(players if game == YARDSTICK else 4)
    return catanatron_adapter()


# --- measuring ---------------------------------------------------------------------------------------
@dataclass
class Figure:
    """One quantity: the values of all rounds and what is made of them."""

    values: list[float] = field(default_factory=list)

    def summary(self) -> dict[str, float]:
        return {"median": median(self.values), "min": min(self.values), "max": max(self.values)}


Figures = dict[str, dict[str, Figure]]  # contender, quantity


def play_for(contender: Contender, seconds: float, seed: int) -> dict[str, float]:
    """Play whole games until the time is over; games, steps and decisions a second."""
    games = steps = decisions = 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < seconds or not games:
        more_steps, more_decisions = contender.playout(seed + games)
        games += 1
        steps += more_steps
        decisions += more_decisions or 0
    rates = {"games_per_s": games / passed, "steps_per_s": steps / passed}
    return rates | ({"decisions_per_s": decisions / passed} if decisions else {})


def copy_time(copy: Callable[[], object]) -> float:
    """Microseconds a copy, over about a tenth of a second."""
    count, passed = 0, 0.0
    begin = time.process_time()
    while passed < 0.1:
        for _ in range(500):
            copy()
        count += 500
        passed = time.process_time() - begin
    return passed / count * 1e6


def in_child(name: str, args: argparse.Namespace, bytecode: str) -> dict[str, float]:
    """Load time and peak memory of a contender in a process of its own. bytecode: a folder where Python keeps it.

    Raises:
        subprocess.CalledProcessError: when the child fails; its own message is on stderr.
    """
    command = [sys.executable, str(HERE / "run.py"), "--child", name]
    command += ["--game", args.game, "--players", str(args.players)]
    # Kept rulesets: see loading.py. Bytecode is kept, as it is wherever a package is installed.
    cold = {**os.environ, "RULEWRIGHT_NO_CACHE": "rulesets", "PYTHONPYCACHEPREFIX": bytecode}
    cold.pop("PYTHONDONTWRITEBYTECODE", None)
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=cold)
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def child(name: str, game: str, players: int) -> dict[str, float]:
    """What a child process measures: import and load from cold, then the peak after the games of a warm-up."""
    base = peak_mb()
    begin = time.process_time()
    contender = adapter(name, game, players)
    load = (time.process_time() - begin) * 1000
    for seed in range(WARM_UP):
        contender.playout(seed)
    return {"load_ms": load, "peak_mb": peak_mb(), "before_mb": base}


def peak_mb() -> float:
    """The most memory this process has held. Linux lets a child start with its parent's `ru_maxrss`, so there the
    kernel's own mark of this program is read instead."""
    status = Path("/proc/self/status")
    if status.exists():
        marks = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        if marks:
            return int(marks[0]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def measure(contenders: list[Contender], args: argparse.Namespace, note: Callable[[str], None]) -> Figures:
    """All rounds: each contender in turn, and in every round a child process of each."""
    figures: Figures = {contender.name: {} for contender in contenders}
    with tempfile.TemporaryDirectory() as bytecode:
        for contender in contenders:
            for seed in range(WARM_UP):
                contender.playout(seed)
            in_child(contender.name, args, bytecode)
        for number in range(args.rounds):
            note(f"round {number + 1} of {args.rounds}")
            for contender in contenders:
                found = play_for(contender, args.seconds, seed=1 + 100_000 * number)
                found["copy_us"] = copy_time(contender.copy)
                found |= in_child(contender.name, args, bytecode)
                for quantity, value in found.items():
                    figures[contender.name].setdefault(quantity, Figure()).values.append(value)
    return figures


# --- what comes out ----------------------------------------------------------------------------------
def ratios(figures: Figures) -> dict[str, dict[str, float]]:
    """Ratios round by round, for those contenders that are there."""
    wanted = {
        f"{ROWS[quantity].partition(',')[0]}: {above} / {below}": (quantity, above, below)
        for above in (*ENGINE, "handwritten")
        for below in ("handwritten", "catanatron")
        for quantity in ("games_per_s", "steps_per_s", "copy_us")
        if above != below and not (quantity == "games_per_s" and below == "catanatron")
    }
    found = {}
    for label, (quantity, above, below) in wanted.items():
        if above in figures and below in figures:
            pairs = zip(figures[above][quantity].values, figures[below][quantity].values, strict=True)
            found[label] = Figure([a / b for a, b in pairs]).summary()
    return found


def report(figures: Figures, notes: list[str], args: argparse.Namespace) -> dict[str, Any]:
    """Everything measured, ready for JSON."""
    return {
        "game": args.game,
        "players": args.players,
        "rounds": args.rounds,
        "seconds_per_round": args.seconds,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "notes": notes,
        "figures": {name: {q: asdict(f) | f.summary() for q, f in rows.items()} for name, rows in figures.items()},
        "ratios": ratios(figures),
    }


def shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.3g}"


def spread(summary: dict[str, float]) -> str:
    return f"{shown(summary['median'])}  [{shown(summary['min'])} to {shown(summary['max'])}]"


def print_tables(result: dict[str, Any]) -> None:
    """The figures and the ratios as two tables: median [least to most]."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    title = f"{result['game']}, {result['players']} players, {result['rounds']} rounds, Python {result['python']}"
    table = Table("", *result["figures"], title=title)
    for quantity, label in ROWS.items():
        cells = [spread(rows[quantity]) if quantity in rows else "" for rows in result["figures"].values()]
        table.add_row(label, *cells)
    console.print(table)
    table = Table("ratio", "median  [least to most]")
    for label, summary in result["ratios"].items():
        table.add_row(label, spread(summary))
    console.print(table)


# --- command line ------------------------------------------------------------------------------------
def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=YARDSTICK, help="ruleset the engine plays (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, choices=range(1, 6), help="default: %(default)s")
    parser.add_argument("--rounds", type=positive(int), default=5, help="default: %(default)s")
    parser.add_argument("--seconds", type=positive(float), default=1.0, help="of play a round (default: 1)")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, help="contenders (default: all)")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--child", choices=NAMES, help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    """A type of argument: a number above zero."""

    def number(text: str) -> float:
        value = kind(text)
        if value <= 0:
            raise argparse.ArgumentTypeError("must be above zero")
        return value

    return number


def available(args: argparse.Namespace, note: Callable[[str], None]) -> tuple[list[Contender], list[str]]:
    """The contenders that can be had, and the reasons why others cannot."""
    contenders, notes = [], []
    for name in args.only:
        try:
            contenders.append(adapter(name, args.game, args.players))
        except Unavailable as error:
            note(str(error))
            notes.append(str(error))
    return contenders, notes


def say(text: str) -> None:
    print(text, file=sys.stderr)


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark; 0, or 1 when there is nothing to measure."""
    args = arguments(argv)
    if args.child:
        print(json.dumps(child(args.child, args.game, args.players)))
        return 0
    contenders, notes = available(args, say)
    if not contenders:
        return 1
    result = report(measure(contenders, args, say), notes, args)
    if args.format == "json":
        print(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        print_tables(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
