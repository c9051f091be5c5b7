"""How commands fail: 1 where a ruleset, scenario, log or game is at fault, 2 where the command was used wrongly, 70
where rulewright itself fails, 130 after Ctrl-C.

A command's function is wrapped in `reporting`, so nothing ends in a traceback.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import typer

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic

AT_FAULT = 1
WRONG_USE = 2
INTERNAL = 70
"""EX_SOFTWARE of sysexits.h."""
INTERRUPTED = 130

USE_CODES = frozenset({"E500", "E501", "E502", "E503"})
"""Diagnostics of what was asked for, not of a ruleset: players, options and games that are not there."""

P = ParamSpec("P")
R = TypeVar("R")


class Fault(Exception):
    """A mistake told in one sentence. code: the exit code."""

    def __init__(self, message: str, code: int = AT_FAULT) -> None:
        super().__init__(message)
        self.code = code


def wrong_use(message: str) -> NoReturn:
    """End the command: it was used wrongly."""
    raise Fault(message, WRONG_USE)


def reporting(command: Callable[P, R]) -> Callable[P, R]:
    """Wrap a command: what goes wrong is printed, and ends it with its exit code."""

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        with _ctrl_c_raises():
            try:
                return _run(command, *args, **kwargs)
            except BrokenPipeError:
                _leave_closed_pipe()
                raise typer.Exit(AT_FAULT) from None
            except KeyboardInterrupt:
                raise typer.Exit(INTERRUPTED) from None

    return wrapped


def _run(command: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    try:
        return command(*args, **kwargs)
    except (typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except Exception as error:
        raise typer.Exit(report(error)) from error
    finally:
        if not sys.stdout.closed:
            sys.stdout.flush()  # or a closed pipe shows only when Python ends


@contextmanager
def _ctrl_c_raises() -> Iterator[None]:
    """While a command runs Ctrl-C is a KeyboardInterrupt, so that what was finished can be shown."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_closed_pipe() -> None:
    """Whoever read the output has gone: nothing more can be told, and Python must not try when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def cut_short(report: Mapping[str, Any]) -> None:
    """End the command where games were not played to the end; what was finished has been shown."""
    if not report.get("interrupted"):
        return
    reason = report.get("cut_short_by")
    if reason is None or reason == "interrupted":
        raise typer.Exit(INTERRUPTED)
    finished = report.get("finished", report.get("pairs", 0))
    raise Fault(f"stopped after {finished:,} of {report['games']:,} games: {reason}", INTERNAL)


def report(error: Exception) -> int:
    """Print what went wrong and give the exit code."""
    from cli.internal import kept, lines_of
    from cli.screen.console import err
    from cli.screen.diagnostics import print_diagnostics
    from interpreter.analysis.numbered import OURSELVES, SimulationError
    from interpreter.diagnostics import RulesetError
    from interpreter.players import BotFault, HiddenOptions
    from interpreter.runtime.machine import GameFault

    console = err()
    match error:
        case Fault():
            console.print(f"rulewright: {error}", soft_wrap=True)
            return error.code
        case RulesetError():
            print_diagnostics(console, error.diagnostics)
            return exit_code(error.diagnostics)
        case GameFault() if not error.is_ours:
            console.print("rulewright: the ruleset is at fault: the game cannot go on")
            print_diagnostics(console, [error.diagnostic()])
            return AT_FAULT
        case SimulationError() if error.culprit != OURSELVES:
            console.print(f"rulewright: {error.culprit} is at fault: {error}", soft_wrap=True)
            if error.fault is not None:
                print_diagnostics(console, [error.fault.diagnostic()])
            return AT_FAULT
        case HiddenOptions():
            console.print(f"rulewright: the ruleset is at fault: {error}", soft_wrap=True)
            return AT_FAULT
        case BotFault():
            console.print(f"rulewright: a bot is at fault: {error}", soft_wrap=True)
            return AT_FAULT
        case OSError():
            console.print(f"rulewright: {system_error(error)}", soft_wrap=True)
            return AT_FAULT
    for line in lines_of(kept(error)):
        console.print(line, soft_wrap=True)
    return INTERNAL


def system_error(error: OSError) -> str:
    """What the system cannot do, in words, with the file."""
    what = (error.strerror or str(error)).lower()
    return f"{error.filename}: {what}" if error.filename else what


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """The exit code for diagnostics: 0 for none but remarks, 2 where only the use was wrong, else 1."""
    errors = [d for d in diagnostics if not d.is_lint]
    if not errors:
        return 0
    return WRONG_USE if all(_is_use(d) for d in errors) else AT_FAULT


def _is_use(diagnostic: Diagnostic) -> bool:
    # A module that is not there is wrong use where the command named it, and a mistake where a file did.
    return diagnostic.code in USE_CODES or (diagnostic.code == "E130" and diagnostic.span is None)
