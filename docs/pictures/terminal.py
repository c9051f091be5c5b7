"""Draws the pictures of the terminal in this folder, from the real program: python docs/pictures/terminal.py

Each is the screen after a few answers of whoever decides first; bots take the other seats. The same seed gives the same
picture.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import interpreter as rw
from cli import table_talk
from cli.screen.console import CleanConsole
from cli.screen.words import Words
from cli.session import Session
from interpreter.players import bot_named
from interpreter.runtime.log import Header

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Picture:
    """What is drawn: a game in a language, the answers of the first seat, and how large the screen is. shown: so many
    of the last answers stand in the picture with what they led to."""

    name: str
    game: str
    players: int
    seed: int
    language: str
    answers: Sequence[str]
    shown: int = 1
    width: int = 96
    height: int = 34


PICTURES = (
    Picture("terminal_options", "puerto_rico", 4, 7, "en", ("Builder",)),
    Picture("terminal_wheels", "tzolkin", 3, 11, "ru", ("1", "1", "1", "1", "1", "1")),
    Picture(
        "terminal_why", "santa_maria", 3, 7, "en", ("2", "why triple", "why activate_one r1c2"), shown=3, height=34
    ),
)


def draw(picture: Picture) -> None:
    """Play up to the last answer, and write the screen as it stands then."""
    game = rw.load(picture.game, picture.players)
    first = game.start(picture.seed).player
    bots = {seat: bot_named("greedy", picture.seed + seat) for seat in range(game.players) if seat != first}
    header = Header(game.id, "1", (), dict(game.program.options), game.players, picture.seed)
    words = Words(game, picture.language)
    console = CleanConsole(
        file=io.StringIO(), record=True, force_terminal=True, color_system="truecolor", highlight=False, markup=False,
        width=picture.width, height=picture.height, legacy_windows=False,
    )  # fmt: skip
    answers = list(picture.answers)

    def answer(question: str) -> str:
        if len(answers) == picture.shown:
            console.export_text(clear=True)  # what stood there before has scrolled away
        console.print(question + (answers[0] if answers else ""))
        if not answers:
            text = console.export_svg(title=f"rulewright play {picture.game}")
            (FOLDER / f"{picture.name}.svg").write_text(text, encoding="utf-8")
            raise EOFError
        return answers.pop(0)

    table_talk.ask = answer  # type: ignore[assignment]
    table_talk.Talk(Session(game, header, bots), words, console, picture.game).run()


if __name__ == "__main__":
    for one in PICTURES:
        draw(one)
