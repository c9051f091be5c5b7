"""What is known of one kind of mistake, and how its examples are written."""

from __future__ import annotations

import re
from textwrap import dedent, indent

from interpreter.records import record

_REPEATED = re.compile(r"^(.*)  #\* (\d+)\.\.(\d+)\n", re.M)
_RUN = re.compile(r"^(do|turn):(?: ([^|\n].*\n)| \|\n((?:  .*\n|\n)*))", re.M)
_RULESET = "# file: ruleset.yaml\n"


@record
class Code:
    """One kind of mistake.

    id: "E203" (error) or "L601" (lint: never makes a ruleset invalid).
    message, hint: templates for str.format with the arguments of the diagnostic; hint may be "".
    page: what it means and why it is so, in a few sentences.
    failing, mended: a smallest example that gives this code, and the same one mended; both run as tests. Each is a
        ruleset in one text: "# file: name.yaml" lines cut it into files; without one it is a whole ruleset.yaml.
    """

    id: str
    message: str
    hint: str = ""
    page: str = ""
    failing: str = ""
    mended: str = ""

    @property
    def is_lint(self) -> bool:
        return self.id.startswith("L")


def example(text: str) -> str:
    """The ruleset that an example stands for.

    A key `do:` of its own is the text of the phase `game`, `turn:` the same with the first player acting; with either
    of them, `game:` may be left out. A line that ends in `  #* 1..200` is repeated, `{i}` and `{i-1}` being the number.
    """
    text = _REPEATED.sub(_repeated, text)
    if not _RUN.search(text):
        return text
    text = _RUN.sub(_phase, text)
    before, marked, rest = text.rpartition(_RULESET)
    is_whole = re.search("^game:", text, re.M)
    return text if is_whole else f"{before}{marked}game: {{id: example, players: [2]}}\n{rest}"


def _repeated(found: re.Match[str]) -> str:
    numbers = range(int(found[2]), int(found[3]) + 1)
    return "".join(found[1].replace("{i}", str(i)).replace("{i-1}", str(i - 1)) + "\n" for i in numbers)


def _phase(found: re.Match[str]) -> str:
    text = (found[2] or dedent(found[3])).strip("\n")
    if found[1] == "turn":
        text = f"players[1] does {{\n{indent(text, '  ')}\n}}"
    return f"phases:\n  game:\n    do: |\n{indent(text, '      ')}\n"
