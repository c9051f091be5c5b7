"""Variables that count in the score and are always set back before it.

L627:
  message: '`{score}` counts `{name}`, which the end of `{period}` has always set back by then'
  hint: leave `resets` out, or add up in another variable what is to be scored
  page: >-
    The game ends after the last of these periods, and nothing sets the variable after it: it has its first value
    whenever the score is counted.
  failing: |
    state: {player: {dug: {type: int, resets: round}}}
    scoring:
      categories:
        holes: {worth: p.dug}  # <--
  mended: |
    state: {player: {dug: int}}
    scoring:
      categories:
        holes: {worth: p.dug}
  rest: |
    procedures:
      round: {do: 'each of players does { my dug += 1 }'}
    do: do round; end game
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import named, names_in, rule_in, texts_in, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import EffectText, KindDecl, Model, PieceDecl, StateDecl

_ANYWHERE = ""
"""The place of texts that may run at any time."""


@lint
def resets(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report variables that the scoring reads, and that nothing sets behind the last end of the period which sets them
    back."""
    scored = [(score, name) for score in model.scoring.values() for text in texts_in(score) for name in names_in(text)]
    variables = {**model.game_state, **model.player_state}
    flow: _Flow | None = None
    for score, name in dict.fromkeys(scored):
        decl = variables.get(name)
        period = None if decl is None or decl.resets is None else tree(decl.resets)
        if decl is None or not isinstance(period, nodes.Period) or period.mine:
            continue
        flow = flow or _Flow(model)
        if period.name in flow.texts and period.name != "game" and flow.is_set_back(decl, period.name):
            related = [(decl.span, f"each end of `{period.name}` sets `{name}` back")]
            diagnostics.add("L627", score.span, related=related, score=score.id, name=name, period=period.name)


class _Flow:
    """What may run where, by the names in texts."""

    def __init__(self, model: Model) -> None:
        self.texts: dict[str, list[EffectText]] = {name: list(texts_in(p)) for name, p in model.procedures.items()}
        self.menus: dict[str, set[str]] = {menu: set() for menu in model.menus}
        owners: list[Model | PieceDecl | KindDecl] = [model, *model.pieces.values()]
        owners += [kind for cls in model.pieces.values() for kind in cls.kinds.values()]
        for owner in owners:
            for action in owner.actions.values():
                self.texts.setdefault(action.id, []).extend(texts_in(action))
                self.menus.setdefault(action.menu or "", set()).add(action.id)
            for rule in (owner.rules if isinstance(owner, Model) else owner.abilities).values():
                self._rule(rule.text)
        known = {text for texts in self.texts.values() for text in texts}
        score = {text for score in model.scoring.values() for text in texts_in(score)}
        self.texts[_ANYWHERE] = [
            text for text in model.effect_texts if text not in known | score and text != model.setup
        ]
        attributes = {name for cls in model.classes for kind in cls.kinds.values() for name in names_in(kind)}
        self.in_attributes = {n for n in attributes if n in model.procedures or n in self.menus}

    def _rule(self, text: EffectText | None) -> None:
        found = rule_in(text)
        head = None if found is None else found.head
        if text is not None and isinstance(head, nodes.Trigger):
            self.texts.setdefault(head.event.name, []).append(text)
            if head.timing != "instead_of":  # what comes before or after a period may be in it, or not
                self.texts.setdefault(f"around {head.event.name}", []).append(text)

    def is_set_back(self, decl: StateDecl, period: str) -> bool:
        """Whether a variable has its first value again whenever the game ends."""
        inside = self.reached([period], but="")
        outside = self.reached(["game"], but=period) | {f"around {period}", _ANYWHERE}
        ends = any(isinstance(n, nodes.End) and n.how == "game" for n in self.nodes(inside | {_ANYWHERE}))
        written = (n for n in self.nodes(outside) if isinstance(n, nodes.Assign))
        return "game" not in inside and not ends and not any(decl.id in named(n.target) for n in written)

    def nodes(self, places: Iterable[str]) -> Iterator[nodes.Node]:
        for place in places:
            for text in self.texts.get(place, ()):
                yield from walk(tree(text))

    def reached(self, begin: list[str], but: str) -> set[str]:
        """Procedures and actions that may run from some on, without going through one."""
        found, todo = set(begin), list(begin)
        while todo:
            for name in self._called(todo.pop()):
                if name not in found and name != but:
                    found.add(name)
                    todo.append(name)
        return found

    def _called(self, place: str) -> set[str]:
        out: set[str] = set()
        for text in self.texts.get(place, ()):
            parsed = tree(text)
            out.update(named(parsed))
            if any(isinstance(n, nodes.Do | nodes.DoOneOf) and not _is_named(n) for n in walk(parsed)):
                out |= self.in_attributes
        for menu in out & self.menus.keys():
            out |= self.menus[menu]
        return out & self.texts.keys()


def _is_named(node: nodes.Do | nodes.DoOneOf) -> bool:
    target = node.target if isinstance(node, nodes.Do) else node.menu
    return isinstance(target.function if isinstance(target, nodes.Call) else target, nodes.Name)
