"""Pages of `explain` and `about`: a kind of mistake, a thing of a game."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from string import Formatter

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text

from cli.screen.entries import effects, entries, facts, ids, nature, origin, place, what
from cli.screen.printed import tabled
from cli.screen.safe import clean
from cli.screen.words import Words
from interpreter.codes.code import Code
from interpreter.diagnostics import Span, near_names
from interpreter.explaining.understood import Section, groups, menus
from interpreter.game import Game
from interpreter.loading.model import KindDecl, Model

WIDTH = 88

_NAMES_PLACE = re.compile(r"  \(\S+:\d+\)$")
"""Where the rules read something, which is for designers."""

_MOST_SAID = 8
"""So many sentences of a thing's rules are told in play; `explain` tells them all."""


def code_page(code: Code, width: int = WIDTH) -> list[Text]:
    """What a kind of mistake means, with an example that makes it and one that is mended."""
    style = "bold yellow" if code.is_lint else "bold red"
    title, hint = _unfilled(code.message), _unfilled(code.hint)
    if title == "…":  # all of it depends on the place
        title = code.page.partition(". ")[0].rstrip(".")
    out = [Text(code.id, style=style).append(f"  {title}", style="bold")]
    if code.page:
        out += [Text(), *map(Text, textwrap.wrap(code.page, min(width, WIDTH)))]
    if hint not in ("", "…"):
        out += [Text(), Text(f"Hint: {hint}")]
    for title, example in (("This gives it:", code.failing), ("Mended:", code.mended)):
        if example:
            out += [Text(), Text(title, style="bold"), *_indented(example.rstrip("\n"))]
    return out


def _unfilled(template: str) -> str:
    """A message or hint without the names of one place: dots stand for them, or a word where a sentence wants one."""
    parts = list(Formatter().parse(template))
    names = {name for _, name, _, _ in parts}
    words = {"stop": "something"} | (
        {"wanted": "one thing", "found": "another"} if {"wanted", "found"} <= names else {}
    )
    out = ""
    for text, name, _, _ in parts:
        out += text
        if name is not None:
            out += "…" if out.endswith("`") else words.get(name, "…")
    return out


def _indented(text: str) -> list[Text]:
    return [Text(f"    {clean(line)}", style="cyan") for line in text.split("\n")]


# ---- things of a game


def about(game: Game, words: Words, name: str, width: int = WIDTH) -> list[Text]:
    """What a thing of the game does, in a player's words; empty where nothing has that name.

    What its help does not say is taken from its rules, as `explain` tells them. Several things may be called alike,
    such as a phase and a card: all of which there is something to say are told.
    """
    width = min(width, WIDTH)
    low = name.strip().casefold()
    called = [
        id
        for id in ids(game.model)
        if low in (words.name(id).casefold(), (words.text("names", f"1 {id}") or "").casefold())
    ]
    id = thing_id(game.model, words, name)
    if id is None:
        begun = [id for id in ids(game.model) if words.name(id).casefold().startswith(low)]
        called = begun if len(begun) == 1 else []
    pages = {
        x: [
            *_short(game.model, words, x, width),
            *_resource(game.model, words, x, width),
            *_does(game, words, x, width),
        ]
        for x in dict.fromkeys([*([id] if id else []), *called])
    }
    said = [page for page in pages.values() if len(page) > 1]
    if pages and not said:
        ruled = [[*page, *_by_rules(game, words, x, width)] for x, page in pages.items()]
        said = [max(ruled, key=len)]
    return [line for page in said for line in page]


def _resource(model: Model, words: Words, id: str, width: int) -> list[Text]:
    """What the rules say of a resource; nothing for anything else."""
    lines = nature(model.resources[id], model, words) if id in model.resources else ()
    return [Text(f"  {part}") for line in lines for part in textwrap.wrap(clean(line), width - 2)]


def _does(game: Game, words: Words, id: str, width: int) -> list[Text]:
    """What the rules of a kind do, for one that has attributes, and rules but no help; nothing for anything else."""
    kinds = [cls.kinds[id] for cls in game.model.classes if id in cls.kinds]
    has_rules = any(k.do is not None or k.abilities or k.actions or k.free for k in kinds)
    if not has_rules or words.help(id) or not any(k.attributes for k in kinds):
        return []
    return _told(game, words, id, width, whole=True)


def _by_rules(game: Game, words: Words, id: str, width: int) -> list[Text]:
    """What the rules say of a thing: its nature, then what it does, cut where that is long."""
    natures = [line for entry in entries(game.model, id) for line in nature(entry, game.model, words)]
    out = [Text(f"  {part}") for line in natures for part in textwrap.wrap(clean(line), width - 2)]
    return out + _told(game, words, id, width)


def _told(game: Game, words: Words, id: str, width: int, *, whole: bool = False) -> list[Text]:
    """What `explain` says a thing does, cut where that is long. whole: with its abilities and actions too."""
    from interpreter.explaining.naming import Naming
    from interpreter.explaining.understood import explained
    from interpreter.ruleset import Variant

    say = Naming(game.model, words.language)
    sections = explained(Variant.of(game).checked, say, id)
    lines: list[tuple[int, str]] = []
    for i, section in enumerate(sections if whole else sections[:1]):
        titled = whole and (i > 0 or section.title != say("what_it_does"))
        lines += [(0, f"{section.title.partition('  (')[0]}:")] if titled else []
        lines += [(line.depth + titled, line.text) for line in section.lines]
    lines = [(depth, text) for depth, text in lines if not _NAMES_PLACE.search(text)]
    out = []
    for depth, text in lines[:_MOST_SAID]:
        indent = "  " * (depth + 1)
        out += [Text(f"{indent}{part}") for part in textwrap.wrap(clean(text), max(40, width - len(indent)))]
    return [*out, Text("  …")] if len(lines) > _MOST_SAID else out


def book_pages(game: Game, words: Words, name: str) -> RenderableType | None:
    """The sections of the rulebook that are called so, or its contents without a name; None where there are none."""
    from cli.screen.documents import markdown
    from interpreter.explaining.blocks import Block, Heading
    from interpreter.explaining.naming import Naming
    from interpreter.explaining.rulebook import Rulebook
    from interpreter.ruleset import Variant

    blocks = Rulebook(Variant.of(game).checked, Naming(game.model, words.language)).blocks()
    heads = [block for block in blocks if isinstance(block, Heading) and block.level > 1]
    if not name:
        return Group(*(Text(f"{'  ' * (head.level - 2)}{clean(head.text)}") for head in heads if head.level < 4))
    low = name.casefold()
    exact = {head.text for head in heads if head.text.casefold() == low}
    wanted = exact or {head.text for head in heads if low in head.text.casefold()}
    found: list[Block] = []
    level = 0
    for block in blocks:
        if isinstance(block, Heading) and (block.level <= level or not level):
            level = block.level if block.text in wanted else 0
        if level:
            found.append(block)
    return Markdown(markdown(found)) if found else None


def near_things(model: Model, words: Words, name: str) -> list[str]:
    """Names in words that look like a name or have it in them, best first."""
    low = name.strip().casefold()
    known = {words.name(id).casefold(): words.name(id) for id in ids(model)}
    inside = [shown for folded, shown in known.items() if low in folded] if len(low) > 2 else []
    return list(dict.fromkeys([*(known[n] for n in near_names(low, known)), *inside]))[:4]


def thing_page(model: Model, words: Words, id: str, sections: Sequence[Section] = (), width: int = WIDTH) -> list[Text]:
    """Everything the ruleset says of an id: what it does, attributes, what is understood of it (sections), effect texts
    with their places, provenance."""
    width = min(width, WIDTH)
    out = _short(model, words, id, width)
    for section in sections:
        out += [Text(), Text(clean(section.title), style="bold green")]
        for line in section.lines:
            indent = "  " * (line.depth + 1)
            wrapped = textwrap.wrap(clean(line.text), max(40, width - len(indent) - 2))
            out += [Text(f"{indent}{'- ' if i == 0 else '  '}{part}") for i, part in enumerate(wrapped)]
    for entry in entries(model, id):
        out += [
            Text(),
            Text(f"{what(entry, words)} `{entry.id}`, {place(entry.span)}{origin(entry, words)}", style="bold"),
        ]
        out += [
            Text(f"  {line}") for fact in facts(entry, model, words) for line in textwrap.wrap(clean(fact), width - 2)
        ]
        if isinstance(entry, KindDecl) and entry.provenance:
            out.append(Text(words("provenance", text=clean(entry.provenance))))
        for title, text in effects(entry):
            out.append(Text(f"  {title}  ({place(text.span)})", style="bright_black"))
            out += _indented(textwrap.dedent(_from_line_start(text.span)).strip("\n"))
    return out


def thing_id(model: Model, words: Words, name: str) -> str | None:
    """The id of a thing, a group or a menu, given its id or its name in words."""
    known = [*ids(model), *groups(model), *menus(model)]
    wanted = name.strip()
    if wanted in known or wanted.replace(" ", "_") in known:
        return wanted if wanted in known else wanted.replace(" ", "_")
    low = wanted.casefold()
    return next((id for id in known if low and words.name(id).casefold() == low), None)


def _short(model: Model, words: Words, id: str, width: int = WIDTH) -> list[Text]:
    """Name, what it does, attributes."""
    out = [Text(clean(words.title(id)), style="bold")]
    for part in _paragraphs(words.help(id) or words.text("rulebook", id) or ""):
        out += [Text(f"  {clean(line)}") for line in textwrap.wrap(part, width - 2)]
    for cls in model.classes:
        kind = cls.kinds.get(id)
        if kind is not None:
            known = {a: v for a, v in kind.attributes.items() if a in cls.attributes}
            worded = {a: (v, _fact(v, cls.attributes[a], words)) for a, v in known.items()}
            shown = words.facts({a: pair for a, pair in worded.items() if pair[1]}, between=": ")
            out += [Text(f"  {line}") for line in textwrap.wrap(clean(", ".join(shown)), width - 2)]
    if id in model.tables:
        said = tabled(model.tables[id], words)
        out += [Text(f"  {line}") for line in textwrap.wrap(clean(said), width - 2)]
    return out


def _paragraphs(text: str) -> list[str]:
    """The paragraphs and list items of Markdown as plain text; tables are for the rulebook."""
    lines = [line for line in text.strip().split("\n") if not line.lstrip().startswith("|")]
    bare = re.sub(r"[*`]+(?=\S)|(?<=\S)[*`]+", "", "\n".join(lines))
    return [part for part in re.split(r"\n\n+|\n(?=- )", bare) if part.strip()]


def _fact(value: object, type_text: str, words: Words) -> str:
    """An attribute in words; empty for a shape of one cell, which says nothing. Rows of a shape: `##/#.`."""
    if type_text == "shape" and isinstance(value, list | tuple):
        rows = "/".join(str(row) for row in value)
        return "" if rows == "#" else rows
    return words.written(value)


def _from_line_start(span: Span) -> str:
    """The text with the indent of its first line, so that the lines below keep theirs."""
    before = span.source.line(span.line)[: span.column - 1]
    return (" " * len(before) if not before.strip() else "") + span.text
