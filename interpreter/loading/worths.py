"""`worth` of classes and kinds of pieces, and the lines of the score sheet that count it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import PieceDecl, ScoreDecl


def lines(
    categories: Mapping[str, ScoreDecl], pieces: Mapping[str, PieceDecl], diagnostics: Diagnostics
) -> dict[str, ScoreDecl]:
    """The lines of the score sheet, with those of kinds where `each` names their class. A class of which there is
    nothing to count (E165), and a kind that is called as another line is (E112), are reported."""
    out: dict[str, ScoreDecl] = {}
    for decl in categories.values():
        for line in _lines(decl, pieces, diagnostics) if decl.each else (decl,):
            if line.id in out:
                what, other = (_said(x) for x in (line, out[line.id]))
                diagnostics.add("E112", line.span, name=line.id, what=what, other=other)
            out[line.id] = line
    return out


def _lines(decl: ScoreDecl, pieces: Mapping[str, PieceDecl], diagnostics: Diagnostics) -> Iterator[ScoreDecl]:
    cls = pieces.get(decl.each)
    if cls is None or decl.worth is not None or decl.is_tie_break:
        beside = "`worth` stands beside `each`" if decl.worth is not None else "a tie-break is one number"
        why = "it is not a class of pieces" if cls is None else beside
        diagnostics.add("E165", decl.span, line=decl.id, cls=decl.each, why=why)
        return
    if not cls.has_worth:
        diagnostics.add("E165", decl.span, line=decl.id, cls=cls.id, why="no kind of it says `worth`")
    for kind in cls.kinds.values():
        worth = cls.worth_of(kind)
        if worth is not None:
            yield replace(decl, id=kind.id, span=kind.span, worth=worth)


def _said(line: ScoreDecl) -> str:
    return f"a line of the score for each kind of `{line.each}`" if line.each else "a line of the score"
