"""Characters that do more than be read: refused in rulesets, and replaced in whatever reaches a screen."""

from __future__ import annotations

import re

_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, which can move a cursor or fill a clipboard
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they turn the direction of writing round
    "\u00ad\u180e\u200b-\u200d\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # nobody sees them
    "\u2028\u2029"  # they end a line for some programs and not for others
    "\ud800-\udfff"  # halves of a character: bytes of a file name that are no text
)
HIDDEN = re.compile(f"[{_HIDDEN}]")
"""A character that does more than be read. Newlines and tabs are none."""

HIDDEN_IN_NAMES = re.compile(f"[{_HIDDEN}\n\t]")
"""The same for what stands in one line: names of files, keys."""


def clean(text: str) -> str:
    """The text with everything that could do more than be read replaced; newlines and tabs stay."""
    return HIDDEN.sub("\ufffd", text)


def clean_name(text: str) -> str:
    """The same for what stands in one line."""
    return HIDDEN_IN_NAMES.sub("\ufffd", text)


def code_point(character: str) -> str:
    """A character by its number: `U+202E`."""
    return f"U+{ord(character):04X}"
