"""Resources and tracks that a module takes out of a group by giving them another.

L630:
  message: '`{name}` is no `{group}` any more since `{module}`'
  hint: 'name its old groups too, as in group: [{group}, …]; or allow it where that is meant'
  page: >-
    `group` is one field: what a patch writes replaces what was there, and all that speaks of the old group passes the
    thing over.
  failing: |
    # file: modules/more/module.yaml
    module: {id: more}
    resources: {patch: {wood: {group: gift}}}  # <--
  mended: |
    # file: modules/more/module.yaml
    module: {id: more}
    resources: {patch: {wood: {group: [good, gift]}}}  # <--
  rest: |
    # file: ruleset.yaml
    resources: {wood: {group: good}, clay: {group: good}, silk: {group: gift}, lace: {group: gift}}
    scoring: {categories: {all: {worth: p.good + p.gift}}}
    turn: |
      gain 1 wood, 1 clay, 1 silk, 1 lace
      lose 1 good
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.registry import Variants, lint
from interpreter.loading.model import Model


@lint
def regrouped(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report what is in a group of its ruleset no longer, since a module patches the group with others."""
    for name, (module, lost, span) in model.regrouped.items():
        for group in lost:
            diagnostics.add("L630", span, name=name, group=group, module=module)
