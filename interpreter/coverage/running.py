"""Runs the scenarios of a ruleset and games between bots on programs with probes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from interpreter.analysis.numbered import SimulationError, game_seed, reason_of, seated
from interpreter.analysis.recorder import Played, Recorder
from interpreter.coverage.entries import Report
from interpreter.coverage.reading import note
from interpreter.game import Game
from interpreter.language.codegen.probes import ProbedCallableGenerator, ProbedGenerator, TryingGenerator
from interpreter.loading.source import Folder
from interpreter.players import bot_named
from interpreter.ruleset import Ruleset, Variant
from interpreter.runtime.probing import ProbedMachine
from interpreter.runtime.rng import Rng
from interpreter.scenarios.bench import Bench, Benches
from interpreter.scenarios.runner import run_file, run_folder, run_own, scenario_files

TRIED = 50
"""So many games of a run are also searched for what is refused; that takes about twice as long."""

SCENARIOS, GAMES = "scenarios", "games"

Progress = Callable[[int, int], object]


def coverage(
    game: str | Path | Folder,
    *,
    scenarios: bool = True,
    games: int = 0,
    players: int | None = None,
    modules: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """What of a ruleset runs in its scenarios (all, each with its own players, modules and options) and in so many
    games between bots (with the players, modules and options given here).

    RulesetError: the ruleset cannot be loaded. ValueError: no such bot, or a number below 0. SimulationError: a game
    failed. Scenarios that do not hold are named in the report, and count as far as they went. Ctrl-C ends the games;
    what was played then is reported, with interrupted: true.
    """
    if games < 0 or not bots:
        raise ValueError("the number of games cannot be below 0, and games need a bot")
    for name in bots:
        bot_named(name)
    ruleset = Ruleset(game, modules)
    variant = ruleset.sound(players, options)
    report = Report(variant.id)
    if scenarios:
        _scenarios(report, ruleset)
    if games:
        _games(report, variant, bots, seed, games, progress)
    return report


def _bench(variant: Variant) -> Bench:
    return Bench(variant, ProbedCallableGenerator, ProbedMachine)


def _scenarios(report: Report, ruleset: Ruleset) -> None:
    """Those of the ruleset and of all its modules, each with its own settings; and those of modules from elsewhere."""
    folder, modules = ruleset.home, ruleset.modules
    assert folder is not None  # it was read from there
    benches = Benches(folder, {} if modules else {(): ruleset}, make=_bench)
    if isinstance(folder, Folder):
        results = run_folder(folder, benches=benches)
    else:
        results = [r for path in scenario_files(folder) for r in run_file(path, benches=benches)]
        if foreign := [str(m.resolve()) for m in modules if isinstance(m, Path)]:
            results += run_own(folder, foreign, benches)
    report.runs[SCENARIOS] = {"scenarios": len(results), "hold": sum(r.passed for r in results)}
    report.failed = tuple(r.id or r.path for r in results if not r.passed)
    for bench in benches.made.values():
        assert isinstance(bench.machine, ProbedMachine)
        note(report, SCENARIOS, bench.model, bench.machine, bench.game.namer)


def _games(
    report: Report, variant: Variant, bots: Sequence[str], seed: int, games: int, progress: Progress | None
) -> None:
    tried = min(games, TRIED)
    played, interrupted = 0, False
    for generator, numbers in ((TryingGenerator, range(tried)), (ProbedGenerator, range(tried, games))):
        if not numbers or interrupted:
            continue
        program = variant.program_by(generator)
        game, machine = Game(variant.id, variant.model, program), ProbedMachine(program)
        recorder = Recorder(game, machine)
        try:
            for number in numbers:
                _play(recorder, number, seed, seated(bots, game.players, number))
                played += 1
                if progress is not None:
                    progress(played, games)
        except KeyboardInterrupt:
            interrupted = True
        note(report, GAMES, game.model, machine, game.namer)
        report.runs[GAMES] = {
            "games": played, "players": game.players, "modules": list(program.modules),
            "options": dict(program.options), "bots": list(bots), "seed": seed,
            "searched_for_refusals": min(played, tried), "interrupted": interrupted,
        }  # fmt: skip


def _play(recorder: Recorder, number: int, seed: int, names: Sequence[str]) -> None:
    """The same game as number `number` of a simulation with that seed."""
    own = game_seed(seed, number)
    chance = Rng(own)
    try:
        recorder.play([bot_named(name, chance.bits()) for name in names], own, Played())
    except Exception as error:  # whatever a ruleset or bot does wrong, the report must say in which game
        raise SimulationError(number, own, (), *reason_of(error)) from error
