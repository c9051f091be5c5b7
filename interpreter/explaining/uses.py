"""Where a resource is gained and paid: the actions, procedures, rules and pieces whose text says so; and where a
variable is changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.diagnostics import Span
from interpreter.explaining.sentences import amounts_of, tree
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import ActionDecl, EffectText, Entry, FreeDecl, Model, PieceDecl, SpaceDecl

_GAINS, _PAYS = ("gain", "take"), ("pay", "lose")


def uses(model: Model, id: str) -> tuple[list[str], list[str]]:
    """Ids of what gains a resource and of what pays or loses it, in the order of the ruleset; a group that it is in
    counts. What only moves it is in neither."""
    meant = {id, *model.resources[id].groups}
    gained: dict[str, None] = {}
    paid: dict[str, None] = {}
    for owner, text in _owned(model):
        for node in walk(tree(text)):
            if isinstance(node, nodes.Transfer) and meant & _resources(node):
                into = gained if node.verb in _GAINS else paid if node.verb in _PAYS else {}
                into[owner] = None
    return list(gained), list(paid)


def readers(model: Model, id: str) -> list[Entry]:
    """What names a class of pieces or spaces, one of its kinds, or a fact that no other class has; of a kind, what
    names it: actions, procedures, rules, values and lines of the score sheet in the order of the ruleset. Facts may be
    called as classes and kinds are: behind a dot or `my` such a name is the fact, alone it is the class or kind."""
    alone, behind = {id}, {id} - {*model.player_state, *_facts(model.classes)}
    for cls in model.classes:
        if cls.id == id:
            others = _facts(other for other in model.classes if other is not cls)
            own = _facts([cls]) - others
            alone |= {*cls.kinds, *(own - {name for of in model.classes for name in (of.id, *of.kinds)})}
            behind |= ({*cls.kinds} - others - {*model.player_state}) | own
            if isinstance(cls, SpaceDecl) and cls.per_player:
                behind.add(id)
    found: list[tuple[Entry, tuple[EffectText | None, ...]]] = []
    found += [(a, (a.choose, a.do)) for a in model.actions.values()]
    found += [(a, (a.choose, a.do)) for a in model.free.values()]
    found += [(p, (p.do,)) for p in model.procedures.values()]
    found += [(r, (r.text,)) for r in model.rules.values()]
    found += [(v, (v.formula, v.at_least, v.at_most)) for v in model.values.values()]
    found += [(line, (line.worth,)) for line in model.scoring.values() if not line.each]
    found += [(of, (of.worth,)) for of in model.bearers]
    return [entry for entry, texts in found if any(_names(text, alone, behind) for text in texts if text is not None)]


def _facts(classes: Iterable[PieceDecl | SpaceDecl]) -> set[str]:
    """What things of some classes are asked for: their attributes and variables."""
    return {name for cls in classes for name in (*cls.attributes, *cls.state)}


def _names(text: EffectText, alone: set[str], behind: set[str]) -> bool:
    """Whether a text has one of the names standing alone, or one of those behind a dot or `my`."""
    for node in walk(tree(text)):
        if isinstance(node, nodes.Name | nodes.Event) and node.name in alone:
            return True
        if isinstance(node, nodes.Mine | nodes.Attribute) and node.name in behind:
            return True
    return False


def changes(model: Model, variable: str) -> list[Span]:
    """The places at which the rules give a variable of the game, of players or of things a value."""
    return [
        node.span
        for text in model.effect_texts
        for node in walk(tree(text))
        if isinstance(node, nodes.Assign) and variable == _assigned(node.target)
    ]


def changers(model: Model, variable: str) -> list[str]:
    """Ids of the actions, procedures, rules and pieces whose text gives a variable a value, in the order of the
    ruleset."""
    return list(
        dict.fromkeys(
            owner
            for owner, text in _owned(model)
            for node in walk(tree(text))
            if isinstance(node, nodes.Assign) and variable == _assigned(node.target)
        )
    )


def _assigned(target: nodes.Expr) -> str:
    """The variable of `order`, `my steps`, `c.area`, `finished[a]`; "" for what is none."""
    if isinstance(target, nodes.Index):
        return _assigned(target.value)
    return target.name if isinstance(target, nodes.Name | nodes.Mine | nodes.Attribute) else ""


def _resources(node: nodes.Transfer) -> set[str]:
    """The resources and groups that a transfer names."""
    named = (getattr(x, "resource", None) for x in amounts_of(node))
    return {x.name for x in named if isinstance(x, nodes.Name)}


def _owned(model: Model) -> Iterator[tuple[str, EffectText]]:
    """Each text that does something, with the id of what a player knows it by."""
    actions: list[tuple[str, ActionDecl | FreeDecl]] = list(model.actions.items())
    actions += list(model.free.items())
    texts: list[tuple[str, EffectText | None]] = []
    for of in model.bearers:
        texts.append((of.id, of.do))
        texts += [(of.id, rule.text) for rule in of.abilities.values()]
        actions += [(of.id, a) for a in of.actions.values()]
        actions += [(of.id, a) for a in of.free.values()]
    for space in model.spaces.values():
        texts += [(kind.id, kind.do) for kind in space.kinds.values()]
    texts = [
        *((owner, a.do) for owner, a in actions), *((p.id, p.do) for p in model.procedures.values()),
        *((r.id, r.text) for r in model.rules.values()), *texts,
    ]  # fmt: skip
    yield from ((owner, text) for owner, text in texts if text is not None)
