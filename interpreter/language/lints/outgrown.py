"""What a module leaves behind: numbers nobody reads any more, and tables too short for what it adds.

L637:
  message: '`{rule}` takes the place of all that has read {names}, in `{event}`'
  hint: read it in the rule too, let the rule `do original`, or take out what nobody reads; if it is meant, allow it
  page: >-
    A module that replaces a procedure or sets a value leaves the tables and attributes that only the old text has
    read. Who changes their numbers later changes nothing.
  failing: |
    # file: modules/more/module.yaml
    module: {id: more}
    rules:
      rich: 'instead of rest { gain 2 coin }'  # <--
  mended: |
    # file: modules/more/module.yaml
    module: {id: more}
    rules:
      rich: 'instead of rest { gain fee[1] + 1 coin }'
  rest: |
    # file: ruleset.yaml
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    tables: {fee: [3]}
    procedures: {rest: {do: 'gain fee[1] coin'}}
    turn: do rest
L638:
  message: with {names} of the module `{module}` the index of `{table}` can be {most}, and it ends at {end}
  hint: 'patch the table too: an entry for each number up to {most}'
  page: >-
    The index is a count of things to which the module has added some. A rule that looks the table up beyond its end
    stops the game, often only in scoring.
  failing: |
    # file: modules/more/module.yaml
    module: {id: more}
    resources:
      add:
        tin: {group: ware}  # <--
  mended: |
    # file: modules/more/module.yaml
    module: {id: more}
    resources:
      add:
        tin: {group: ware}  # <--
    tables: {replace: {fee: [1, 2, 3, 4]}}
  rest: |
    # file: ruleset.yaml
    resources: {wood: {group: ware}, clay: {group: ware}, vp: {}}
    tables: {fee: [1, 2, 3]}
    scoring: {categories: {points: {worth: p.vp}}}
    turn: |
      for w in ware { gain 1 w }
      gain fee[count(w in ware if me[w] > 0) + 1] vp
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from interpreter.diagnostics import Diagnostics
from interpreter.language import core
from interpreter.language.analysis.overridden import replaced_text
from interpreter.language.core.checked import Checked
from interpreter.language.lints.reading import used
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.lints.vain import collected
from interpreter.loading.model import Entry, Model
from interpreter.records import mutable


@lint
def unread(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report tables and attributes that only texts read of which a module always takes the place."""
    for rule in collected(model) if model.modules else ():
        text = replaced_text(rule, model)
        if text is None or rule.decl.origin == "base" or model.module_of(text.span) is not None:
            continue
        gone = used(model) - used(_without(model, rule.event))
        tables = {id: table.span for id, table in model.tables.items()}
        attributes = {id: span for cls in model.classes for id, span in cls.attribute_places.items()}
        if names := sorted(gone & {*tables, *attributes}):
            related = [({**attributes, **tables}[name], f"`{name}` is declared here") for name in names]
            listed = ", ".join(f"`{name}`" for name in names)
            diagnostics.add("L637", rule.decl.span, related=related, names=listed, rule=rule.decl.id, event=rule.event)


def _without(model: Model, event: str) -> Model:
    """A model in which nothing stands under an event or value."""
    if event in model.values:
        return replace(model, values={**model.values, event: replace(model.values[event], formula=None)})
    if event in model.procedures:
        return replace(model, procedures={**model.procedures, event: replace(model.procedures[event], do=None)})
    return replace(model, actions={**model.actions, event: replace(model.actions[event], do=None)})


@lint
def outgrown(_: Model, checked: Variants, diagnostics: Diagnostics) -> None:
    """Report tables whose index is a count that can go beyond their end since a module has added what is counted."""
    for one in checked[: len(checked[0].model.game.players)] if checked and checked[0].model.modules else ():
        lets = [s for p in one.procedures.values() for s in core.statements(p.body) if isinstance(s, core.Let)]
        written = Counter(let.var for let in lets)
        counts = _Counts(one, {let.var: let.value for let in lets if written[let.var] == 1})
        for x in _everything(one):
            for part in core.walk(x):
                if not isinstance(part, core.Tab) or not part.table.startswith("TABLE_"):
                    continue
                table = one.model.tables.get(part.table.removeprefix("TABLE_"))
                ends = [] if table is None else [key for key in table.values if isinstance(key, int)]
                most, added = counts.most(part.index)
                if table is not None and ends and most is not None and most > max(ends) >= most - len(added):
                    names = ", ".join(f"`{entry.id}`" for entry in added)
                    diagnostics.add(
                        "L638",
                        added[0].span,
                        related=[(table.span, f"`{table.id}` ends at {max(ends)}")],
                        names=names,
                        module=added[0].origin,
                        table=table.id,
                        most=most,
                        end=max(ends),
                    )


def _everything(one: Checked) -> Iterator[core.X]:
    """All expressions of a ruleset outside of one another."""
    for procedure in one.procedures.values():
        for s in core.statements(procedure.body):
            yield from core.expressions(s)
    yield from (value.result for value in one.values.values())
    yield from (worth for _, _, worth in one.scores)
    yield from (tie[2] for tie in one.tie_breaks)


_Most = tuple[int | None, tuple[Entry, ...]]
"""How great a number can be, as far as that is known, and what modules have added to what it counts"""


@mutable
class _Counts:
    checked: Checked
    lets: Mapping[str, core.X]

    def most(self, x: core.X) -> _Most:
        match x:
            case core.Const(value=int() as number) if not isinstance(number, bool):
                return number, ()
            case core.Fold(kind="count"):
                return self.elements(x.domain)
            case core.Fold(kind="sum", value=core.Const(value=1)):
                return self.elements(x.domain)
            case core.Prim(name="len", args=(of,)):
                return self.elements(of)
            case core.Value() if x.id in self.checked.values:
                return self.most(self.checked.values[x.id].result)
            case core.Var() if x.name in self.lets:
                return self.most(self.lets[x.name])
            case core.Op(operator="+"):
                return self.joined(sum, x.args)
            case core.Op(operator="-", args=(a, core.Const(value=int() as less))):
                found, added = self.most(a)
                return None if found is None else found - less, added
            case core.Op(operator="max"):
                return self.joined(max, x.args)
            case core.Op(operator="min"):
                known = [found for found in map(self.most, x.args) if found[0] is not None]
                return min(known, key=lambda found: found[0] or 0, default=(None, ()))
            case core.Cond():
                return self.joined(max, (x.then, x.other))
        return None, ()

    def joined(self, how: object, args: Sequence[core.X]) -> _Most:
        found = [self.most(arg) for arg in args]
        numbers = [number for number, _ in found if number is not None]
        if len(numbers) < len(found):
            return None, ()
        added = dict.fromkeys(entry for _, entries in found for entry in entries)
        return sum(numbers) if how is sum else max(numbers), tuple(added)

    def elements(self, domain: core.X) -> _Most:
        """How many elements a list can have."""
        if isinstance(domain, core.Fold) and domain.kind == "list":
            return self.elements(domain.domain)
        if isinstance(domain, core.Value) and domain.id in self.checked.values:
            return self.elements(self.checked.values[domain.id].result)
        if not isinstance(domain, core.Const) or not isinstance(domain.value, tuple) or domain.type.item is None:
            return None, ()
        entries = [self.entry(domain.type.item.name, number) for number in domain.value]
        return len(entries), tuple(entry for entry in entries if entry is not None and entry.origin != "base")

    def entry(self, sort: str, number: object) -> Entry | None:
        """What a number stands for in a list of resources, kinds, pieces or tracks."""
        model, layout = self.checked.model, self.checked.layout
        if not isinstance(number, int):
            return None
        if sort == "piece":
            sort, number = "kind", layout.pieces[number]
        if sort == "kind":
            of, kind = layout.kinds[number]
            return next((cls.kinds.get(kind) for cls in model.classes if cls.id == of), None)
        if sort == "resource":
            return model.resources.get(layout.resources[number])
        return model.tracks.get(layout.tracks[number]) if sort == "track" else None
