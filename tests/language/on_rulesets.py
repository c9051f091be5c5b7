"""The invented rulesets on which the corpora of the checker stand, and how a text is put into one.

The cases of the files named in ON_BOARDS stand on checker_ruleset_board.txt, the others on checker_ruleset.txt.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

from interpreter.loading.source import Folder, folder_from_text

CORPUS = Path(__file__).parent / "corpus"
RULESETS = {
    name: (CORPUS / f"{name}.txt").read_text(encoding="utf-8") for name in ("checker_ruleset", "checker_ruleset_board")
}
ON_BOARDS = {"board", "results_bags", "results_modify", "results_none", "results_spaces", "results_tracks"}


def ruleset_of(file: str) -> str:
    """The text of the ruleset on which the cases of a file stand, by its name without `checker_`."""
    return RULESETS["checker_ruleset_board" if file in ON_BOARDS else "checker_ruleset"]


GAME = "phases:\n  game:\n    do: |\n"
FORMS = {
    # start → (what stands before the text, how deep it is indented, what stands after it)
    "player": (GAME + "      players[1] does {\n", 8, "      }\n"),
    "block": (GAME + "      players[1] does {\n        may act {\n", 10, "        }\n      }\n"),
    "nobody": (GAME, 6, ""),
    "rule": (GAME + "      do round\nrules:\n  tested: |\n", 4, ""),
    "formula": (GAME + "      do round\nvalues:\n  tested:\n    given: {p: player, f: field}\n    is: |\n", 6, ""),
    "yaml": (GAME + "      do round\n# file: tested.yaml\n", 0, ""),
}


def folder(ruleset: str, start: str, text: str) -> tuple[Folder, int]:
    """A ruleset with a text in its place, and the number of lines before the text."""
    before, depth, after = FORMS[start]
    head = "# file: more.yaml\n" + before
    return folder_from_text(f"{ruleset}{head}{indent(text, ' ' * depth)}\n{after}"), head.rpartition("# file")[2].count(
        "\n"
    )


def cases_of(path: Path) -> list[str]:
    """The cases of a file of the corpus, which are cut by `---`."""
    return re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
