"""Runs scenarios: sets up `given`, carries out `do`, compares `expect`. See docs/scenarios.md for the format."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Diagnostics, Span, near_names
from interpreter.game import State
from interpreter.loading.companions import load_scenarios
from interpreter.loading.documents import Leaf, ListNode, MapNode, plain
from interpreter.loading.source import Folder, yaml_files
from interpreter.program import OVER
from interpreter.records import mutable, record
from interpreter.runtime.machine import GameFault
from interpreter.runtime.primitives import FAILURES
from interpreter.scenarios.bench import Bench, Benches
from interpreter.scenarios.checking import (
    changes_of,
    check_paths,
    check_seats,
    expects_something,
    modules_of,
    placed,
    seats_of,
)
from interpreter.scenarios.expect import SPECIAL, Comparison, Failure
from interpreter.scenarios.reading import Reader
from interpreter.scenarios.start import Start
from interpreter.scenarios.steps import OFFERED, Steps, names_reasons


@record
class ScenarioResult:
    """How one scenario went. path: its file. rules: the rules it names. modules: those in play.

    failures: what differed (empty where it holds). diagnostics: what is wrong with the scenario or its ruleset itself.
    offered: the options at the moment of the failure. broken_by: the module that says, rightly, that it does not hold
    with it. remarks: what is doubtful about a scenario that holds.
    """

    id: str
    path: str
    span: Span | None
    rules: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    offered: tuple[str, ...] = ()
    broken_by: str = ""
    remarks: tuple[Diagnostic, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.failures and not self.diagnostics

    def report(self) -> str:
        """What went wrong, in lines; empty where it holds."""
        lines = [f"{d.span or self.path}: {d.code} {d.message}{_meant(d)}" for d in self.diagnostics]
        for f in self.failures:
            lines += [f"{f.span}: {f.what}", f"    expected: {f.wanted}", f"    found:    {f.found}"]
        if self.failures and self.offered:
            lines.append(f"    offered then: {', '.join(self.offered)}")
        return "\n".join([f"{self.id}", *lines]) if lines else ""


def _meant(d: Diagnostic) -> str:
    return f" (did you mean {', '.join(f'`{name}`' for name in d.near)}?)" if d.near else ""


def scenario_files(folder: Path) -> list[Path]:
    """All scenario files of a ruleset's folder, those of its modules included, sorted."""
    return sorted(path for path in _yaml(folder) if _is_home(path.relative_to(folder).parts))


def _is_home(parts: tuple[str, ...]) -> bool:
    """Whether a file of a ruleset lies among its scenarios, or among those of one of its modules."""
    return parts[0] == "scenarios" or (parts[0] == "modules" and parts[2:3] == ("scenarios",))


def run_file(
    path: str | Path, *, benches: Benches | None = None, ids: Container[str] | None = None, others: bool = True
) -> list[ScenarioResult]:
    """Run every scenario of one file, which lies in `scenarios/` of a ruleset's folder or of one of its modules.

    A module's scenarios are played with that module. benches: keeps compiled rulesets between files of one ruleset.
    ids: only these scenarios. others: they are played again with each module with which they say that they hold.
    Nothing is raised for mistakes in scenarios or rulesets: they are diagnostics of the results.
    """
    path = Path(path)
    game, modules = _home(path)
    return _run(path, benches or Benches(game), modules, others, ids)


def run_ruleset(folder: str | Path, rules: Collection[str] = ()) -> list[ScenarioResult]:
    """Run every scenario of a ruleset and of its modules. rules: only those that name one of these rules."""
    folder = Path(folder)
    benches = Benches(folder, rules=frozenset(rules))
    return [result for path in scenario_files(folder) for result in run_file(path, benches=benches)]


def run_with(
    folder: str | Path, modules: Sequence[str], files: Sequence[Path] = (), *, benches: Benches | None = None
) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset with modules in play, then those of the modules themselves; or only some files.

    modules: ids of the ruleset's modules, or paths of folders anywhere. A scenario of the ruleset, or of a module, that
    fails speaks of something that the modules change; where a module says under `breaks` that it does, that is as it
    should be.
    """
    folder = Path(folder)
    benches, chosen = benches or Benches(folder), tuple(modules)
    if files:
        return [result for path in files for result in _run(path, benches, chosen)]
    own = [path for path in _yaml(folder) if path.relative_to(folder).parts[0] == "scenarios"]
    base = [r for path in own for r in _run(path, benches, chosen, others=False)]
    return _expected([*base, *run_own(folder, chosen, benches)], benches, chosen)


def run_own(folder: Path, modules: Sequence[str], benches: Benches) -> list[ScenarioResult]:
    """Run the scenarios that modules bring themselves, with all of these modules in play."""
    homes = [folder / "modules" / name if (folder / "modules" / name).is_dir() else Path(name) for name in modules]
    files = [path for home in homes for path in _yaml(home) if path.relative_to(home).parts[0] == "scenarios"]
    return [result for path in files for result in _run(path, benches, tuple(modules))]


def _yaml(folder: Path) -> list[Path]:
    """The files of a folder that may be read; why others may not is reported where the ruleset is loaded."""
    return sorted(path for path, fault in yaml_files(folder) if fault is None) if folder.is_dir() else []


def _expected(results: list[ScenarioResult], benches: Benches, chosen: Sequence[str]) -> list[ScenarioResult]:
    """The results with those settled of which a module says that they no longer hold."""
    said = benches.breaks(chosen)
    out = [_settled(result, said, len(chosen) == 1) if result.id in said else result for result in results]
    found, known = Diagnostics(), {result.id for result in results}
    for name, (_, span) in said.items():
        if name not in known:
            found.add("E530", span, near=near_names(name, known), name=name)
    out += [ScenarioResult("", str(d.span.path), d.span, diagnostics=(d,)) for d in found if d.span is not None]
    return out


def _settled(result: ScenarioResult, said: Mapping[str, tuple[str, Span]], is_alone: bool) -> ScenarioResult:
    """The result as a module expected it. is_alone: no other module may have made the scenario hold again."""
    module, span = said[result.id]
    if result.passed:
        if not is_alone:
            return result
        failure = Failure(f"`breaks` of {module}: {result.id}", "not to hold with it", "it holds", span)
        return replace(result, failures=(failure,))
    return replace(result, failures=(), diagnostics=(), offered=(), broken_by=module)


def run_folder(folder: Folder, *, benches: Benches | None = None) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset that is held in memory."""
    return _run(folder, benches or Benches(folder), ())


def _home(path: Path) -> tuple[Path, tuple[str, ...]]:
    """The ruleset's folder of a scenario file, and the module that it belongs to."""
    above = path.resolve().parents
    scenarios = next((p for p in above if p.name == "scenarios"), path.resolve().parent)
    owner = scenarios.parent
    if owner.parent.name == "modules":
        return owner.parent.parent, (owner.name,)
    return owner, ()


def _run(
    path: Path | Folder,
    benches: Benches,
    modules: tuple[str, ...],
    others: bool = True,
    ids: Container[str] | None = None,
) -> list[ScenarioResult]:
    diagnostics = Diagnostics()
    nodes = load_scenarios(path, diagnostics)
    name = str(path.path if isinstance(path, Folder) else path)
    results = []
    if diagnostics.errors:
        results.append(ScenarioResult("", name, None, diagnostics=tuple(diagnostics.errors)))
    for node in nodes:
        if ids is not None and str(plain(node.items["id"].value)) not in ids:
            continue
        if benches.rules and not benches.rules & set(_strings(node.get("rules"))):
            continue
        results.append(_Run(node, benches, modules).result())
        for other in modules_of(node, "holds_with") if others else ():
            results.append(_Run(node, benches, (*modules, other), f" with {Path(other).name}").result())
    return results


def _strings(node: object) -> tuple[str, ...]:
    if isinstance(node, ListNode):
        return tuple(str(item.value) for item in node.items if isinstance(item, Leaf))
    return (str(node.value),) if isinstance(node, Leaf) else ()


@mutable
class _Run:
    """One scenario on its way."""

    node: MapNode
    benches: Benches
    modules: tuple[str, ...]
    suffix: str = ""
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    failures: list[Failure] = field(default_factory=list)
    offered: tuple[str, ...] = ()

    def result(self) -> ScenarioResult:
        names = tuple(dict.fromkeys((*self.modules, *modules_of(self.node, "with"))))
        tells_why = names_reasons(self.node.get("do"))
        bench = self._bench(names, tells_why)
        if bench is not None:
            self._play(bench, tells_why)
        is_usual = self.benches.make is None
        if is_usual and not tells_why and any(f.wanted == OFFERED for f in self.failures):
            again = self._bench(names, True)
            if again is not None:
                self.failures.clear()
                self._play(again, True)
        span = self.node.span
        name = f"{plain(self.node.items['id'].value)}{self.suffix}"
        return ScenarioResult(
            name, span.path, span, _strings(self.node.get("rules")), names, tuple(self.failures),
            tuple(placed(d, self.node) for d in self.diagnostics.errors), self.offered,
            remarks=tuple(d for d in self.diagnostics if d.is_lint),
        )  # fmt: skip

    def _bench(self, modules: Sequence[str], tells_why: bool) -> Bench | None:
        count, seats = seats_of(self.node)
        options = self.node.get("options")
        chosen = {} if options is None else plain(options)
        assert isinstance(chosen, dict)  # the schema lets nothing else through
        for key in ("with", "holds_with"):
            check_paths(self.node, key, self.diagnostics)
        if self.diagnostics.has_errors:
            return None
        changes = changes_of(self.node)
        bench = self.benches.get(count, modules, chosen, self.diagnostics, tells_why=tells_why, changes=changes)
        if bench is not None:
            bench.seated(seats or tuple(bench.model.game.seats or "abcdefgh")[: bench.layout.players])
            check_seats(bench, self.node, self.diagnostics)
        return None if self.diagnostics.has_errors else bench

    def _look_for_nothing(self, bench: Bench, start: Start, state: State, expect: MapNode) -> None:
        """Tell of a scenario that ends before somebody's decision and expects only what `given` has laid: what it is to
        show may still be to come."""
        do = self.node.get("do")
        nodes = do.items if isinstance(do, ListNode) else []
        steps = [item.key for step in nodes if isinstance(step, MapNode) for item in step]
        tests = {"refused", "expect"} & set(steps) or any(item.key in SPECIAL for item in expect)
        if tests or state.player is None:
            return
        laid = {fact.about for fact in start.facts}
        if start.given is None or any(x.about not in laid for x in Reader(bench, Diagnostics(), False).table(expect)):
            return
        before = Comparison(bench, bench.game.at(start.given, OVER), Diagnostics(), start.given)
        before.run(expect)
        if not before.failures:
            self.diagnostics.add("L640", expect.span)

    # ---- playing

    def _play(self, bench: Bench, tells_why: bool) -> None:
        do, expect = self.node.get("do"), self.node.get("expect")
        if not expects_something(self.node):
            self.diagnostics.add("E518", self.node.items["id"].value.span)
            return
        try:
            start = Start(bench, self.node, self.diagnostics)
            state = start.state()
            if state is None or self.diagnostics.has_errors:
                return
            assert start.given is not None
            steps = Steps(bench, state, self.diagnostics, start.given, start.forced)
            steps.tells_why = tells_why and self.benches.make is None
            if steps.run(do.items if isinstance(do, ListNode) else ()) and isinstance(expect, MapNode):
                steps.expect(expect)
            self.failures += steps.failures
            if not steps.failures and isinstance(expect, MapNode):
                self._look_for_nothing(bench, start, state, expect)
            if steps.failures:
                self.offered = () if state.player is None else state.decision.keys
        except (GameFault, *FAILURES) as fault:
            self.failures.append(Failure("the game", "to go on", str(fault), self.node.span))
