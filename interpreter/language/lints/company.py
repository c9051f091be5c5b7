"""Modules that a module speaks of and that are nowhere.

L623:
  message: there is no module `{name}`, of which `{module}` speaks
  hint: write the name of its folder
  page: >-
    A module may exclude another one, or have sections `with` it, that lies elsewhere. It is looked for among the
    modules of the ruleset, beside the module that names it, and among those chosen; a misspelt name is never met.
  failing: |
    # file: modules/more/module.yaml
    module: {id: more, excludes: [lses]}  # <--
    # file: modules/less/module.yaml
    module: {id: less}
  mended: |
    # file: modules/more/module.yaml
    module: {id: more, excludes: [less]}
    # file: modules/less/module.yaml
    module: {id: less}
  rest: |
    # file: ruleset.yaml
    do: end game
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics, near_names
from interpreter.language.lints.registry import Variants, lint
from interpreter.loading.model import Model


@lint
def company(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report what modules exclude, or have sections for the company of, where no module of that name is to be seen."""
    for module in model.modules:
        for name, span in {**module.excludes, **module.beside}.items():
            if name not in model.known_modules:
                near = near_names(name, [known for known in model.known_modules if known != module.id])
                diagnostics.add("L623", span, near=near, name=name, module=module.id)
