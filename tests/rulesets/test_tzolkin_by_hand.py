"""Tzolk'in as data and Tzolk'in by hand play the same games: the same questions, options, tables and scores."""

from __future__ import annotations

import random

import pytest

import interpreter as rw
from tests.rulesets.tzolkin_by_hand import Game, Questions

LIKED = ("tikal", "uxmal", "chichen", "yaxchilan_action_4")


def taken(prompt: str, keys: list[str], rng: random.Random) -> str:
    """An answer that lets things happen: seldom begging or declining, workers that went far, actions with choices."""
    if prompt == "beg" and "skip beg" in keys and rng.random() < 0.7:
        return "skip beg"
    some = [key for key in keys if not key.startswith("skip")]
    if prompt == "main" and rng.random() < 0.5:
        some = [key for key in some if key.startswith("pick_up") and key[-1] not in "012"] or some
    if prompt == "act" and rng.random() < 0.6:
        some = [key for key in some if any(word in key for word in LIKED)] or some
    return rng.choice(some if some and rng.random() < 0.95 else keys)


def answered(questions: Questions, key: str) -> tuple[int, list[str]] | None:
    """The next question after an answer; None when the game is over."""
    try:
        return questions.send(key)
    except StopIteration:
        return None


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 3), (4, 5), (4, 6)])
def test_the_ruleset_plays_as_the_game_by_hand(players: int, seed: int) -> None:
    rng = random.Random(seed)
    state = rw.load("tzolkin", players=players).start(seed=seed)
    while state.decision.prompt == "kept":  # the starting wealth
        state.apply(rng.choice(state.decision.keys))
    game = Game(players)
    game.read(state.observe(seat=0))
    questions = game.play()
    question: tuple[int, list[str]] | None = next(questions)
    past: list[str] = []
    while not state.is_over:
        decision, keys = state.decision, list(state.decision.keys)
        assert question is not None, past[-5:]
        assert (decision.player, sorted(keys)) == (question[0], sorted(question[1])), past[-5:]
        if not keys[0].startswith(("pay ", "gain ")):  # the ruleset moves blocks once all are named
            assert game.differences(state.observe(seat=0)) == [], past[-5:]
        past.append(taken(decision.prompt, keys, rng))
        before = len(state.entries())
        state.apply(past[-1])
        game.drawn = [key.removeprefix("draw ") for actor, key in state.entries()[before:] if actor is None]
        question = answered(questions, past[-1])
        assert game.drawn == []
    assert question is None
    assert game.differences(state.observe(seat=0)) == []
    assert list(state.sheet().totals) == game.scores()
