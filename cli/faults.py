"""How commands fail: 1 where a ruleset, scenario, log or game is at fault, 2 where the command was used wrongly.

A command's function is wrapped in `reporting`, so no mistake of a user ends in a traceback.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NoReturn, ParamSpec, TypeVar

import typer

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic

AT_FAULT = 1
WRONG_USE = 2

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
    """Wrap a command: mistakes are printed, and end it with their exit code."""

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort):
            raise
        except BrokenPipeError:
            # Whoever read the output has gone; nothing more can be told.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(AT_FAULT) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except Exception as error:
            raise typer.Exit(_report(error)) from error

    return wrapped


def _report(error: Exception) -> int:
    """Print a mistake and give its exit code. What is no mistake of a user is raised again."""
    from cli.screen.console import err
    from cli.screen.diagnostics import print_diagnostics
    from interpreter.analysis.numbered import SimulationError
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
        case GameFault():
            console.print("rulewright: the ruleset is at fault: the game cannot go on")
            print_diagnostics(console, [error.diagnostic()])
            return AT_FAULT
        case SimulationError():
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
        case _:
            raise error


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
