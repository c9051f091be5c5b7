"""The words of the effect language: none of them can be the name of anything in a ruleset."""

from __future__ import annotations

STATEMENT_WORDS = (
    "pay", "lose", "take", "gain", "move", "advance", "retreat", "draw", "shuffle", "roll", "reveal", "refill",
    "require", "let", "choose", "distribute", "split", "may", "if", "for", "repeat", "each", "simultaneously", "do",
    "modify", "end",
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

READABLE_WORDS = frozenset({"all", "any", "possible", "game"})
"""Words that can also be read as a name: three functions and the phase `game`."""
