"""The words that names may not be are those of the grammar."""

from __future__ import annotations

import re

from interpreter.language.syntax.parser import GRAMMAR
from interpreter.loading.words import BUILT_IN, LANGUAGE

ALSO_NAMES = {"game", "number", "order", "random"}
"""Words only behind another word, so they may be names too."""


def test_every_word_of_the_grammar_is_reserved() -> None:
    grammar = GRAMMAR.read_text(encoding="utf-8")
    rules = "\n".join(line for line in grammar.splitlines() if not line.startswith("//"))
    words = set(re.findall(r'"([a-z]+)"', rules)) | set(re.findall(r"/([a-z]{2,})\\b", rules))
    assert len(words) > 40
    assert words - LANGUAGE - BUILT_IN == ALSO_NAMES
