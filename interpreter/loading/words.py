"""The words of effect text and the names that every ruleset has: no declared thing may be called so."""

from __future__ import annotations

import re

STATEMENT_WORDS = (
    "pay", "lose", "take", "gain", "move", "advance", "retreat", "draw", "shuffle", "roll", "reveal", "refill",
    "require", "let", "choose", "distribute", "split", "may", "if", "for", "repeat", "each", "simultaneously", "do",
    "modify", "end", "surely",
)  # fmt: skip
"""The words a statement begins with."""

RULE_WORDS = ("once", "before", "after", "instead", "whenever", "modify")
"""The words a rule begins with."""

OTHER_WORDS = (
    "all", "among", "and", "any", "as", "at", "by", "does", "else", "falls", "from", "game", "in", "into", "is",
    "least", "loop", "mod", "most", "my", "not", "number", "of", "one", "or", "per", "possible", "then", "times",
    "to", "until", "up", "use", "uses", "while", "with", "without",
)  # fmt: skip

WORDS = frozenset(STATEMENT_WORDS + RULE_WORDS + OTHER_WORDS)
"""All words of the language."""

READABLE_WORDS = frozenset({"all", "any", "possible", "game", "number"})
"""Words that can also be read as a name: three functions, the phase `game`, and what is a word only behind `any`."""

LANGUAGE = (WORDS - {"game", "number"}) | {"none", "true", "false"}
"""Words that an expression or statement could be confused with. `game` and `number` are words only after others, so
they may be names too."""

BUILT_IN = frozenset((
    "me", "my", "players", "others", "self", "owner", "here", "supply", "option", "none", "true", "false", "size",
    "min", "max", "sum", "count", "any", "all", "those", "abs", "units", "possible", "original", "player",
    "resource", "piece", "int", "bool", "text", "list",
))  # fmt: skip
"""Names that mean something in every ruleset."""

HAPPENINGS = frozenset({"setup", "reach", "cross"})
"""What rules can hang on in every ruleset, so no phase, procedure or action may be called so: it would be replaced."""

PROPERTIES = frozenset(["kind", "place", "owner", "face", "free", "next", "seat", "top", "from", "after"])
"""What can stand behind a dot in every ruleset, so no attribute or variable may be called so."""

PLAIN_TYPES = frozenset((
    "bag", "track", "mark", "int", "bool", "text", "player", "resource", "group", "phase", "menu", "place", "piece",
    "shape",
))  # fmt: skip
"""Types that need no declaration."""

LATER_TYPES = frozenset(["action", "cell", "space", "line", "die", "wheel", "cost", "region"])
"""Types the language has and this version cannot play."""

KIND_KEYS = ("copies", "shared", "abilities", "actions", "free", "do", "provenance", "max_nesting")
"""Keys of a kind that are no attributes."""

_BEGIN = re.compile(r"\s*(?:once per|\S+ times per|before|after|instead of|whenever|modify)\b")


def begins_as_rule(text: object) -> bool:
    """Whether a value is text that begins as a rule does."""
    return isinstance(text, str) and _BEGIN.match(text) is not None


SORTS = frozenset({"sort", "sorted", "sort_by", "order_by", "ordered", "reverse", "reversed"})
"""What other languages call sorting."""
