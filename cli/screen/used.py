"""What simulations count as taken, in words: actions, labelled options, choices inside a text, declining."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.screen.words import Words


def used(id: str, words: Words, phrases: Mapping[str, str]) -> str:
    """The name of an entry of `choices`: of an action or option what it is called, of a choice without a label
    (`in ID`) what is asked, or where it stands, of `skip ID` and `done ID` what was declined or ended. phrases: those
    of `MEASURES`."""
    head, _, of = id.partition(" ")
    if of and f"used_{head}" in phrases:
        asked = words.text("prompts", of)
        asked = asked if head != "skip" and asked and "{" not in asked else None
        return asked if asked and head == "in" else phrases[f"used_{head}"].format(name=asked or words.action(of))
    if f"verb_{id}" in phrases and not _knows(words, id):  # a pick of an open amount, a way to pay
        return phrases[f"verb_{id}"]
    return words.action(id) if id else phrases["unnamed"]


def measured(id: str, words: Sequence[Words], phrases: Mapping[str, str]) -> str:
    """The name of how often it is taken a game, with what it is. words: of the sides compared; what only one of them
    has is called as there."""
    id_alone = id.partition(" ")[2] or id
    own = next((w for w in words if _knows(w, id_alone)), words[0])
    shown = used(id, own, phrases)
    if id_alone != id or not id:
        return phrases["taken"].format(name=shown)
    is_action = any(id in {a.id for a in w.game.model.offered} for w in words)
    return phrases["taken_action" if is_action else "taken_option"].format(name=shown)


def _knows(words: Words, id: str) -> bool:
    return words.text("names", id) is not None or words.text("actions", id) is not None
