"""`rulewright rules`: a rulebook and player aid made from a ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli import asked
from cli.faults import reporting


@reporting
def rules(
    game: asked.GameName,
    modules: asked.Modules = None,
    options: asked.Options = None,
    players: asked.Players = None,
    lang: asked.Language = "en",
    form: Annotated[str, typer.Option("--format", metavar="md|html", help="Markdown, or one HTML page.")] = "md",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file.", show_default=False)
    ] = None,
) -> None:
    """Write a rulebook from a ruleset: overview, goal, components, setup, course, actions with examples from scenarios,
    pieces, end and scoring, index, and a player aid.

    Examples:

    \b
      rulewright rules my_game
      rulewright rules my_game --with night_market --lang ru
      rulewright rules my_game --format html -o rules.html
    """
    from cli.screen.documents import html, markdown, put
    from cli.screen.phrases import LANGUAGES
    from interpreter.explaining.naming import Naming
    from interpreter.explaining.rulebook import Rulebook
    from interpreter.pipeline import scenarios_of
    from interpreter.ruleset import Ruleset

    asked.one_of(lang, LANGUAGES, "--lang")
    asked.one_of(form, ("md", "html"), "--format")
    checked = Ruleset(game, asked.module_refs(modules)).sound(players, asked.options_of(options)).checked
    say = Naming(checked.model, lang)
    blocks = Rulebook(checked, say, scenarios_of(game)).blocks()
    title = say.title(str(checked.model.game.id))
    text = markdown(blocks, links=output is not None) if form == "md" else html(blocks, title, lang)
    put(text, output, is_markdown=form == "md")
