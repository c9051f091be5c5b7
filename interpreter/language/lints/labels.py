"""Labels that are called like an action, and branches that alone have no words.

L628:
  message: the label `{name}` is the id of an action too, which this block does not carry out
  hint: give the label another name
  page: >-
    Texts of options are found by the label or the id of the action: both would read alike, and a player would take
    one for the other.
  failing: |
    turn: |
      do one of works
      may dig { gain 2 coin }  # <--
  mended: |
    turn: |
      do one of works
      may find { gain 2 coin }
  rest: |
    menus: {works: {}}
    actions:
      dig: {menu: works, do: gain 1 coin}
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
L629:
  message: the label `{name}` has no text under actions in {language}, and all others of this choice have one
  hint: add it, or write the label as the texts do
  page: An option without a text is shown by its bare label.
  failing: |
    # file: ruleset.yaml
    game: {id: example, players: [2]}
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    phases:
      game:
        do: |
          players[1] does {
            choose {
              rest {}  # <--
              toil { gain 1 coin }
              sing { gain 2 coin }
            }
          }
    # file: texts/en.yaml
    actions: {toil: Earn a coin, sing: Sing}
  mended: |
    # file: ruleset.yaml
    game: {id: example, players: [2]}
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    phases:
      game:
        do: |
          players[1] does {
            choose {
              rest {}
              toil { gain 1 coin }
              sing { gain 2 coin }
            }
          }
    # file: texts/en.yaml
    actions: {rest: Rest, toil: Earn a coin, sing: Sing}
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics, near_names
from interpreter.language.lints.reading import all_nodes, named, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import ActionDecl, FreeDecl, Model


@lint
def labels(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report offers and branches that would be shown with the words of an action which they do not carry out, and
    branches without words where the others of their choice have some."""
    actions = {action.id: action for action in model.offered}
    for node in all_nodes(model):
        branches = [node.branch] if isinstance(node, nodes.May) else []
        branches += node.branches if isinstance(node, nodes.ChooseBranch) else ()
        for branch in branches:
            action = actions.get(branch.label)
            if action is not None and not _carries_out(branch.body, action, model):
                related = [(action.span, f"the action `{action.id}` is declared here")]
                diagnostics.add("L628", branch.span, related=related, name=branch.label)
        if isinstance(node, nodes.ChooseBranch):
            _without_words(model, node, diagnostics)


def _carries_out(body: nodes.Block, action: ActionDecl | FreeDecl, model: Model) -> bool:
    """Whether a block does an action, asks for one of its menu, or runs a procedure that the action runs too."""
    words = set(named(body))
    shared = words & set(named(tree(action.do))) if action.do is not None else set()
    is_same = any(name in model.procedures for name in shared)
    return is_same or action.id in words or (isinstance(action, ActionDecl) and action.menu in words)


def _without_words(model: Model, node: nodes.ChooseBranch, diagnostics: Diagnostics) -> None:
    for texts in model.texts.values():
        words = [*texts.groups.get("actions", ()), *texts.groups.get("names", ())]
        begins = {word.partition(" ")[0] for word in words}
        lack = [branch for branch in node.branches if branch.label not in words and branch.label not in begins]
        if len(node.branches) > 1 and len(lack) == 1:
            labels = {branch.label for branch in node.branches}
            near = near_names(lack[0].label, [word for word in words if word not in labels])
            diagnostics.add("L629", lack[0].span, near=near[:1], name=lack[0].label, language=texts.language)
