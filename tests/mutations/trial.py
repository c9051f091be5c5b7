"""What is done with one mutated input, and what of it is a fault of the tool.

Everything a command would do is done in this process: check, load, play, look, test, explain, print, format, replay.
"""

from __future__ import annotations

import io
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from rich.console import Console

import interpreter as rw
from cli.screen import sheet, story, table
from cli.screen.diagnostics import as_json, print_diagnostics
from cli.screen.documents import markdown
from cli.screen.entries import ids
from cli.screen.pages import about
from cli.screen.words import Words
from interpreter.checking.checkup import check_ruleset
from interpreter.diagnostics import Diagnostic, Diagnostics, RulesetError, Source
from interpreter.editor.formatting import Unsure, formatted
from interpreter.explaining.naming import Naming
from interpreter.explaining.rulebook import Rulebook
from interpreter.loading.source import Folder, text_source
from interpreter.players import bot_named
from interpreter.ruleset import Ruleset
from interpreter.runtime import log as logs
from interpreter.runtime.machine import GameFault
from interpreter.runtime.rng import Rng
from interpreter.scenarios.runner import run_folder
from tests.mutations import stock
from tests.mutations.kinds import KINDS, LOG_KINDS, Given
from tests.mutations.stock import Subject, pick

MOST_SECONDS = 5
"""Processor time that an input made of a small ruleset may take."""
MOST_FOR_SHIPPED = 60
"""The same for whole games, which are looked at in every way."""
MOVES = 40
PLACELESS = frozenset({"E500", "E501", "E502", "E503"})
"""What was asked for, not what a file says."""


class TooLong(BaseException):
    """An input took too much processor time."""


@dataclass(frozen=True)
class Fault:
    """sort: traceback, hang, placeless, inconsistent or checker. key: what faults of one cause have in common."""

    sort: str
    key: str
    text: str


@dataclass(frozen=True)
class Input:
    """A mutated ruleset, or a ruleset and a mutated log. changed: the file that was changed."""

    kind: str
    subject: Subject
    changed: str
    folder: Folder
    log: str | None = None

    @property
    def text(self) -> str:
        return self.log if self.log is not None else self.folder.files[self.changed].text


def make(number: int, seed: int, kinds: Sequence[str], more: tuple[str, ...] = (), shipped: bool = True) -> Input:
    """The input of one number: the same for the same arguments."""
    rng = Rng(Rng(seed).bits() ^ number * 0x9E3779B97F4A7C15)
    while True:
        is_shipped = shipped and rng.below(stock.SHIPPED_SHARE) == 0
        subject: Subject = pick(stock.shipped() if is_shipped else stock.small(more), rng)
        kind = pick(kinds, rng)
        made = _log_of(subject, kind, rng) if kind in LOG_KINDS else _ruleset_of(subject, kind, rng, more)
        if made is not None:
            return made


def _ruleset_of(subject: Subject, kind: str, rng: Rng, more: tuple[str, ...]) -> Input | None:
    file: str = pick(subject.files, rng)
    source = subject.folder.files[file]
    text: str | None = source.text
    for _ in range(1 + (rng.below(3) == 0) + (rng.below(6) == 0)):
        text = KINDS[kind](Given(file, text, rng, more)) if text is not None else None
    if text is None or text == source.text:
        return None
    read = text_source(source.path, text.encode("utf-8", "surrogatepass"), Diagnostics()) or Source(source.path, text)
    return Input(kind, subject, file, replace(subject.folder, files={**subject.folder.files, file: read}))


def _log_of(subject: Subject, kind: str, rng: Rng) -> Input | None:
    if subject.log is None:
        return None
    text = LOG_KINDS[kind](Given("game.jsonl", subject.log, rng))
    return None if text is None or text == subject.log else Input(kind, subject, "game.jsonl", subject.folder, text)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """TooLong once so much processor time has passed."""

    def stop(number: int, frame: FrameType | None) -> None:
        # Once is not enough: what catches everything on its way would go on.
        signal.setitimer(signal.ITIMER_PROF, 0.5)
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def faults_of(given: Input, rng: Rng) -> list[Fault]:
    """What goes wrong with an input."""
    trial = _Trial(given, rng)
    try:
        with time_limit(MOST_FOR_SHIPPED if given.subject in stock.shipped() else MOST_SECONDS):
            trial.run()
    except TooLong as error:
        trial.faults.append(Fault("hang", f"hang in {trial.stage}: {_place(error)}", _traceback(error)))
    except Exception as error:
        trial.faults.append(Fault("traceback", f"{type(error).__name__} at {_place(error)}", _traceback(error)))
    return trial.faults


def _place(error: BaseException) -> str:
    """The innermost line of the project that an error passed."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if any(part in f.filename for part in ("/interpreter/", "/cli/"))]
    last = (own or frames)[-1]
    return f"{Path(last.filename).name}:{last.name}:{last.lineno}"


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error, limit=-8))


class _Trial:
    def __init__(self, given: Input, rng: Rng) -> None:
        self.given = given
        self.rng = rng
        self.stage = ""
        self.faults: list[Fault] = []

    def run(self) -> None:
        if self.given.log is not None:
            self.replay(self.given.log)
            return
        folder, modules = self.given.folder, self.given.subject.modules
        found = Diagnostics()
        self.stage = "check"
        check_ruleset(folder, modules, found)  # type: ignore[arg-type]
        self.look_at(list(found))
        self.stage = "load"
        try:
            game = rw.load(folder, modules=modules)
        except RulesetError as error:
            self.look_at(error.diagnostics)
            if not found.has_errors:
                self.faults.append(Fault("inconsistent", "load refuses what check accepts", str(error)))
            game = None
        self.stage = "fmt"
        self.format(found.has_errors)
        if game is not None:
            self.play(game)
            self.read(game, found)
        self.stage = "test"
        self.scenarios(folder)

    def look_at(self, found: Sequence[Diagnostic]) -> None:
        """Messages are printed, and each has its place."""
        for d in found:
            at_file = any(path in d.message for path in self.paths)
            if d.span is None and d.code not in PLACELESS and not at_file:
                self.faults.append(Fault("placeless", f"{d.code} without a place", d.message))
            if d.span is not None and not 0 <= d.span.start <= d.span.end <= len(d.span.source.text):
                self.faults.append(Fault("placeless", f"{d.code} beyond its file", d.message))
        print_diagnostics(Console(file=io.StringIO(), highlight=False, emoji=False, markup=False), found[:6])
        as_json(found[:6])

    @property
    def paths(self) -> Iterator[str]:
        yield str(self.given.folder.path)
        yield from self.given.folder.files
        yield self.given.changed

    def format(self, is_faulty: bool) -> None:
        """is_faulty: what the ruleset means cannot be known, so that files may be left as they are."""
        file = self.given.changed
        if not file.endswith(".yaml"):
            return
        try:
            formatted(self.given.folder.files[file], file)
        except RulesetError as error:
            self.look_at(error.diagnostics)
        except Unsure as error:
            if is_faulty:
                return
            self.faults.append(Fault("unsure", "fmt would change what a file says", str(error)))

    def play(self, game: rw.Game) -> None:
        """A few decisions of a game with all that is shown of it."""
        self.stage = "play"
        words = Words(game, "en")
        console = Console(file=io.StringIO(), highlight=False, emoji=False, markup=False, width=100)
        bot = bot_named("greedy", 1)
        try:
            state = game.start(seed=self.rng.below(1000))
            for number in range(MOVES):
                if state.is_over:
                    break
                self.stage = "play"
                before, decision = state.copy(), state.decision
                choice = decision.choices[self.rng.below(len(decision.choices))]
                if number < 3:
                    self.stage = "play: bot"
                    choice = decision.choices[bot.index(state)] if state.player is not None else choice
                state.apply_choice(choice)
                if number % 8 == 0:
                    self.stage = "play: views"
                    for seat in (None, *range(game.players)):
                        state.observe(seat)
                    before.why_not()
                    table.draw(console, before, before.player, words)
                    for line in story.lines(before, choice, state, before.player, words):
                        console.print(line)
            self.stage = "play: sheet"
            console.print(sheet.sheet_table(state.sheet(), words))
        except GameFault as fault:
            told = fault.diagnostic()
            self.look_at([told])
            if told.code == "E561":
                self.faults.append(Fault("checker", f"E561 in {self.stage}: {told.message}", str(fault)))

    def read(self, game: rw.Game, found: Diagnostics) -> None:
        self.stage = "rules"
        checked = Ruleset(self.given.folder, self.given.subject.modules).sound().checked
        for language in ("en", "ru"):
            markdown(Rulebook(checked, Naming(checked.model, language)).blocks())
        self.stage = "explain"
        names = list(ids(game.model))
        for id in names[:: max(1, len(names) // 12)]:
            about(game, Words(game, "en"), id)

    def scenarios(self, folder: Folder) -> None:
        has_own = any("scenarios" in file for file in folder.files)
        if not has_own or not ("scenarios" in self.given.changed or self.rng.below(10) == 0):
            return
        for result in run_folder(folder):
            self.look_at(result.diagnostics)
            for failure in result.failures:
                if failure.what == "the game" and "E561" in str(failure.found):
                    self.faults.append(Fault("checker", f"E561 in a scenario: {failure.found}", result.id))

    def replay(self, text: str) -> None:
        self.stage = "replay"
        found = Diagnostics()
        log = logs.loads(Source("game.jsonl", text), found)
        if log is not None:
            try:
                options: Mapping[str, object] = log.header.options
                game = rw.load(self.given.folder, log.header.players, modules=log.header.modules, options=options)
                logs.replay(log, game, found)
            except RulesetError as error:
                found.extend(logs.asked_by(log, error.diagnostics))
            except GameFault as fault:
                found.extend([fault.diagnostic()])
        self.look_at(list(found))


def report(faults: Mapping[str, list[tuple[int, Fault]]], done: int, out: io.TextIOBase | None = None) -> None:
    """The faults by their causes, the most frequent first."""
    stream = out or sys.stdout
    print(f"{done} inputs, {sum(map(len, faults.values()))} faults of {len(faults)} causes", file=stream)
    for key, found in sorted(faults.items(), key=lambda item: -len(item[1])):
        number, fault = found[0]
        print(f"\n{len(found)} × {fault.sort}: {key}\n  inputs {[n for n, _ in found[:8]]}\n{fault.text}", file=stream)
