"""What is compiled for texts: the log tells where something begins, a question names what is around it, values are
said of a thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from interpreter.language.core import Tell, Var, X
from interpreter.language.resolve import visibility
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.scope import Scope
from interpreter.loading.model import Model
from interpreter.program import ToldInfo, text_ids
from interpreter.program.types import Type

_PLACE = re.compile(r"\{(\w+)\}")
"""A name in braces in a text."""


def telling(
    c: Context, id: str, me: X | None, params: Sequence[tuple[str, Var]], kinds: Iterable[str] = ()
) -> tuple[Tell, ...]:
    """What says that the text of an id begins, where a text under `log` tells of it; else nothing. kinds: those whose
    text it is, too."""
    ids = {id, *kinds}
    if all(ids.isdisjoint(texts.groups.get("log", ())) for texts in c.model.texts.values()):
        return ()
    info = ToldInfo(id, tuple((name, var.type) for name, var in params))
    if info not in c.told:
        c.told.append(info)
    return (Tell(c.told.index(info), me, tuple(var for _, var in params)),)


def named_in_question(c: Context, prompt: str, scope: Scope) -> tuple[tuple[str, Var], ...]:
    """The locals that a text names in braces which may ask a decision: under its own id, or that of the text in which
    it is asked."""
    named = [name for id in text_ids(prompt, "", scope.procedure) for name in c.named_in_prompts.get(id, ())]
    found = {name: scope.names.get(name) for name in named}
    return tuple((name, var) for name, var in found.items() if isinstance(var, Var))


def named_in_prompts(model: Model) -> Mapping[str, Sequence[str]]:
    """The first word of a text's id → what texts that ask have in braces."""
    out: dict[str, list[str]] = {}
    for texts in model.texts.values():
        for id, text in texts.groups.get("prompts", {}).items():
            out.setdefault(id.partition(" ")[0], []).extend(_PLACE.findall(text))
    return out


def shown(c: Context) -> dict[str, Type]:
    """Values that are drawn on the table: id → the type of the result."""
    named = c.model.show.get("values")
    names = map(str, named) if isinstance(named, list | tuple) else ()
    found = {id: c.made_values[id].result for id in names if id in c.made_values}
    for id, result in found.items():
        # Of each player, told to everybody; what all have together may be open.
        if c.made_values[id].params and visibility.reads_hidden(c, result, Scope()):
            c.report("E405", c.model.values[id].span, what=f"all are told what `{id}` reads")
    return {id: result.type for id, result in found.items()}


def spoken(c: Context) -> dict[str, tuple[Type, Type]]:
    """Values of one thing that texts may tell of it: they read nothing that anybody may not see, and ask for no
    possibility, which takes a search."""
    return {
        id: (made.params[0].type, made.result.type)
        for id, made in c.made_values.items()
        if id in c.model.values
        and [p.type.name for p in made.params] in (["piece"], ["kind"], ["place"])
        and not c.asked(made.result)
        and not visibility.reads_hidden(c, made.result, Scope())
    }
