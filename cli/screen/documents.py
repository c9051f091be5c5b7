"""A rulebook as Markdown or as one HTML page that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from cli.screen.safe import clean
from interpreter.explaining.rulebook import Block, Heading, Paragraph, Table

_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; color: #222; }
h1, h2, h3, h4 { line-height: 1.2; margin: 1.4em 0 .4em; } h2 { border-bottom: 1px solid #bbb; }
table { border-collapse: collapse; margin: .6em 0; font-size: 14px; }
th, td { border: 1px solid #ccc; padding: .2em .5em; }
th { background: #f0f0f0; text-align: left; } ul { margin: .2em 0; padding-left: 1.4em; }
@media print { body { font-size: 11px; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; } }"""


def markdown(blocks: Sequence[Block]) -> str:
    """The blocks as Markdown; lines of lists are not wrapped."""
    out: list[str] = []
    listing = False
    for block in blocks:
        is_line = not isinstance(block, Heading | Paragraph | Table)
        if not (listing and is_line):
            out.append("")
        listing = is_line
        match block:
            case Heading():
                out.append(f"{'#' * block.level} {_plain(block.text)}")
            case Paragraph():
                out.append(_plain(block.text))
            case Table():
                out.append(_row(block.head))
                out.append(_row(["---"] * len(block.head)))
                out += map(_row, block.rows)
            case _:
                out.append(f"{'  ' * block.depth}- {_plain(block.text)}")
    return "\n".join(out).strip() + "\n"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(_plain(c).replace("|", "\\|") for c in cells) + " |"


def _plain(text: str) -> str:
    """Text in which nothing is a mark of Markdown by accident."""
    return re.sub(r"([*_<>\[\]])", r"\\\1", clean(text))


def html(blocks: Sequence[Block], title: str, language: str) -> str:
    """The blocks as one HTML page with a style of its own and no script."""
    body: list[str] = []
    depth = -1
    for block in blocks:
        wanted = -1 if isinstance(block, Heading | Paragraph | Table) else block.depth
        while depth < wanted:
            body.append("<ul>")
            depth += 1
        while depth > wanted:
            body.append("</ul>")
            depth -= 1
        match block:
            case Heading():
                body.append(f"<h{block.level}>{_safe(block.text)}</h{block.level}>")
            case Paragraph():
                body.append(f"<p>{_safe(block.text)}</p>")
            case Table():
                body.append("<table><tr>" + "".join(f"<th>{_safe(c)}</th>" for c in block.head) + "</tr>")
                body += ["<tr>" + "".join(f"<td>{_safe(c)}</td>" for c in row) + "</tr>" for row in block.rows]
                body.append("</table>")
            case _:
                body.append(f"<li>{_safe(block.text)}</li>")
    body += ["</ul>"] * (depth + 1)
    head = f'<meta charset="utf-8"><title>{_safe(title)}</title><style>\n{_STYLE}\n</style>'
    return "\n".join([f'<!doctype html><html lang="{language}"><head>{head}</head><body>', *body, "</body></html>", ""])


def _safe(text: str) -> str:
    return escape(clean(text))
