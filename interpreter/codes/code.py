"""What is known of one kind of mistake."""

from __future__ import annotations

from interpreter.records import record


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
