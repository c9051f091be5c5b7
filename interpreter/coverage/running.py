"""Runs the scenarios of a ruleset and games between bots on programs with probes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from interpreter.analysis.numbered import SimulationError, game_seed, reason_of, seated
from interpreter.analysis.recorder import Played, Recorder
from interpreter.coverage.entries import Report
from interpreter.coverage.reading import note
from interpreter.language.codegen.probes import ProbedCallableGenerator, ProbedGenerator, TryingGenerator
from interpreter.language.core.checked import Checked
from interpreter.language.resolve.checker import Checker
from interpreter.loading.model import Model
from interpreter.loading.source import Folder
from interpreter.pipeline import load
from interpreter.players import bot_named
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
    loaded = load(game, players, modules=modules, options=options)
    report = Report(loaded.id)
    if scenarios:
        _scenarios(report, _folder(game, loaded.model), modules)
    if games:
        _games(report, game, players, modules, dict(options or {}), bots, seed, games, progress)
    return report


def _folder(game: str | Path | Folder, model: Model) -> Path | Folder:
    if isinstance(game, Folder):
        return game
    from interpreter.loading.source import find

    found = find(game) if isinstance(game, str) else game
    assert found is not None  # it was loaded from there
    return found


def _bench(model: Model, checker: Checker, checked: Checked) -> Bench:
    return Bench(model, checker, checked, ProbedCallableGenerator, ProbedMachine)


def _scenarios(report: Report, folder: Path | Folder, modules: Sequence[str | Path]) -> None:
    """Those of the ruleset and of all its modules, each with its own settings; and those of modules from elsewhere."""
    benches = Benches(folder, make=_bench)
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
    report: Report,
    game: str | Path | Folder,
    players: int | None,
    modules: Sequence[str | Path],
    options: dict[str, object],
    bots: Sequence[str],
    seed: int,
    games: int,
    progress: Progress | None,
) -> None:
    tried = min(games, TRIED)
    played, interrupted = 0, False
    for generator, numbers in ((TryingGenerator, range(tried)), (ProbedGenerator, range(tried, games))):
        if not numbers or interrupted:
            continue
        loaded = load(game, players, modules=modules, options=options, generator=generator)
        machine = ProbedMachine(loaded.program, compiled=loaded.machine.compiled)
        recorder = Recorder(loaded, machine)
        try:
            for number in numbers:
                _play(recorder, number, seed, seated(bots, loaded.players, number))
                played += 1
                if progress is not None:
                    progress(played, games)
        except KeyboardInterrupt:
            interrupted = True
        note(report, GAMES, loaded.model, machine, loaded.namer)
        report.runs[GAMES] = {
            "games": played, "players": loaded.players, "modules": list(loaded.program.modules),
            "options": dict(loaded.program.options), "bots": list(bots), "seed": seed,
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
