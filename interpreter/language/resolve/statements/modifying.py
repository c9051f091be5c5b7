"""modify … until end of …: modifiers that an effect lays on a value for a while."""

from __future__ import annotations

from interpreter.language import core
from interpreter.language.resolve.collected import Site
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import expression
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.registry import handles
from interpreter.language.syntax import nodes
from interpreter.program.types import BAG, BOOL, INT, UNKNOWN, Type, list_of

ENTRY = Type("list", item=INT)
"""What one use of a modifier keeps: the locals it names, as they were."""


@handles(nodes.ModifyNow)
def modify_now(c: Context, node: nodes.ModifyNow, scope: Scope) -> list[core.S]:
    event = node.modifier.event
    name = event.name
    if name not in c.model.values:
        c.report("E354", event.span, name=name, near=c.near(name, c.model.values))
        return []
    if node.uses is not None:
        c.report("E324", node.span, what="`for … uses`")
    decl = c.model.values[name]
    inner = scope.inner(marked=True)
    params = tuple(c.fresh(p, c.type_of(t, decl.span)) for p, t in decl.given.items())
    tests = _tests(c, event, tuple(decl.given), params, inner)
    if node.modifier.condition is not None:
        tests.append(expression(c, node.modifier.condition, inner, BOOL))
    wanted = c.value_type(name, node.span)
    if wanted == BAG or wanted.name == "list":
        c.report("E324", node.span, what=f"a `modify` for a while of a value that is a {wanted.name}")
        return []
    value = expression(c, node.modifier.value, inner, wanted)
    test = core.both(tests)
    names = sorted((core.free_vars(test) | core.free_vars(value)) - {p.name for p in params})
    kept = tuple(_local(scope, c, n) for n in names)
    flag = f"modify {name} #{len(c.sites.get(name, ()))}"
    first = c.layout.flag(flag, start=())
    if node.until is not None:
        c.at_end_of(node.until, first, 1, ())
    slot = core.Slot("flag", flag, f"modify:{name}")
    c.sites.setdefault(name, []).append(Site(slot, node.modifier.change, params, kept, test, value))
    entries = list_of(ENTRY)
    grown = core.Op(
        "+", (core.Get(slot, entries), core.ListX((core.ListX(kept, False, ENTRY),), False, entries)), entries
    )
    return [core.Put(slot, grown)]


def _local(scope: Scope, c: Context, name: str) -> core.Var:
    """The local of that core name, or who acts."""
    for var in (*scope.names.values(), scope.me, scope.self_piece):
        if isinstance(var, core.Var) and var.name == name:
            return var
    return core.Var(name, INT)


def _tests(
    c: Context, event: nodes.Event, names: tuple[str, ...], params: tuple[core.Var, ...], scope: Scope
) -> list[core.X]:
    """What the patterns ask of the value's arguments; new names are added to `scope`."""
    tests: list[core.X] = []
    patterns = event.patterns or ()
    if len(patterns) > len(params):
        c.report("E304", event.span, wanted=len(params), found=len(patterns))
        return tests
    for i, pattern in enumerate(patterns):
        if pattern.parameter is not None and pattern.parameter not in names:
            c.unknown_parameter(pattern.span, pattern.parameter, names)
            continue
        param = params[names.index(pattern.parameter) if pattern.parameter is not None else i]
        if pattern.new_name is not None:
            scope.names[pattern.new_name] = param
        elif pattern.test is not None:
            x = expression(c, pattern.test, scope, param.type if param.type != UNKNOWN else None)
            tests.append(core.compared("==", x, param))
    return tests


def with_sites(c: Context, name: str, change: str, params: tuple[core.Var, ...], base: core.X) -> core.X:
    """A value with the modifiers for a while of one sort around it. Uses of one statement add up, multiply, or bound
    together; of those that set the value, the latest counts."""
    for site in c.sites.get(name, ()):
        if site.change == change:
            base = _with_site(c, name, site, params, base)
    return base


def _with_site(c: Context, name: str, site: Site, params: tuple[core.Var, ...], base: core.X) -> core.X:
    entry = c.fresh("entry", ENTRY)
    env: dict[str, core.X] = {p.name: q for p, q in zip(site.params, params, strict=True)}
    for i, var in enumerate(site.kept):
        env[var.name] = core.Prim("item0", (entry, core.const(i)), var.type)
    test, value = core.substituted(site.test, env), core.substituted(site.value, env)
    live = core.Get(site.slot, list_of(ENTRY))
    if site.change == "by":
        return core.plus(base, core.Fold("sum", entry.name, live, test, value, INT))
    values = core.Fold("list_of", entry.name, live, test, value, list_of(base.type))
    if site.change == "times":
        return core.Op("*", (base, core.Prim("product", (values,), INT)))
    if site.change in ("at_most", "at_least"):
        return core.Prim(site.change, (base, values), INT)
    return core.Cond(
        core.Fold("any", entry.name, live, test, None, BOOL), core.Prim("top", (values,), base.type), base, base.type
    )
