"""Text from rulesets, logs and command lines made safe for a terminal."""

from __future__ import annotations

import re

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters (they could move the cursor or worse) and marks that turn the direction of writing round."""


def clean(text: str) -> str:
    """The text with everything that could do more than be read replaced; newlines and tabs stay."""
    return _UNSAFE.sub("\ufffd", text)


def minus(number: object) -> str:
    """A number as text, with the minus sign that stands everywhere on the screen."""
    return str(number).replace("-", "−")
