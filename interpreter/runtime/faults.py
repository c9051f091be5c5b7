"""What stops a game: a fault of its ruleset, and the budget of a decision, which a ruleset may not exceed.

Generated code calls `spend` and its like wherever it can take long. One budget serves the whole process: only one
position is carried out at a time, and each decision begins with a full one.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from types import FrameType
from typing import Any, TypeVar

from interpreter.bounds import MOST_ELEMENTS, MOST_KEPT, MOST_OPTIONS, MOST_STEPS
from interpreter.diagnostics import Diagnostic, Diagnostics, Span

SOURCE_NAME = "<ruleset>"
"""The file name of generated code."""

PLACE_OF_FRAME = "place_of_frame"
"""The name under which generated code has a function that says at which statement one of its frames stands."""


class GameFault(Exception):
    """The ruleset is at fault while a game runs: a rule failed where nothing may fail, something is read that is not
    there, or a bound is exceeded. As text: place and message, on one line."""

    def __init__(self, code: str, span: Span | None = None, **arguments: object) -> None:
        """code: the diagnostic's code; arguments fill its wording."""
        super().__init__(code, span, arguments)
        self.code, self.span, self.arguments = code, span, arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return _fault, (self.code, self.span, self.arguments)

    @property
    def is_ours(self) -> bool:
        """Whether the checker should have kept this from happening, so that the ruleset is not to blame."""
        return self.code == "E561"

    def diagnostic(self) -> Diagnostic:
        """What to tell the one who writes the rules."""
        found = Diagnostics()
        found.add(self.code, self.span, near=(), related=(), **self.arguments)
        return next(iter(found))

    def __str__(self) -> str:
        message = self.diagnostic().message
        return f"{self.span}: {message}" if self.span else message


def _fault(code: str, span: Span | None, arguments: dict[str, object]) -> GameFault:
    return GameFault(code, span, **arguments)


class Budget:
    """The steps that are left of the decision under way."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_STEPS


BUDGET = Budget()


def refill() -> None:
    """Begin with a full budget."""
    BUDGET.left = MOST_STEPS


Sized = TypeVar("Sized", bound=Collection[Any])


def exceeded(code: str, **arguments: object) -> GameFault:
    """The fault of exceeding a bound, at the innermost statement or formula of the rules that is being carried out."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == SOURCE_NAME:
            place: Span | None = frame.f_globals[PLACE_OF_FRAME](frame)
            if place is not None:
                return GameFault(code, place, **arguments)
        frame = frame.f_back
    return GameFault(code, None, **arguments)


def spend(steps: int) -> None:
    """Take steps from the budget. GameFault: so many are not left."""
    BUDGET.left -= steps
    if BUDGET.left < 0:
        raise exceeded("E563", most=f"{MOST_STEPS:,}")


def spent(values: Sized, weight: int) -> Sized:
    """The values, after taking what a loop over them costs from the budget. weight: the steps for each."""
    try:
        count = len(values)
    except OverflowError:  # a range of more numbers than any list can have elements
        count = MOST_STEPS
    BUDGET.left -= count * weight
    if BUDGET.left < 0:
        raise exceeded("E563", most=f"{MOST_STEPS:,}")
    return values


def promised(holds: object) -> int:
    """GameFault where that is not true for which the author answered with `surely`; else nothing, 0."""
    if not holds:
        raise exceeded("E569")
    return 0


def options_of(found: list[Any]) -> list[Any]:
    """The options of a decision, unless there are too many."""
    if len(found) > MOST_OPTIONS:
        raise exceeded("E564", most=f"{MOST_OPTIONS:,}")
    return found


def numbers(first: int, end: int) -> list[int]:
    """The options of a decision about a number, unless there are too many."""
    if end - first > MOST_OPTIONS:
        raise exceeded("E564", most=f"{MOST_OPTIONS:,}")
    return [*range(first, end)]


def long(values: Sized) -> Sized:
    """A list that has been put together, unless it is too long."""
    try:
        count = len(values)
    except OverflowError:
        count = MOST_STEPS
    if count > MOST_ELEMENTS:
        raise exceeded("E565", most=f"{MOST_ELEMENTS:,}")
    spend(4 * count)
    return values


def within(number: int) -> int:
    """A number that is kept, added or handed on, unless it is too large."""
    if -MOST_KEPT <= number <= MOST_KEPT:
        return number
    raise exceeded("E566", most=f"{MOST_KEPT:,}")
