"""Rules of which only one can count, or whose order matters although nothing says it.

Of several `modify … to` the last that holds counts; of several `instead of` the first, unless it does the original.
Between modules of which neither needs the other this is a conflict, as where both write one field, and wherever their
order would decide: which comes first follows from nothing that either says. Anywhere else a lint tells of rules that
never count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from interpreter.language import core
from interpreter.language.analysis.commuting import Touched, commute, touched
from interpreter.language.analysis.legality import Analysis
from interpreter.language.analysis.outside import keys_in
from interpreter.language.core.checked import Clash, Procedure
from interpreter.language.resolve.collected import Collected
from interpreter.language.resolve.context import Context
from interpreter.language.syntax import nodes
from interpreter.loading.model import EffectText, Model, ModuleDecl
from interpreter.program.layout import Layout
from interpreter.program.types import Type, classes_of

MOST_COMBINATIONS = 2_000
"""Of so many kinds or pieces in the places of parameters it is tried whether two conditions can both hold."""


def check_conflicts(c: Context, procedures: Mapping[str, Procedure]) -> list[Clash]:
    """Report rules of two modules of which only one can count, for all that is known; give those of which it cannot be
    told, and those that do not commute."""
    if len(c.model.modules) < 2:
        return []
    needs = all_needs(c.model)
    told: set[frozenset[int]] = set()
    for hidden, hider in overridden(c.rules):
        if _are_strangers(needs, hidden.decl.origin, hider.decl.origin):
            told.add(frozenset({id(hidden), id(hider)}))
            _report(c, hidden, hider)
    for rule, text, module in _patched_in_vain(c.rules, c.model):
        other = rule.decl.origin
        if _are_strangers(needs, module.id, other):
            (first, at), (second, then) = sorted([(module.id, text.span), (other, rule.decl.span)])
            c.diagnostics.add(
                "E136",
                then,
                related=[(at, f"`{first}` changes it here")],
                what=f"`{rule.event}`",
                first=first,
                second=second,
                settled=_block(rule, module.id, _out(rule)),
            )
    out: list[Clash] = []
    judge = _Judge(c, procedures)
    for one, two in combinations(c.rules, 2):
        if (
            one.decl.order == two.decl.order
            and _sort(one) == _sort(two)
            and _are_strangers(needs, one.decl.origin, two.decl.origin)
            and frozenset({id(one), id(two)}) not in told
        ):
            found = judge.order_matters(one, two)
            if found is None:
                out.append(Clash(one.event or "whenever", one.decl, two.decl, _ordered(one, two)))
            elif found:
                _report(c, one, two)
    return out


def _report(c: Context, rule: Collected, other: Collected) -> None:
    first, second = sorted((rule, other), key=lambda found: found.decl.origin)
    is_of_order = rule.decl.order == other.decl.order and not (
        _always_hides(rule, other) and _always_hides(other, rule)
    )
    c.diagnostics.add(
        "E136",
        second.decl.span,
        related=[(first.decl.span, f"`{first.decl.origin}` changes it here")],
        what=f"`{rule.event}`, and their order decides" if is_of_order else f"`{rule.event}`",
        first=first.decl.origin,
        second=second.decl.origin,
        settled=_ordered(rule, other) if is_of_order else _block(rule, other.decl.origin, _out(rule)),
    )


def _ordered(one: Collected, two: Collected) -> str:
    """A `with` block that has the rule run first which leaves something to the other one."""
    sort = _sort(one)[0]
    if sort == "to" and _always_hides(two, one) or sort == "instead_of" and _always_hides(one, two):
        one, two = two, one
    if one.decl.order is None:
        return _block(one, two.decl.origin, f"patch: {{{one.decl.id}: {{order: 1}}}}")
    return _block(two, one.decl.origin, f"patch: {{{two.decl.id}: {{order: {one.decl.order + 1}}}}}")


def _out(rule: Collected) -> str:
    return f"remove: [{rule.decl.id}]"


def _always_hides(rule: Collected, other: Collected) -> bool:
    """Whether a rule leaves nothing to another one, which comes after it, or for `modify` before it."""
    return _covers(rule, other) and not _does_original(rule)


def _block(rule: Collected, module: str, change: str) -> str:
    """A `with` block, to be pasted into another module, that changes a rule."""
    own = module.partition("+")[0]
    other = next(name for name in rule.decl.origin.split("+") if name != own)
    if rule.cls:
        inner = f"{{abilities: [{rule.decl.id}]}}"
        text = f"pieces: {{remove: {{{rule.cls}: {f'{{kinds: {{{rule.kind}: {inner}}}}}' if rule.kind else inner}}}}}"
    else:
        text = f"rules: {{{change}}}"
    return f"a `with` block, such as this in `{own}`: with: {{{other}: {{{text}}}}}"


def _sort(rule: Collected) -> tuple[str, str]:
    """What rules must share for their order to matter; rules that are alike in nothing have sorts of their own."""
    head = rule.node.head
    if isinstance(head, nodes.StateRule):
        return "whenever", ""
    if isinstance(head, nodes.Trigger):
        return head.timing, rule.event
    return ("to", rule.event) if head.change == "to" else (rule.decl.id, rule.event)


class _Judge:
    """Tells of two rules of one event whether their order matters: yes, no, or None where it cannot be ruled out."""

    def __init__(self, c: Context, procedures: Mapping[str, Procedure]) -> None:
        self.c = c
        self.procedures = procedures
        self.known: dict[int, list[Touched]] = {}

    def order_matters(self, one: Collected, two: Collected) -> bool | None:
        pairs = [(i, j) for i, a in enumerate(one.linked) for j, b in enumerate(two.linked) if a[0] == b[0]]
        answers = [self.can_both_hold(one.linked[i], two.linked[j]) for i, j in pairs]
        timing = _sort(one)[0]
        if timing == "to" or timing == "instead_of" and not (_does_original(one) and _does_original(two)):
            return True if True in answers else None if None in answers else False
        if _words(one.node) == _words(two.node):
            return False
        of_one, of_two = self.touched(one), self.touched(two)
        meeting = [pair for pair, answer in zip(pairs, answers, strict=True) if answer is not False]
        return False if all(commute(of_one[i], of_two[j]) for i, j in meeting) else None

    def touched(self, rule: Collected) -> list[Touched]:
        if id(rule) not in self.known:
            is_set_off = isinstance(rule.node.head, nodes.StateRule)  # by another one: that is no matter of order
            linked = [(core.TRUE if is_set_off else test, body) for _, test, body in rule.linked]
            self.known[id(rule)] = [touched(*of, self.procedures, self.c.result_of) for of in linked]
        return self.known[id(rule)]

    def can_both_hold(self, one: tuple[str, core.X, object], two: tuple[str, core.X, object]) -> bool | None:
        """Whether two tests can be true at once: found by trying all kinds and pieces in the places of parameters."""
        tests = [*core.conjuncts(one[1]), *core.conjuncts(two[1])]
        if core.FALSE in tests or any(_exclude(a, b) for a, b in combinations(tests, 2)):
            return False
        if core.TRUE in (one[1], two[1]):
            return True
        names = sorted(frozenset().union(*map(core.free_vars, tests)))
        types = {x.name: x.type for test in tests for x in _vars(test)}
        values = [_values(self.c.layout, types[name]) for name in names]
        number = 1
        for known in values:
            number *= max(1, len(known))
        if number > MOST_COMBINATIONS:
            return None
        fold = Analysis(self.procedures, self.c.made_values, self.c.layout.tables, keys_in(self.c.layout))
        is_open = False
        tried = [(name, known) for name, known in zip(names, values, strict=True) if known]
        for chosen in product(*(known for _, known in tried)):
            env = {name: x for (name, _), x in zip(tried, chosen, strict=True)}
            results = [fold.inlined(core.substituted(test, env)) for test in tests]
            if all(result == core.TRUE for result in results):
                return True
            is_open = is_open or core.both(results) != core.FALSE
        return None if is_open else False


def _vars(x: core.X) -> Iterator[core.Var]:
    return (part for part in core.walk(x) if isinstance(part, core.Var))


def _values(layout: Layout, type: Type) -> list[core.X]:
    """All that a parameter can be; nothing where that is not looked at."""
    if type.name not in ("piece", "kind"):
        return []
    of = layout.class_pieces if type.name == "piece" else layout.class_kinds
    return [core.Const(number, type) for cls in classes_of(type) for number in of.get(cls, ())]


def _exclude(one: core.X, two: core.X) -> bool:
    """Whether two tests say the opposite, or ask one thing to be two."""
    if core.negated(one) == two:
        return True
    if not (isinstance(one, core.Op) and isinstance(two, core.Op) and one.operator == two.operator == "=="):
        return False
    (a, b), (x, y) = (sorted(op.args, key=lambda arg: isinstance(arg, core.Const)) for op in (one, two))
    return a == x and isinstance(b, core.Const) and isinstance(y, core.Const) and b.value != y.value


def _patched_in_vain(rules: Sequence[Collected], model: Model) -> Iterator[tuple[Collected, EffectText, ModuleDecl]]:
    """Each rule that always takes the place of a text which a module has written for an entry of the ruleset, with that
    text and the module. Not where the module speaks of the other one's company: there it has settled that."""
    for rule in rules:
        text = replaced_text(rule, model)
        module = None if text is None else model.module_of(text.span)
        if text is not None and module is not None and rule.decl.origin not in module.beside:
            yield rule, text, module


def replaced_text(rule: Collected, model: Model) -> EffectText | None:
    """The text that a rule always takes the place of; None where there is none."""
    text = _text_of(model, rule.event)
    is_always = text is not None and not rule.cls and rule.node.limit is None and _always_takes_the_place(rule)
    return text if is_always else None


def _text_of(model: Model, event: str) -> EffectText | None:
    """What is carried out, or worked out, where an event or value is not replaced."""
    if event in model.values:
        return model.values[event].formula
    entry = model.procedures.get(event) or model.actions.get(event)
    return None if entry is None else entry.do


def _always_takes_the_place(rule: Collected) -> bool:
    head = rule.node.head
    if isinstance(head, nodes.Modifier):
        return head.change == "to" and asked_of(rule.node) == _NOTHING
    if isinstance(head, nodes.Trigger):
        return head.timing == "instead_of" and asked_of(rule.node) == _NOTHING and not _does_original(rule)
    return False


def all_needs(model: Model) -> Mapping[str, frozenset[str]]:
    """Module → the modules that it builds on, over others too."""
    needs: dict[str, frozenset[str]] = {}
    for module in model.modules:  # in order of needs, so what a module needs is there already
        needs[module.id] = frozenset(module.needs).union(*(needs.get(need, frozenset()) for need in module.needs))
    return needs


def _are_strangers(needs: Mapping[str, frozenset[str]], one: str, other: str) -> bool:
    """Whether two origins are different modules of which neither builds on the other. A `with` block (`a+b`) builds on
    all that it names."""
    first, second = {*one.split("+")}, {*other.split("+")}
    if "base" in (one, other) or first <= second or second <= first:
        return False
    return not any(a in needs.get(b, ()) or b in needs.get(a, ()) for a in first for b in second)


def overridden(rules: Sequence[Collected]) -> Iterator[tuple[Collected, Collected]]:
    """Each rule that never counts, with the one that takes its place. rules: in the order in which they run."""
    setting = [rule for rule in rules if isinstance(rule.node.head, nodes.Modifier) and rule.node.head.change == "to"]
    for i, rule in enumerate(setting):
        yield from ((rule, later) for later in setting[i + 1 :] if _covers(later, rule))
    replacing = [r for r in rules if isinstance(r.node.head, nodes.Trigger) and r.node.head.timing == "instead_of"]
    for i, rule in enumerate(replacing):
        earlier = [first for first in replacing[:i] if _covers(first, rule) and not _does_original(first)]
        yield from ((rule, first) for first in earlier)


def _does_original(rule: Collected) -> bool:
    done = [node for node in nodes.walk(rule.node) if isinstance(node, nodes.Do)]
    return any(isinstance(node.target, nodes.Name) and node.target.name == "original" for node in done)


def _covers(rule: Collected, other: Collected) -> bool:
    """Whether a rule holds wherever the other does: it asks nothing, or just what the other asks on the same thing."""
    if rule.event != other.event or rule.node.limit is not None:
        return False
    asked = asked_of(rule.node)
    is_of_same = (rule.cls, rule.kind) == (other.cls, other.kind)
    return (not rule.cls and asked == _NOTHING) or (is_of_same and asked == asked_of(other.node))


_NOTHING = ((), "", "")


def asked_of(rule: nodes.Rule) -> tuple[tuple[str, ...], str, str]:
    """What a rule asks of its event, as written: its arguments, who does it, its condition; "" for anything."""
    head = rule.head
    assert not isinstance(head, nodes.StateRule)
    by = head.by if isinstance(head, nodes.Trigger) else None
    condition = "" if head.condition is None else _words(head.condition)
    asked = ["" if p.test is None and not condition else _words(p) for p in head.event.patterns or ()]
    while asked and not asked[-1]:
        asked.pop()  # what is left out is any
    return tuple(asked), "" if by is None or (by.test is None and not condition) else _words(by), condition


def _words(node: nodes.Node) -> str:
    return " ".join(node.span.text.split())
