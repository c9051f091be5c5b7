"""`rulewright replay`: a recorded game step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import asked
from cli.faults import reporting, wrong_use

if TYPE_CHECKING:
    from rich.text import Text

    from cli.screen.words import Words
    from interpreter.game import State
    from interpreter.runtime.decisions import Choice


@reporting
def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log that `play` saved.", show_default=False)],
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="The ruleset, where the log no longer finds it: its id or path.", show_default=False
        ),
    ] = None,
    until: Annotated[
        int | None, typer.Option("--until", min=0, metavar="N", help="Stop after N entries.", show_default="the end")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replay although the ruleset has changed.")] = False,
    trust: Annotated[
        list[Path] | None,
        typer.Option(
            "--trust",
            metavar="FOLDER",
            show_default=False,
            help="A folder elsewhere that the log may name rulesets or modules of; may be repeated.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="K", help="Show only what this seat saw.", show_default="everything"),
    ] = None,
    lang: asked.Language = "en",
    form: asked.Format = "text",
) -> None:
    """Replay a log: every decision in words, then the score sheet (or, before the end, the table).

    Examples:

    \b
      rulewright replay my_game.jsonl
      rulewright replay my_game.jsonl --until 40 --seat 2
      rulewright replay my_game.jsonl ./moved/my_game
      rulewright replay my_game.jsonl --format json
    """
    from cli.screen.phrases import LANGUAGES

    asked.one_of(lang, LANGUAGES, "--lang")
    asked.one_of(form, ("text", "json"), "--format")
    from cli.logs import loaded
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.runtime import log as logs

    if not log.exists():
        wrong_use(f"there is no log {log}")
    found = Diagnostics()
    read = logs.read(log, found)
    if read is None:
        raise RulesetError(found)
    if read.torn:
        from cli.screen.console import err
        from cli.screen.phrases import PHRASES

        err().print(PHRASES[lang]["torn"], soft_wrap=True)
    found_game, _ = loaded(read, log, found, force=force, named=trust or (), game=game)
    if found.has_errors:
        raise RulesetError(found)
    viewer = None if seat is None else asked.seat_of(seat, found_game)
    steps: list[tuple[State, Choice]] = []
    state = logs.replay(read, found_game, found, most=until, step=lambda s, c: steps.append((s.copy(), c)))
    if form == "json":
        _as_json(steps, state, viewer)
    else:
        _in_words(steps, state, viewer, lang)
    if found.has_errors:
        raise RulesetError(found)


def _in_words(steps: list[tuple[State, Choice]], state: State, seat: int | None, lang: str) -> None:
    from cli.screen import sheet, story, table
    from cli.screen.console import err, out
    from cli.screen.words import Words

    words, console = Words(state.game, lang), out()
    if seat is not None:
        for line in _told(steps, state, seat, words):
            console.print(line, soft_wrap=True)
    else:
        if not state.is_over and any(state.game.viewer.unseen(p).slots for p in range(state.game.players)):
            err().print(words("open_view"), soft_wrap=True)
        after = ([before for before, _ in steps] + [state])[1:]
        for line in story.opening(steps[0][0] if steps else state, None, words):
            console.print(" " * 5, line, sep="", soft_wrap=True)
        for number, ((before, choice), then) in enumerate(zip(steps, after, strict=True), 1):
            head, *forced = story.lines(before, choice, then, None, words)
            console.print(f"{number:>4} ", head, sep="", soft_wrap=True)
            for line in forced:  # no decisions, so they have no number
                console.print(" " * 5, line, sep="", soft_wrap=True)
    if state.is_over:
        console.print(sheet.sheet_table(state.sheet(), words))
    else:
        table.draw(console, state, seat, words)


def _told(steps: list[tuple[State, Choice]], state: State, seat: int, words: Words) -> list[Text]:
    """The game as a seat saw it: answers of others in a simultaneous choice come when all have answered."""
    from cli.screen import story
    from cli.session import Step

    return story.told([Step(before, choice) for before, choice in steps], state, seat, words, whole=True)


def _as_json(steps: list[tuple[State, Choice]], state: State, seat: int | None) -> None:
    """With a seat, what happened is told in words, as far as it saw it: keys would name what it did not see."""
    from cli.screen.console import print_json
    from cli.screen.words import Words

    seats = state.game.seats
    result: dict[str, Any] = {"game": state.game.id, "players": state.game.players, "over": state.is_over}
    if seat is None:
        result["entries"] = [[None if s.player is None else seats[s.player], c.key] for s, c in steps]
    else:
        result["told"] = [line.plain for line in _told(steps, state, seat, Words(state.game, "en"))]
    result["table"] = state.observe(seat)
    result["sheet"] = sheet_values(state) if seat is None or state.is_over else None
    print_json(result)


def sheet_values(state: State) -> dict[str, Any]:
    """The score sheet as plain values, seats by name."""
    sheet, seats = state.sheet(), state.game.seats
    return {
        "categories": {name: dict(zip(seats, row, strict=True)) for name, row in sheet.categories.items()},
        "totals": dict(zip(seats, sheet.totals, strict=True)),
        "tie_breaks": {name: dict(zip(seats, row, strict=True)) for name, row in sheet.tie_breaks.items()},
        "ranks": dict(zip(seats, sheet.ranks, strict=True)),
        "winners": [seats[p] for p in sheet.winners],
        "ending": sheet.ending,
    }
