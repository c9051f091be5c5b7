"""L628, L629: labels that are called like an action, and branches that alone have no words."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics, near_names
from interpreter.language.lints.reading import all_nodes, named, tree
from interpreter.language.syntax import nodes
from interpreter.loading.model import ActionDecl, FreeDecl, Model


def labels(model: Model, diagnostics: Diagnostics) -> None:
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
