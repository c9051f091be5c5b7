"""Asking `why` in a session, without a terminal."""

from __future__ import annotations

from pathlib import Path

import interpreter as rw
from cli.refused import why_lines
from cli.screen.words import Words
from cli.session import Session
from interpreter.runtime.log import Header


def begun(folder: Path) -> Session:
    game = rw.load(str(folder))
    return Session(game, Header(str(folder), "1", (), dict(game.program.options), game.players, 1), {})


def answer(session: Session, key: str, lang: str = "en") -> list[str]:
    return [line.plain for line in why_lines(session, Words(session.game, lang), key)]


def take(session: Session, key: str) -> None:
    session.take(next(c for c in session.state.decision.choices if c.key == key))
