"""`rulewright fmt`: YAML and effect text in one form, with all comments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.faults import reporting, system_error, wrong_use


@reporting
def fmt(
    path: Annotated[Path, typer.Argument(metavar="[PATH]", help="A file, or a folder with all below it.")] = Path("."),
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if something would change.")] = False,
) -> None:
    """Format the YAML files of a ruleset: indentation, spaces, columns of comments. What they say stays the same.

    Examples:

    \b
      rulewright fmt my_game
      rulewright fmt my_game/flow.yaml
      rulewright fmt my_game --check
    """
    from cli.screen import console, diagnostics
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.editor.files import format_file, yaml_files
    from interpreter.editor.formatting import Unsure

    if not path.exists():
        wrong_use(f"there is no file and no folder called {path}")
    out = console.out()
    found = Diagnostics()
    files = yaml_files(path, found)
    if found.has_errors:
        diagnostics.print_diagnostics(out, list(found))
    changed, failed = 0, 0
    for file in files:
        try:
            is_changed = format_file(file, write=not check, within=path if path.is_dir() else None)
        except RulesetError as error:
            diagnostics.print_diagnostics(out, error.diagnostics)
            failed += 1
            continue
        except OSError as error:
            console.err().print(system_error(error), soft_wrap=True)
            failed += 1
            continue
        except Unsure as error:
            console.err().print(str(error), soft_wrap=True)
            failed += 1
            continue
        if is_changed:
            changed += 1
            out.print(f"{'would change' if check else 'changed'}  {file}", soft_wrap=True)
    same = len(files) - changed - failed
    out.print(f"{changed} {'to change' if check else 'changed'}, {same} as they were", soft_wrap=True)
    if failed or found.has_errors or (check and changed):
        raise typer.Exit(1)
