"""The command `rulewright`: one verb a file in `cli.commands`. Nothing heavy is imported before a verb needs it."""

from __future__ import annotations

import typer

from cli.commands.check import check
from cli.commands.explain import explain
from cli.commands.new import app as new
from cli.commands.play import play
from cli.commands.replay import replay
from cli.commands.show import show
from cli.commands.simulate import simulate
from cli.commands.test import test

app = typer.Typer(
    name="rulewright",
    help="Euro board games as data: write one, check it, play it, measure it, change it.",
    epilog="Exit codes: 0 fine, 1 the ruleset, scenario or game is at fault, 2 wrong usage.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

for verb in (check, play, simulate, test, replay, show, explain):
    app.command(verb.__name__)(verb)
app.add_typer(new, name="new")


def main() -> None:
    """Entry point of the installed command."""
    app()


if __name__ == "__main__":
    main()
