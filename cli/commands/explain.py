"""`rulewright explain`: a kind of mistake, or a thing of a game."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from cli import asked
from cli.faults import Fault, reporting, wrong_use

_CODE = re.compile(r"[EeLl]\d+")


@reporting
def explain(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="CODE | RULE | GAME NAME",
            help="The code of a mistake, a rule of a rulebook, or a game and what of it.",
            show_default=False,
        ),
    ],
    modules: asked.Modules = None,
    lang: asked.Language = "en",
) -> None:
    """Explain a mistake by its code, a rule of the rulebook by its id, or what an action, phase, piece, space or rule
    of a game does, in plain sentences.

    The sentences are made from the checked rules: who decides, what is forced, what may give less than it says, which
    rules apply, what can rule it out. The place where it is written comes last.

    Examples:

    \b
      rulewright explain E301 L607
      rulewright explain my_game lighthouse
      rulewright explain my_game MG-12                  # the rule, its scenarios, where it is built
      rulewright explain my_game night_market --with night_market --lang ru
    """
    from cli.screen.phrases import LANGUAGES

    asked.one_of(lang, LANGUAGES, "--lang")
    if not what[-1].strip():
        wrong_use("say what to explain: a code such as E301, or a game and what of it")
    if len(what) == 1 or all(_CODE.fullmatch(given) for given in what):
        for i, given in enumerate(what):
            if i:
                print()
            if not _rule(None, given, lang):
                _code(given)
        return
    if len(what) == 2 and _rule(what[0], what[1], lang):
        return
    _thing(what[0], " ".join(what[1:]), modules, lang)


def _rule(game: str | None, id: str, lang: str) -> bool:
    """Explain a rule of the rulebook of a game, or of one that comes with rulewright. False: none is called so."""
    from cli.screen.console import out
    from cli.screen.measures import MEASURES
    from cli.screen.rules import rule_page

    if _CODE.fullmatch(id) or not any(letter.isdigit() for letter in id):
        return False
    found = asked.rule_called(id, game)
    for line in rule_page(*found, MEASURES[lang]) if found is not None else ():
        out().print(line, soft_wrap=True, highlight=False)
    return found is not None


def _code(given: str) -> None:
    from cli.screen.console import out
    from cli.screen.pages import code_page
    from interpreter.codes import CODES
    from interpreter.diagnostics import near_names
    from interpreter.loading.source import find

    code = CODES.get(given.upper())
    if code is None:
        if find(given) is not None:
            wrong_use(f"say what of {given} to explain: rulewright explain {given} NAME")
        near = near_names(given.upper(), CODES) if _CODE.fullmatch(given) else ()
        meant = f"; did you mean {', '.join(near)}?" if near else ""
        wrong_use(f"there is no code `{given}`{meant}")
    for line in code_page(code, out().width - 1):
        out().print(line, soft_wrap=True)


def _thing(game: str, name: str, modules: list[str] | None, lang: str) -> None:
    from cli.screen.console import out
    from cli.screen.entries import ids, labelled, place
    from cli.screen.pages import thing_id, thing_page
    from cli.screen.words import Words
    from interpreter.diagnostics import near_names
    from interpreter.explaining.naming import Naming
    from interpreter.explaining.understood import explained
    from interpreter.ruleset import Variant

    loaded = asked.load(game, modules=modules)
    words = Words(loaded, lang)
    id = thing_id(loaded.model, words, name)
    asked_in = labelled(loaded, name) if id is None else []
    for procedure, span in asked_in:
        out().print(words("asked_in", label=name, where=words.name(procedure), place=place(span)), soft_wrap=True)
    if asked_in:
        id = asked_in[0][0]
    if id is None:
        known = ids(loaded.model)
        named = {words.name(k): k for k in reversed(known)} | {k: k for k in known}
        near = dict.fromkeys(named[n] for n in near_names(name, named))
        meant = f"; did you mean {' or '.join(f'`{n}`' for n in near)}?" if near else ""
        raise Fault(f"nothing in {loaded.id} is called `{name}`{meant}", 2)
    sections = explained(Variant.of(loaded).checked, Naming(loaded.model, lang), id)
    for line in thing_page(loaded.model, words, id, sections, out().width - 1):
        out().print(line, soft_wrap=True)
