"""The command `rulewright`: one verb a file in `cli.commands`. Nothing heavy is imported before a verb needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from cli.commands.balance import balance
from cli.commands.check import check
from cli.commands.compare import compare
from cli.commands.coverage import coverage
from cli.commands.explain import explain
from cli.commands.fmt import fmt
from cli.commands.ladder import ladder
from cli.commands.lsp import lsp
from cli.commands.new import app as new
from cli.commands.play import play
from cli.commands.replay import replay
from cli.commands.report import report
from cli.commands.rules import rules
from cli.commands.saves import saves
from cli.commands.serve import serve
from cli.commands.show import show
from cli.commands.simulate import simulate
from cli.commands.test import test
from cli.commands.tune import tune


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        from cli.screen.console import out

        out().print(f"rulewright {version('rulewright')}")
        raise typer.Exit


app = typer.Typer(
    name="rulewright",
    epilog="Exit codes: 0 fine, 1 the ruleset, scenario or game is at fault, 2 wrong usage, 70 a fault of its own.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

SHORT: dict[Callable[..., None], str] = {  # what the list of commands says of each, in one line
    check: "Check a ruleset and report every mistake in it.",
    play: "Play a game against bots or other people.",
    serve: "Put games on a table in the browser.",
    saves: "List the unfinished games.",
    simulate: "Play many games between bots and report statistics.",
    test: "Run scenarios: a position, moves, and the expected result.",
    report: "Write a simulation as an HTML page with plots.",
    compare: "Compare two sets of rules in paired games.",
    balance: "Ask of a ruleset what is ahead, never used, too cheap or too dear.",
    ladder: "Let players of different strength play each other, and rate them.",
    tune: "Learn the weights of hints from games between bots.",
    coverage: "Show what of a ruleset its scenarios and games between bots run.",
    replay: "Replay a log in words.",
    show: "Show a ruleset: its table, merged rules or program.",
    rules: "Write a rulebook and player aid from a ruleset.",
    fmt: "Format the files of a ruleset; comments stay.",
    lsp: "Run the language server for editors.",
    explain: "Explain a mistake by its code, or a thing of a game.",
}


@app.callback()
def rulewright(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Euro board games as data: write one, check it, play it, measure it, change it."""


for verb, short in SHORT.items():
    app.command(verb.__name__, short_help=short)(verb)
app.add_typer(new, name="new", short_help="Start a game, a module or a scenario from a template.")
