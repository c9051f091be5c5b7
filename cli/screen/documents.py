"""A rulebook as Markdown, or as one HTML page that needs nothing else."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from cli.faults import Fault
from cli.screen.console import out, write
from cli.screen.safe import clean
from interpreter.explaining.blocks import Block, Entry, Heading, Paragraph, Prose, Step, Table, anchors, targets
from interpreter.explaining.sentences import Line
from interpreter.files import write_whole

_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; color: #222; }
h1, h2, h3, h4 { line-height: 1.2; margin: 1.4em 0 .4em; } h2 { border-bottom: 1px solid #bbb; }
a { color: inherit; text-decoration-color: #bbb; text-underline-offset: .15em; }
table { border-collapse: collapse; margin: .6em 0; font-size: 14px; display: block; overflow-x: auto; }
th, td { border: 1px solid #ccc; padding: .2em .5em; }
th { background: #f0f0f0; text-align: left; } ul, ol { margin: .2em 0; padding-left: 1.6em; }
blockquote { margin: .6em 0; padding: .1em 1em; border-left: 3px solid #bbb; background: #f8f8f8; }
@media print {
  body { font-size: 11px; max-width: none; margin: 0; } a { text-decoration: none; }
  h2, h3, h4 { break-after: avoid; } tr, li { break-inside: avoid; } table { display: table; }
  h2:last-of-type { break-before: page; }
}"""

_NAMED = re.compile(r"«([^«»]+)»")
_Link = Callable[[str], str]


def markdown(blocks: Sequence[Block], *, links: bool = False) -> str:
    """The blocks as Markdown; lines of lists are not wrapped. links: whether sections are linked where they are
    named."""
    known = targets(blocks) if links else {}
    return "\n".join(_written(blocks, lambda text: _linked(_plain(text), known), links)).strip() + "\n"


def put(text: str, output: Path | None, *, is_markdown: bool) -> None:
    """Write a document: into a file, into a pipe, or, where it is Markdown, drawn to the width of the terminal.

    Fault: the file cannot be written."""
    if output is not None:
        try:
            write_whole(output, text)
        except OSError as error:
            raise Fault(f"cannot write {output}: {(error.strerror or str(error)).lower()}") from error
    elif is_markdown and sys.stdout.isatty():
        from rich.markdown import Markdown

        out().print(Markdown(text))
    else:
        write(text)


def _written(blocks: Sequence[Block], say: _Link, links: bool) -> list[str]:
    out: list[str] = []
    before: type | None = None
    inside = ""
    for block in blocks:
        kind = Line if isinstance(block, Line | Step | Entry) else type(block)
        if kind is not Line or before is not Line:
            out.append("")
            inside = ""
        before = kind
        match block:
            case Heading():
                out.append(f"{'#' * block.level} {_plain(block.text)}")
            case Prose():
                out.append(clean(block.text))
            case Paragraph():
                out.append(say(block.text))
            case Table():
                out += [_row(block.head, say), _row(["---"] * len(block.head), str)]
                out += (_row(row, say) for row in block.rows)
            case Entry():
                out.append(f"{'  ' * block.depth}- {_places(block, links)}")
            case Step():
                inside = " " * len(f"{block.number}. ")
                out.append(f"{block.number}. {say(block.text)}")
            case Line():
                indent = inside + "  " * (block.depth - bool(inside)) if inside else "  " * block.depth
                out.append(f"{indent}- {say(block.text)}")
    return out


def _places(entry: Entry, links: bool) -> str:
    shown = ", ".join(f"[{_plain(x)}](#{anchor})" if links else _plain(x) for x, anchor in entry.places)
    return f"{_plain(entry.text)}: {shown}" if entry.text else shown


def _linked(text: str, known: Mapping[str, str]) -> str:
    """A sentence in which the names of sections are links to them."""

    def link(found: re.Match[str]) -> str:
        anchor = known.get(found[1].replace("\\", "").casefold())
        return found[0] if anchor is None else f"«[{found[1]}](#{anchor})»"

    return _NAMED.sub(link, text)


def _row(cells: Iterable[str], say: _Link) -> str:
    return "| " + " | ".join(say(c).replace("|", "\\|") for c in cells) + " |"


def _plain(text: str) -> str:
    """Text in which nothing is a mark of Markdown by accident."""
    return re.sub(r"([\\`*_<>\[\]&]|^(?:#|\+|-|\d+[.)])(?=\s))", r"\\\1", clean(text)).replace("\n", " ")


def html(blocks: Sequence[Block], title: str, language: str) -> str:
    """The blocks as one HTML page with a style of its own, links and no script. What a ruleset says can only be read:
    HTML in it is shown as it stands, and pictures and links to elsewhere are left out."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "autolink"])
    parser.validateLink = lambda url: url.startswith("#")  # type: ignore[method-assign]
    tokens = parser.parse(markdown(blocks, links=True))
    found = iter([anchor for block, anchor in zip(blocks, anchors(blocks), strict=True) if isinstance(block, Heading)])
    wanted = [(block.level, block.text) for block in blocks if isinstance(block, Heading)]
    heads = iter(wanted)
    expected = next(heads, None)
    for token, inner in zip(tokens, [*tokens[1:], None], strict=False):
        if token.type != "heading_open" or expected is None or inner is None:
            continue
        if token.tag == f"h{expected[0]}" and inner.content == _plain(expected[1]).strip():
            token.attrSet("id", next(found))
            expected = next(heads, None)
    body = parser.renderer.render(tokens, parser.options, {})
    head = f'<meta charset="utf-8"><title>{_safe(title)}</title><style>\n{_STYLE}\n</style>'
    return f'<!doctype html><html lang="{_safe(language)}"><head>{head}</head><body>\n{body}</body></html>\n'


def _safe(text: str) -> str:
    return escape(clean(text))
