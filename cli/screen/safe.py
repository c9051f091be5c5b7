"""Text from rulesets, logs and command lines made safe for a terminal."""

from __future__ import annotations

from interpreter.visible import clean

__all__ = ["clean", "minus"]


def minus(number: object) -> str:
    """A number as text, with the minus sign that stands everywhere on the screen."""
    return str(number).replace("-", "−")
