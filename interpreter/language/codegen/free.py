"""possible(action), and free actions that are added to every decision inside their windows."""

from __future__ import annotations

from interpreter.bounds import TRIAL_STEPS
from interpreter.language.analysis.guards import Guard
from interpreter.language.codegen.asking import Asking
from interpreter.language.codegen.frames import RETURN, Context
from interpreter.language.codegen.listing import Writer
from interpreter.language.codegen.pycode import identifier, literal
from interpreter.language.codegen.refusing import Refuser
from interpreter.language.core import (
    FALSE,
    TRUE,
    Alt,
    Decide,
)
from interpreter.language.core.checked import FreeDef
from interpreter.language.syntax import nodes
from interpreter.program import FREE, AltInfo
from interpreter.records import mutable


@mutable
class Free(Asking):
    """Writes what is asked besides the decisions themselves."""

    # ---- possible(…) and free actions

    def _possible(self, name: str) -> None:
        """can_x(s, me): whether some option of the action can be carried out now."""
        who, alts = self.checked.possible_alts[name]
        d = self.label("decision")
        decide = Decide(who, alts, None, name, True, self.checked.model.game.span)
        ctx = Context((who.name,), RETURN, RETURN, True, False, (), name)
        infos = self._listing(d, decide, ctx, (), who.name)
        self._apply(d, decide, ctx, (), who.name, (), infos)
        self._code(d, (), who.name, ctx)
        w = Writer(indent=1)
        w(f"spend({TRIAL_STEPS})")
        if all(i.legality != "search" for i in infos):
            for i, alt in enumerate(alts):
                guard, _ = self._guard(decide, alt, ctx)
                self.lister.alternative(w, alt, lambda iw, text: iw("return True"), i, guard, {who.name})
            w("return False")
            head = f"def CAN_{identifier(name)}(s, {who.name}):"
        else:
            w(f"return O{d}(s, ({d}, {who.name}, None)) != []")
            head = f"def CAN_{identifier(name)}(s, {who.name}):"
        self.functions.append("\n".join([head, *w.lines]))

    def _free_actions(self) -> None:
        """F: options of the free actions for a decision of a player; G: carry one out and come back to the decision."""
        infos: list[AltInfo] = []
        listing = Writer(indent=1)
        listing("out = []")
        if self.checked.free:
            listing("under_way = running(s)")
        applying = Writer(indent=1)
        number = FREE
        for free in self.checked.free:
            who, alts = self.checked.free_alts[free.id]
            listing(f"if {self._window(free)}:")
            inner = listing.into()
            inner(f"{who.name} = me")
            for alt in alts:
                said = Guard(sure=[FALSE]) if self.plain else self.guards.guard(alt.body)
                guard, legality = said.test, "guard" if said.is_sure == TRUE else "search"
                self.lister.alternative(inner, alt, lambda iw, t: iw(f"out.append({t})"), number, guard, {who.name})
                infos.append(self._alt_info(alt, legality))
                self._free_apply(applying, alt, who.name, number)
                number += 1
        listing("return out")
        if self.plain:
            self._free_refused()
        applying("return 1")
        self.functions.append("\n".join(["def FREE_LIST(s, me, d):", *listing.lines]))
        self.functions.append("\n".join(["def FREE_APPLY(s, f, c):", *applying.lines]))
        self.free = tuple(infos)

    def _free_refused(self) -> None:
        w = Writer(indent=1)
        w("out = []")
        w("under_way = running(s)")
        number = FREE
        for free in self.checked.free:
            who, alts = self.checked.free_alts[free.id]
            w(f"if {self._window(free)}:")
            inner = w.into()
            inner(f"{who.name} = me")
            for alt in alts:
                Refuser(inner, self.inlined, self._reason, self.apart).alternative(alt, number, free.decl.span)
                number += 1
        w("return out")
        self.functions.append("\n".join(["def FREE_REFUSED(s, me, d):", *w.lines]))

    def _free_apply(self, w: Writer, alt: Alt, who: str, number: int) -> None:
        scope = (who, *(b.var for b in alt.binds))
        vars_ = self._live(scope, alt.body)
        label = self._sub_body(alt.body, vars_, Context(scope, RETURN, RETURN, False, False, (), alt.action), RETURN)
        w(f"if c[0] == {number}:")
        inner = w.into()
        inner(f"{who} = f[1]")
        for j, bind in enumerate(alt.binds):
            inner(f"{bind.var} = c[{j + 1}]")
        inner(f"s[0] = ({', '.join([str(label), *vars_, '(0, True, f)'])})")
        inner("return None")

    def _window(self, free: FreeDef) -> str:
        """Python test whether a free action's window is open at decision d of player me."""
        opened = [self._span_test(w) for w in free.windows]
        closed = [f"not {self._span_test(e)}" for e in free.excepts]
        if own := self._pauses_of(free):
            closed.append(f"d not in {literal(own)}")
        return " and ".join([f"({' or '.join(opened or ['True'])})", *closed])

    def _pauses_of(self, free: FreeDef) -> tuple[int, ...]:
        """The decisions that exist to offer this free action before a menu: they list it already."""
        prompts = {f"before_{w.name}" for w in free.windows if isinstance(w, nodes.Timing)}
        return tuple(d for d, info in self.decisions.items() if info.prompt in prompts)

    def _span_test(self, span: nodes.Period | nodes.Timing) -> str:
        if isinstance(span, nodes.Timing):
            menus = {**{d: info.menu for d, info in self.decisions.items()}, **self.foreseen}
            labels = tuple(d for d, menu in menus.items() if menu == span.name)
            return f"d in {literal(labels)}"
        if span.name == "decisions":
            return "True"
        return f"{self.exit(span.name)} in under_way"
