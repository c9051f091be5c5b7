"""Diagnostics for people and for machines: the place, the line with the spot underlined, the hint, names that are near.

E203  flow.yaml:41:17  `woood` is not a resource of this ruleset
 41 |       do: pay 2 woood
    |                 ^^^^^
 Did you mean `wood`?  More: rulewright explain E203
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cli.screen.safe import clean
from interpreter.diagnostics import Diagnostic, Span

TAB = "    "
MOST_LINES = 4
"""Lines of a long span that are shown."""
MOST_SHOWN = 200
"""Diagnostics that are shown in full at a time."""
MOST_COLUMNS = 160
"""Characters of a long line that are shown, around the spot."""


def print_diagnostics(console: Console, diagnostics: Sequence[Diagnostic]) -> None:
    """In order of place, a blank line after each, and how many there are. Of very many the first ones are shown,
    mistakes before remarks."""
    first = sorted(diagnostics, key=lambda d: (d.is_lint, d.sort_key))[:MOST_SHOWN]
    for diagnostic in sorted(first, key=lambda d: d.sort_key):
        for line in lines_of(diagnostic):
            console.print(line, soft_wrap=True)
        console.print()
    if len(diagnostics) > len(first):
        console.print(Text(f"{len(diagnostics) - len(first)} more are not shown."))
    console.print(Text(count(diagnostics), style="bold"))


def count(diagnostics: Sequence[Diagnostic]) -> str:
    """`2 mistakes, 1 remark`."""
    lints = sum(d.is_lint for d in diagnostics)
    errors = len(diagnostics) - lints
    parts = [_number(errors, "mistake")] if errors or not lints else []
    parts += [_number(lints, "remark")] if lints else []
    return ", ".join(parts)


def _number(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def lines_of(diagnostic: Diagnostic) -> list[Text]:
    """One diagnostic as lines."""
    head = Text()
    head.append(diagnostic.code, style="bold yellow" if diagnostic.is_lint else "bold red")
    if diagnostic.span is not None:
        head.append(f"  {clean(str(diagnostic.span))}", style="bold")
    head.append(f"  {clean(diagnostic.message)}")
    out = [head]
    if diagnostic.span is not None:
        out += snippet(diagnostic.span)
    for span, word in diagnostic.related:
        out.append(Text(f"   {clean(str(span))}  {clean(word)}", style="cyan"))
        out += snippet(span, most=1)
    if diagnostic.hint:
        out.append(Text(f" Hint: {clean(diagnostic.hint)}"))
    last = Text(" ")
    if diagnostic.near:
        last.append(f"Did you mean {' or '.join(f'`{clean(n)}`' for n in diagnostic.near)}?  ")
    last.append(f"More: rulewright explain {diagnostic.code}", style="bright_black")
    out.append(last)
    return out


def snippet(span: Span, most: int = MOST_LINES) -> list[Text]:
    """The lines a span covers, each with its part of the span underlined."""
    source = span.source
    first, start = source.position(span.start)
    last, end = source.position(max(span.start, span.end))
    if last > first and end == 1:  # the span ends with a newline
        last -= 1
        end = len(source.line(last)) + 1
    shown = range(first, min(last, first + most - 1) + 1)
    gutter = len(str(shown[-1])) + 1
    out: list[Text] = []
    for number in shown:
        line = source.line(number)
        low = start - 1 if number == first else len(line) - len(line.lstrip())
        high = end - 1 if number == last else len(line.rstrip())
        out += _marked(line, low, high, f"{number:>{gutter}} ", gutter)
    if last > shown[-1] and most > 1:
        out.append(Text(f"{'':>{gutter}} | …", style="bright_black"))
    return out


def _marked(line: str, low: int, high: int, number: str, gutter: int) -> list[Text]:
    """A source line and the marks under its characters low to high, by the cells they take on the screen."""
    line, low, high = _cropped(line, low, high)
    before, inside, after = (_shown(part) for part in (line[:low], line[low:high], line[high:]))
    source = Text(f"{number}| ", style="bright_black")
    source.append(before, style="default")
    source.append(inside, style="default bold")
    source.append(after.rstrip(), style="default")
    marks = Text(f"{'':>{gutter}} | ", style="bright_black")
    marks.append(" " * cell_len(before) + "^" * max(1, cell_len(inside)), style="bold red")
    return [source, marks]


def _cropped(line: str, low: int, high: int) -> tuple[str, int, int]:
    """A very long line cut to the surroundings of the spot."""
    if len(line) <= MOST_COLUMNS:
        return line, low, max(low, high)
    start = max(0, min(low - 40, len(line) - MOST_COLUMNS))
    part = line[start : start + MOST_COLUMNS]
    lead = "…" if start else ""
    low, high = low - start + len(lead), min(high - start, len(part)) + len(lead)
    return lead + part + ("…" if start + MOST_COLUMNS < len(line) else ""), low, max(low, high)


def _shown(text: str) -> str:
    return clean(text.replace("\t", TAB))


# ---- for machines


def as_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The diagnostics as plain values, in order of place; what has no place has null there."""
    return [_as_json(d) for d in sorted(diagnostics, key=lambda d: d.sort_key)]


def _as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": "remark" if diagnostic.is_lint else "error",
        **_place(diagnostic.span),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "near": list(diagnostic.near),
        "related": [{**_place(span), "message": word} for span, word in diagnostic.related],
    }


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.path, "line": span.line, "column": span.column, "end_line": end_line, "end_column": end_column,
    }  # fmt: skip
