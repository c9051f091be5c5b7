"""What a piece of effect text can see: its locals, who acts, whose piece it stands on, and where it runs."""

from __future__ import annotations

from dataclasses import field

from interpreter.language.core import Var, X
from interpreter.records import changed, mutable


@mutable
class Scope:
    """One brace level of effect text.

    names: locals, visible to inner levels. me: who acts, None where nobody does. self_piece: the piece whose ability,
    action or `do:` this is; owner: its owner. procedure: the procedure the text belongs to. marked: inside an atomic
    block,
    so that failing statements are allowed. loops: number of loops around. facts: tests known to hold here. shaken:
    those that held until somebody was asked, who may have taken free actions.
    """

    names: dict[str, Var] = field(default_factory=dict)
    me: X | None = None
    self_piece: X | None = None
    owner: X | None = None
    procedure: str = ""
    marked: bool = False
    loops: int = 0
    facts: tuple[X, ...] = ()
    shaken: tuple[X, ...] = ()
    prompt: str = ""
    original: str | None = None
    together: bool = False
    """inside of `simultaneously`"""

    def inner(self, **changes: object) -> Scope:
        """A level inside this one: sees its names, adds its own."""
        return changed(self, names=dict(self.names), **changes)

    def knowing(self, *tests: X) -> Scope:
        return self.inner(facts=(*self.facts, *tests))
