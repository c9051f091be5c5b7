"""Words that no declared thing may be called: words of effect text and names that every ruleset has."""

from __future__ import annotations

LANGUAGE = frozenset(
    [
        "after",
        "all",
        "among",
        "and",
        "any",
        "as",
        "at",
        "before",
        "by",
        "choose",
        "distribute",
        "do",
        "does",
        "draw",
        "each",
        "else",
        "end",
        "for",
        "from",
        "gain",
        "if",
        "in",
        "instead",
        "is",
        "let",
        "lose",
        "may",
        "mod",
        "modify",
        "most",
        "least",
        "move",
        "my",
        "none",
        "not",
        "of",
        "once",
        "one",
        "or",
        "pay",
        "per",
        "possible",
        "refill",
        "repeat",
        "require",
        "retreat",
        "reveal",
        "roll",
        "shuffle",
        "simultaneously",
        "split",
        "take",
        "then",
        "times",
        "to",
        "true",
        "false",
        "until",
        "up",
        "whenever",
        "while",
        "with",
        "without",
        "advance",
        "into",
        "falls",
        "uses",
        "use",
    ]
)
"""Words of the grammar that an expression or statement could be confused with. `game`, `loop` and `number` are words
only after others, so they may be names too."""

BUILT_IN = frozenset(
    [
        "me",
        "my",
        "players",
        "others",
        "self",
        "owner",
        "here",
        "supply",
        "option",
        "none",
        "true",
        "false",
        "size",
        "min",
        "max",
        "sum",
        "count",
        "any",
        "all",
        "those",
        "abs",
        "units",
        "possible",
        "original",
        "player",
        "resource",
        "piece",
        "int",
        "bool",
        "text",
        "list",
    ]
)
"""Names that mean something in every ruleset."""

PROPERTIES = frozenset(["kind", "place", "owner", "face", "free", "next", "seat", "top", "from", "after"])
"""What can stand behind a dot in every ruleset, so no attribute or variable may be called so."""

PLAIN_TYPES = frozenset(
    [
        "bag",
        "track",
        "mark",
        "int",
        "bool",
        "text",
        "player",
        "resource",
        "group",
        "phase",
        "menu",
        "place",
        "piece",
        "shape",
    ]
)
"""Types that need no declaration."""

LATER_TYPES = frozenset(["action", "cell", "space", "line", "die", "wheel", "cost", "region"])
"""Types the language has and this version cannot play."""

KIND_KEYS = ("copies", "shared", "abilities", "actions", "free", "do", "provenance", "max_nesting")
"""Keys of a kind that are no attributes."""
