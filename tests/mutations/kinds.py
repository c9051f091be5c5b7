"""The kinds of mutations: each is a function from a text to a changed one, or None where it finds no place for it.

Nothing here is a mistake that somebody would make; what counts is that nothing breaks down whatever a file says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.diagnostics import Source
from interpreter.language.syntax.nodes import Statement
from interpreter.loading.documents import MapNode
from interpreter.runtime.rng import Rng
from tests.mistakes.places import keys, leaves
from tests.mutations import stock
from tests.mutations.stock import pick

_TOKEN = re.compile(r"\w+|[^\w\s]|[ \t]+|\n")
_WORD = re.compile(r"[^\W\d]\w*|-?\d+")

ODD = (
    "null", "~", "''", "[]", "{}", "true", "false", "0", "-1", "1", "2", "3", "7", "1.5", "-0", "1e999", ".nan", "0x10",
    "99999999999999999999", "1000000000", "2147483648", "65536", "'1'", "none", "me", "self", "owner", "here", "box",
    "players", "supply", "any", "all", "game", "setup", "round", "normal", "a", "b", "é", "имя", "名", "😀", "x" * 300,
    "'a b'", "'\"'", "'{'", "'}'", "'{}'", "'{x}'", "'%s'", "'\\'", "*a", "&a x", "!!python/name:os.system", "!t x",
    "<<", "? x", "- x", "|\n  x", ">\n  x", "__class__", "__init__", "None", "True", "lambda", "def", "class", "import",
    "[[[[[[[[[]]]]]]]]]", "{a: {b: {c: {d: {}}}}}", "2020-01-01", "0o7", "1_000", "0..3", "1..0", "-5..5", "a.b",
    "p.coin", "[a, a]", "{a: 1, b: 2}", "[null]", "{1: 2}",
    "'a,b'", "'# x'", "' '", "\u200b", "\ufeff", "\u2028", "ß", "ﬁ", "²",
)  # fmt: skip
"""Values that stand for others."""

NUMBERS = ("-1", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "30", "100", "1000", "100000", "1000000000")

CHARACTERS = tuple("{}[]():,.#'\"|>&*!%@`?-+=/\\ \t\n0aZ_é\u00a0\u2028\u200b\ufeff\x00\x07\x1b\x7f\x85\ud7ff😀")


@dataclass(frozen=True)
class Given:
    """What a kind of mutation works on. file: its name in the ruleset. more: see `stock.small`."""

    file: str
    text: str
    rng: Rng
    more: tuple[str, ...] = ()

    @property
    def source(self) -> Source:
        return Source(self.file, self.text)

    def replaced(self, start: int, end: int, new: str) -> str:
        return self.text[:start] + new + self.text[end:]


Mutation = Callable[[Given], str | None]


def characters(given: Given) -> str | None:
    """A few characters inserted, replaced or removed."""
    text = given.text
    for _ in range(1 + given.rng.below(3)):
        at = given.rng.below(len(text) + 1)
        new = "" if given.rng.below(3) == 0 else pick(CHARACTERS, given.rng)
        text = text[:at] + new + text[at + given.rng.below(3) :]
    return text


def lines(given: Given) -> str | None:
    """A line removed, doubled, moved, cut off or indented."""
    rows = given.text.split("\n")
    at, other = given.rng.below(len(rows)), given.rng.below(len(rows))
    match given.rng.below(6):
        case 0:
            del rows[at]
        case 1:
            rows.insert(at, rows[at])
        case 2:
            rows.insert(other, rows.pop(at))
        case 3:
            rows[at] = rows[at][: given.rng.below(len(rows[at]) + 1)]
        case 4:
            rows[at] = " " * (1 + given.rng.below(4)) + rows[at]
        case _:
            rows[at] = rows[at][1 + given.rng.below(3) :]
    return "\n".join(rows)


def words(given: Given) -> str | None:
    """A word or number replaced by another one of the file, of the language, or an odd one."""
    found = list(_WORD.finditer(given.text))
    if not found:
        return None
    here, there = pick(found, given.rng), pick(found, given.rng)
    new = (there[0], there[0], pick(stock.tokens(), given.rng), pick(ODD, given.rng))[given.rng.below(4)]
    return given.replaced(here.start(), here.end(), new)


def values(given: Given) -> str | None:
    """The value of a key replaced by an odd one, or by that of another key, here or in any other ruleset."""
    tree = stock.tree_of(given.source)
    found = list(keys(tree)) if isinstance(tree, MapNode) else []
    if not found:
        return None
    here = pick(found, given.rng).item.value.span
    if given.rng.below(3) == 0:
        new = pick(found, given.rng).item.value.span.text
    elif given.rng.below(2):
        new = pick(stock.items(given.more), given.rng).value.span.text
    else:
        new = pick(ODD, given.rng)
    return given.replaced(here.start, here.end, new)


def scalars(given: Given) -> str | None:
    """A scalar replaced by another scalar."""
    tree = stock.tree_of(given.source)
    found = [leaf for _, leaf in leaves(tree)] if tree is not None else []
    if not found:
        return None
    here = pick(found, given.rng).span
    new = pick(found, given.rng).span.text if given.rng.below(2) else pick(ODD, given.rng)
    return given.replaced(here.start, here.end, new)


def keys_added(given: Given) -> str | None:
    """A key of the schemas, or one with its value from any other ruleset, put before another one; or one renamed."""
    tree = stock.tree_of(given.source)
    found = list(keys(tree)) if isinstance(tree, MapNode) else []
    if not found:
        return None
    here = pick(found, given.rng)
    span = here.item.key_span
    if given.rng.below(3) == 0:
        return given.replaced(span.start, span.end, pick(stock.schema_keys(), given.rng))
    if given.rng.below(2):
        name, value = pick(stock.schema_keys(), given.rng), pick(ODD, given.rng)
    else:
        item = pick(stock.items(given.more), given.rng)
        name, value = item.key, item.value.span.text
    before = given.text[: span.start].rpartition("\n")[2]
    if before.strip():  # within braces
        return given.replaced(span.start, span.start, f"{name}: {value}, ")
    return given.replaced(span.start, span.start, f"{name}: {value}\n{before}")


def keys_removed(given: Given) -> str | None:
    """A key gone with its value."""
    tree = stock.tree_of(given.source)
    found = list(keys(tree)) if isinstance(tree, MapNode) else []
    if not found:
        return None
    item = pick(found, given.rng).item
    end = max(item.key_span.end, item.value.span.end)
    rest = given.text[end:]
    return given.text[: item.key_span.start] + rest[len(rest) - len(rest.lstrip(" ,\n")) :] if given.rng.below(2) else (
        given.replaced(item.key_span.start, end, "")
    )  # fmt: skip


def nests(given: Given) -> str | None:
    """A value put many levels deep, or a long run of one sign."""
    tree = stock.tree_of(given.source)
    found = list(keys(tree)) if isinstance(tree, MapNode) else []
    if not found:
        return None
    span = pick(found, given.rng).item.value.span
    many = pick((3, 40, 400), given.rng)
    texts = stock.effects_in(given.file, given.source)
    if texts and given.rng.below(2):
        text = pick(texts, given.rng)
        nodes = stock.parts_of(text)
        if nodes:
            span = pick(nodes, given.rng).span
        left, right = pick(
            (("(", ")"), ("not ", ""), ("- ", ""), ("size([", "])"), ("if true { ", " }"), ("my ", "")), given.rng
        )
        return given.replaced(span.start, span.end, left * many + span.text + right * many)
    left, right = pick((("[", "]"), ("{a: ", "}"), ("- ", "")), given.rng)
    return given.replaced(span.start, span.end, left * many + span.text + right * many)


def effect_tokens(given: Given) -> str | None:
    """Tokens of an effect text removed, doubled, swapped, or replaced by others of the text or of the language."""
    texts = stock.effects_in(given.file, given.source)
    if not texts:
        return None
    span = pick(texts, given.rng).span
    found = [m for m in _TOKEN.findall(span.text)]
    if not found:
        return None
    solid = [i for i, token in enumerate(found) if token.strip()] or [0]
    for _ in range(1 + given.rng.below(2)):
        at, other = pick(solid, given.rng), pick(solid, given.rng)
        match given.rng.below(6):
            case 0:
                found[at] = ""
            case 1:
                found[at] = f"{found[at]} {found[at]}"
            case 2:
                found[at], found[other] = found[other], found[at]
            case 3:
                found[at] = found[other]
            case 4:
                found[at] = pick(stock.tokens(), given.rng)
            case _:
                found[at] = f"{pick(stock.tokens(), given.rng)} {found[at]}"
    return given.replaced(span.start, span.end, "".join(found))


def effect_splices(given: Given) -> str | None:
    """A part of an effect text replaced by a part of the same kind, or any kind, from any ruleset."""
    texts = stock.effects_in(given.file, given.source)
    nodes = stock.parts_of(pick(texts, given.rng)) if texts else []
    if not nodes:
        return None
    node = pick(nodes, given.rng)
    pool = stock.spliced(given.more)
    kind = type(node).__name__ if given.rng.below(4) else pick(tuple(pool), given.rng)
    if given.rng.below(2):
        all_nodes = [n for text in texts for n in stock.parts_of(text)]
        own = [n.span.text for n in all_nodes if type(n).__name__ == kind and n is not node]
        if own:
            return given.replaced(node.span.start, node.span.end, pick(own, given.rng))
    return given.replaced(node.span.start, node.span.end, pick(pool[kind], given.rng))


def numbers(given: Given) -> str | None:
    """A number replaced by another one."""
    found = list(re.finditer(r"(?<![\w.])-?\d+(?!\w)", given.text))
    if not found:
        return None
    place = pick(found, given.rng)
    new = pick((*NUMBERS, pick(found, given.rng)[0]), given.rng)
    return given.replaced(place.start(), place.end(), new)


def statements(given: Given) -> str | None:
    """A statement removed, doubled, put within braces, or put in place of another one of its file."""
    texts = stock.effects_in(given.file, given.source)
    found = [n for text in texts for n in stock.parts_of(text) if isinstance(n, Statement)]
    if not found:
        return None
    here, there = pick(found, given.rng).span, pick(found, given.rng).span
    frames = (
        "{}; {}",
        "may {{ {} }}",
        "if possible {{ {} }}",
        "repeat 2 times {{ {} }}",
        "for q in players {{ q does {{ {} }} }}",
    )
    new = ("", there.text, pick(frames, given.rng).format(here.text, there.text))[given.rng.below(3)]
    return given.replaced(here.start, here.end, new)


def names_swapped(given: Given) -> str | None:
    """A name of the file put in place of another one, so that something of another sort is meant."""
    names = sorted({m for m in re.findall(r"\b[a-z][a-z0-9_]{2,}\b", given.text)})
    if len(names) < 2:
        return None
    old, new = pick(names, given.rng), pick(names, given.rng)
    places = [m for m in re.finditer(rf"\b{old}\b", given.text)]
    place = pick(places, given.rng)
    if given.rng.below(2):
        return re.sub(rf"\b{old}\b", new, given.text)
    return given.replaced(place.start(), place.end(), new)


KINDS: dict[str, Mutation] = {
    "characters": characters,
    "lines": lines,
    "words": words,
    "values": values,
    "scalars": scalars,
    "numbers": numbers,
    "keys_added": keys_added,
    "keys_removed": keys_removed,
    "nests": nests,
    "effect_tokens": effect_tokens,
    "effect_splices": effect_splices,
    "statements": statements,
    "names_swapped": names_swapped,
}
"""Those for files of a ruleset; scenarios, texts and modules among them."""

LOG_KINDS: dict[str, Mutation] = {"log_characters": characters, "log_lines": lines, "log_words": words}
"""Those for logs, which saved games are too."""
