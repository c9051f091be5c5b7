"""From a model to checked rules: every effect text parsed, its names resolved, its types checked, its core statements
built.

`resolved` walks a ruleset for one player count and one set of options and returns Checked: procedures, values, actions,
rules, scoring, all in core form, with the layout of the state. What a statement or an expression means stands in
`statements/` and `expressions/`; how rules hang on procedures and values, in `rules.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.core import (
    Alt,
    Var,
    X,
    nesting,
)
from interpreter.language.core.checked import Checked, Procedure, ValueDef
from interpreter.language.resolve import actions, assembly, bags, clauses, rules, saying, visibility
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import (
    BUILTIN_NAMES,
    expression,
    fitted,
    worth,
)
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.loading.model import (
    Model,
)
from interpreter.program.types import (
    Type,
)


class Checker(Context):
    """Checks one ruleset."""

    builtin_names: ClassVar[frozenset[str]] = frozenset(BUILTIN_NAMES)

    def __init__(
        self,
        model: Model,
        players: int,
        options: Mapping[str, object],
        diagnostics: Diagnostics,
        takes_apart: bool = False,
    ) -> None:
        """takes_apart: conditions are kept in parts as well, for a program that says which fails."""
        self.named_in_prompts = saying.named_in_prompts(model)
        super().__init__(model, players, options, diagnostics, takes_apart)
        self.rules = rules.collect(self)

    # ---- what the context leaves open

    def expression(self, node: nodes.Expr, scope: Scope, wanted: Type | None = None) -> X:
        return expression(self, node, scope, wanted)

    def fitted(self, x: X, wanted: Type, span: Span) -> X:
        return fitted(self, x, wanted, span)

    def modified(self, name: str, params: tuple[Var, ...], base: X) -> X:
        return rules.modified(self, name, params, base)

    def worth_definition(self, name: str) -> ValueDef:
        return worth.definition(self, name)

    def action_alternatives(self, name: str, who: X, scope: Scope, args: tuple[X, ...] = ()) -> list[Alt]:
        """The alternatives that an action adds to a decision of `who`."""
        return actions.action_alternatives(self, name, who, scope, args)

    def note_apart(self, name: str, over: X, item: Type, scope: Scope) -> None:
        """See `visibility.note_apart`."""
        visibility.note_apart(self, name, over, item, scope)

    @property
    def groups_in_bags(self) -> frozenset[str]:
        """Groups of which a bag may hold an open amount."""
        if not hasattr(self, "_groups_in_bags"):
            self._groups_in_bags = bags.groups_in_bags(self)
        return self._groups_in_bags

    @property
    def watched(self) -> frozenset[str]:
        """The families that the conditions of `whenever` rules read."""
        if not hasattr(self, "_watched"):
            self._watched: frozenset[str] = frozenset()
            self._watched = rules.watched(self)
        return self._watched

    @property
    def called_in_text(self) -> Mapping[str, tuple[tuple[Span, str], ...]]:
        """Procedures whose text may not fail, since not only atomic blocks call them → how they come to be called."""
        if not hasattr(self, "_called_in_text"):
            self._called_in_text = rules.called_in_text(self)
        return self._called_in_text

    # ---- the whole ruleset

    def resolved(self) -> Checked:
        """The whole ruleset in core form; without procedures where these nest too deep to be walked (E372 to E375)."""
        model = self.model
        procedures: dict[str, Procedure] = {}
        for decl in model.procedures.values():
            procedures[decl.id] = assembly.procedure(self, decl)
        for name, info in self.actions.items():
            procedures[name] = actions.action_procedure(self, name, info)
        for cls in model.pieces.values():
            for procedure in assembly.kind_procedures(self, cls):
                procedures[procedure.id] = procedure
        for procedure in [*assembly.space_procedures(self), *assembly.side_effects(self)]:
            procedures[procedure.id] = procedure
        for procedure in assembly.events(self):
            procedures[procedure.id] = procedure
        procedures["setup"] = assembly.setup(self)
        procedures |= self.parts
        for name in self.sites:  # all statements are known only now
            for made in [n for n in self.made_values if n == name or n.startswith(f"{name} ")]:
                del self.made_values[made]
        for name in model.values:
            self.value_def(name, model.values[name].span)
        worth.check_unread(self)
        state_rules = rules.state_rules(self)
        spans = {name: decl.span for name, decl in model.values.items()}
        if not nesting.check(procedures, state_rules, self.made_values, spans, self.diagnostics):
            return Checked(
                model, self.layout, self.options, {}, {}, [], [], [], [], [], self.actions, self.free, {}, {}, {}
            )
        scores, ties = assembly.scoring(self)
        endings, hints = assembly.endings(self), assembly.hints(self)
        free_alts = {f.id: assembly.alternatives_of(self, f.id) for f in self.free}
        possible_alts = {name: assembly.alternatives_of(self, name) for name in sorted(self.possibilities)}
        assembly.finish(self, procedures)
        rules.check_events(self)
        rules.check_state_rules(self, state_rules, procedures)
        assembly.check_declarations(self)
        if "game" not in model.procedures:
            self.report("E353", model.game.span)
        return Checked(
            model, self.layout, self.options, procedures, self.made_values, state_rules, scores, ties, endings, hints,
            self.actions, self.free, free_alts, rules.pauses(self), possible_alts, self.told, self.comparisons,
            self.reads, saying.shown(self), spoken=saying.spoken(self), clauses=clauses.of_values(self),
        )  # fmt: skip
