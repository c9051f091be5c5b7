"""Texts of shipped games: options that differ read differently, in every language, by their texts alone."""

from __future__ import annotations

import interpreter as rw
from cli.screen.phrases import LANGUAGES
from cli.screen.words import Words
from tests.properties.cases import each
from tests.properties.test_play import play
from tests.shipped import Case, main_cases


def alike(state: rw.State, words: Words) -> list[str]:
    """Options of the decision that is due which can be told from others by nothing but their keys."""
    decision = state.decision
    texts = words.options(decision, state.slots)
    assert len(set(texts)) == len(texts)
    return [text for text, key in zip(texts, decision.keys, strict=True) if text.endswith(f" [{key}]")]


@each(main_cases())
def test_no_two_options_read_alike(case: Case) -> None:
    game = case.load()
    every = [Words(game, language) for language in LANGUAGES]
    found: set[str] = set()

    def check(state: rw.State) -> None:
        if state.player is not None and len(state.decision.choices) > 1:
            for words in every:
                found.update(alike(state, words))

    play(game, 3, check)
    assert found == set()
