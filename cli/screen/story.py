"""A log in words: who did what, and what it changed, as far as one seat may see."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from cli.screen.changes import changes
from cli.screen.words import Words
from cli.session import Step
from interpreter.game import State
from interpreter.runtime.decisions import Choice, Decision
from interpreter.runtime.views import sees


def told(steps: Sequence[Step], last: State, seat: int | None, words: Words) -> list[Text]:
    """One line a decision. seat: whose eyes (None sees everything); last: the state after the last step."""
    after = [*(step.before for step in steps[1:]), last][: len(steps)]
    return [line(step.before, step.choice, then, seat, words) for step, then in zip(steps, after, strict=True)]


def line(before: State, choice: Choice, after: State, seat: int | None, words: Words) -> Text:
    """One decision in words, with what it changed for the player that took it."""
    decision = before.decision
    if decision.player is None:
        shown = words.chance(choice, decision) if _chance_is_seen(before, choice, after, seat) else words("unseen")
        what = words.text("log", decision.prompt)
        return Text(f"  {what or words('chance')}: {shown}", style="bright_black")
    out = Text(words.seat(decision.player), style="bold" if decision.player == seat else "cyan")
    if not _is_seen(before, choice, after, seat, decision):
        return out.append(f": {words.title(choice.action or decision.prompt)} ({words('unseen')})", style="default")
    out.append(f": {words.told_apart(words.choice(choice, decision, before.slots), choice)}", style="default")
    known = {words.game.namer.thing(kind, value) for _, kind, value in choice.values}
    effects = changes(before.observe(seat), after.observe(seat), decision.player, words, known)
    if effects:
        out.append(f"  {', '.join(effects)}", style="green")
    return out


def _is_seen(before: State, choice: Choice, after: State, seat: int | None, decision: Decision) -> bool:
    """Whether the seat may know which pieces a choice names: its own choice, or they lie open before or after it."""
    if seat is None or decision.player == seat:
        return True
    if before.game.program.decisions[decision.label].secret:
        return False
    pieces = [value for _, kind, value in choice.values if kind.name == "piece" and isinstance(value, int)]
    return all(_lies_open(before, x, seat) or _lies_open(after, x, seat) for x in pieces if x >= 0)


def _chance_is_seen(before: State, choice: Choice, after: State, seat: int | None) -> bool:
    item = before.game.program.decisions[before.decision.label].item
    if seat is None or item is None or item.name != "piece" or not isinstance(choice.option, int) or choice.option < 0:
        return True
    return _lies_open(after, choice.option, seat)


def _lies_open(state: State, piece: int, seat: int) -> bool:
    """Whether a piece lies where the seat may see it."""
    layout = state.game.program.layout
    place = state.slots[layout.at_base + piece]
    return place >= 0 and sees(layout.slots[layout.zone_base + place], seat)
