"""`may` and the first choice inside it become one decision: the choice's options and `skip`.

The first choice may stand behind names given with `let`, behind requirements, and inside called procedures; it is found
through them as long as nothing is written before it.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.language.core import Alt, Block, Body, Check, Decide, Invoke, Let, S, Scope, Tell, X, both, mapped
from interpreter.language.core.checked import Checked, Procedure


def merged(checked: Checked) -> Checked:
    """The same rules with every `may` merged."""
    procedures = {name: replace(p, body=_body(p.body, checked)) for name, p in checked.procedures.items()}
    return replace(checked, procedures=procedures)


def _body(body: Body, checked: Checked) -> Body:
    return tuple(_statement(s, checked) for s in body)


def _statement(s: S, checked: Checked) -> S:
    if isinstance(s, Decide) and s.skip is not None:
        alts: list[Alt] = []
        menu = s.menu
        for alt in s.alts:
            found, inner_menu = _alternatives(alt, s, checked.procedures)
            alts += found
            menu = menu or inner_menu
        s = replace(s, alts=tuple(alts), menu=menu)
    s = mapped(s, lambda b: _body(b, checked))
    if isinstance(s, Decide) and s.menu in checked.pauses:
        who, pause = checked.pauses[s.menu]
        s = replace(s, pauses=(Let(who.name, s.who), *pause))
    return s


def _alternatives(alt: Alt, decide: Decide, procedures: dict[str, Procedure]) -> tuple[list[Alt], str]:
    """The alternatives that one becomes, and the menu they come from."""
    if alt.action or alt.binds:
        return [alt], ""
    found = _first(alt.body, decide.who, procedures, ())
    if found is None:
        return [alt], ""
    lets, checks, inner, rest = found
    out = []
    for choice in inner.alts:
        when = both([t for t in (alt.when, *(check.test for check in checks), choice.when) if t is not None])
        out.append(
            replace(
                choice,
                label=choice.label if inner.is_block else alt.label,
                when=when,
                lets=(*alt.lets, *lets, *choice.lets),
                body=(*choice.body, *rest),
                span=choice.span or alt.span,
                checks=(*alt.checks, *checks, *choice.checks),
            )
        )
    return out, inner.menu


Found = tuple[tuple[Let, ...], tuple[Check, ...], Decide, Body]


def _first(body: Body, who: X, procedures: dict[str, Procedure], inside: tuple[str, ...]) -> Found | None:
    """(names before it, requirements before it, the choice, what follows it), or None."""
    lets: list[Let] = []
    checks: list[Check] = []
    told: list[Tell] = []
    for i, s in enumerate(body):
        rest = (*told, *body[i + 1 :])  # what begins is told when it is taken
        match s:
            case Let():
                lets.append(s)
            case Check():
                checks.append(s)
            case Tell():
                told.append(s)
            case Decide() if s.skip is None and s.who == who and s.alts:
                return tuple(lets), tuple(checks), s, rest
            case Scope() | Block():
                return _behind(_first(s.body, who, procedures, inside), lets, checks, rest)
            case Invoke() if s.procedure not in inside and s.args[0] == who:
                p = procedures[s.procedure]
                if p.is_phase or p.stored or p.resets:
                    return None
                given = [Let(v.name, a) for v, a in zip(p.params, s.args, strict=True)]
                me = p.params[0]
                found = _first(p.body, me, procedures, (*inside, s.procedure))
                if found is not None:
                    found = (found[0], found[1], replace(found[2], who=who), found[3])
                return _behind(found, [*lets, *given], checks, rest)
            case _:
                return None
    return None


def _behind(found: Found | None, lets: list[Let], checks: list[Check], rest: Body) -> Found | None:
    if found is None:
        return None
    return (*lets, *found[0]), (*checks, *found[1]), found[2], (*found[3], *rest)
