"""Two tables that differ only in what one seat may not see: while both go on alike for that seat, it reads the same at
both, whatever it asks: the screen, the log, why something is not offered, what it typed, and what `undo` gives back."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from cli.refused import declared_lines, why_lines
from cli.screen.words import Words
from cli.session import Session
from interpreter.players import bot_named
from interpreter.runtime.log import Header
from interpreter.runtime.rng import Rng
from tests.properties.test_screens import HANDS, screen

BRAGGING = HANDS.replace(
    "phases:\n  game: {do: 'repeat 4 times { each of players does { do one of turn;",
    "phases:\n  brag: {do: 'each of players does { BRAG }'}\n"
    "  game: {do: 'repeat 4 times { each of players does { do brag; do one of turn;",
)
BRAGS = {
    "a condition": "may boast if my luck > 2 { gain 1 coin }",
    "a condition around it": "if my luck > 2 { may boast { gain 1 coin } }",
    "a condition around the phase": "if my luck > 2 { do bragging }",
    "a check": "may boast { require my luck > 2; gain 1 coin }",
    "a payment": "may boast { pay 3 gem; gain 4 coin }",
    "a list": "may boast { choose c in my hand if c.kind is ace; gain 1 coin }",
    "branches": "may rest { choose { lucky if my luck > 2 { gain 1 coin } rich if my gem > 2 { gain 1 coin } } }",
}
FAR = 18
"""Decisions of a game that are looked at."""


def tables(brag: str, folder: Path) -> rw.Game:
    rules = BRAGGING.replace("BRAG", brag).replace(
        "procedures:\n", "procedures:\n  bragging: {do: 'may boast { gain 1 coin }'}\n"
    )
    # Luck is another one for each hand, and as much at every table of one kind.
    rules = rules.replace("my luck = my gem", "my luck = 3 * count(c in my hand if c.kind is ace)")
    (folder / "ruleset.yaml").write_text(rules, encoding="utf-8")
    return rw.load(folder)


def asked(session: Session, seat: int, words: Words, typed: list[str]) -> list[str]:
    """All that a seat can read at its decision."""
    out = [screen(session, seat, words), *(line.plain for line in why_lines(session, words, ""))]
    for text in typed:
        out += [line.plain for line in (*why_lines(session, words, text), *declared_lines(session, words, text))]
    return out


def begun(game: rw.Game, seed: int) -> Session:
    """A session of one person, at seat 0: `undo` leads back there."""
    bots = {seat: bot_named("random", 1) for seat in range(1, game.players)}
    return Session(game, Header(game.id, "1", (), {}, game.players, seed, {}), bots)


def taken_back(session: Session) -> Session:
    other = begun(session.game, session.header.seed)
    other.state, other.steps = session.state.copy(), [*session.steps]
    other.undo()
    return other


def seen(session: Session, seat: int) -> object:
    return session.state.observe(seat)


def to_the_seat(session: Session, twin: Session, seat: int, rng: Rng) -> bool:
    """Both go on until the seat decides, seen alike by it. False: they cannot, or the game is over.

    Who else is to decide at one table and not at the other declines there, where that can be done."""
    while True:
        for table in (session, twin):
            while not table.state.is_over and table.state.player not in (None, seat):
                choices = table.state.decision.choices
                declining = [c for c in choices if c.option == (-1,)]
                if not declining:
                    break
                table.take(declining[0])
        states = (session.state, twin.state)
        if any(s.is_over for s in states) or states[0].player != states[1].player:
            return False
        if states[0].player == seat:
            return seen(session, seat) == seen(twin, seat)
        if not step_alike(session, twin, seat, rng):
            return False


def step_alike(session: Session, twin: Session, seat: int, rng: Rng) -> bool:
    """One decision of others or of chance at both tables: others take what is called the same, and chance gives
    something else where the seat sees the same of both."""
    session.take(rng.pick([(c, 1) for c in session.state.decision.choices]))
    before, steps = twin.state.copy(), [*twin.steps]
    same = session.steps[-1].choice.key
    keys = [c.key for c in before.decision.choices]
    others = [] if before.player is not None else [key for key in rng.shuffled(keys) if key != same]
    for key in [*others, *(key for key in keys if key == same)]:
        twin.state, twin.steps = before.copy(), [*steps]
        twin.take(next(c for c in twin.state.decision.choices if c.key == key))
        if seen(session, seat) == seen(twin, seat):
            return True
    return False


@pytest.mark.parametrize("brag", BRAGS)
def test_what_a_seat_reads_depends_on_nothing_hidden(brag: str, tmp_path: Path) -> None:
    game = tables(BRAGS[brag], tmp_path)
    words = Words(game, "en")
    typed = sorted({*game.model.actions, *game.model.procedures, "boast", "scheme two", "steal b", "play ace", "risk"})
    compared = differing = 0
    for seed in range(3):
        session, twin, rng = begun(game, seed), begun(game, seed), Rng(seed)
        while len(session.steps) < FAR and to_the_seat(session, twin, 0, rng):
            assert asked(session, 0, words, typed) == asked(twin, 0, words, typed)
            assert session.undo_comes_late() == twin.undo_comes_late()
            if any(step.player == 0 for step in session.steps):
                back, other = taken_back(session), taken_back(twin)
                assert screen(back, 0, words) == screen(other, 0, words)
            compared += 1
            differing += session.state.slots[1:] != twin.state.slots[1:]
            key = rng.pick([(c.key, 1) for c in session.state.decision.choices])
            for table in (session, twin):
                table.take(next(c for c in table.state.decision.choices if c.key == key))
    assert compared >= 4 and differing >= 3
