"""A log in words: who did what, what followed without asking, and what each changed, as far as one seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from cli.screen.changes import changes, hides, is_told, shared
from cli.screen.words import Words
from cli.session import Step
from interpreter.game import Event, State
from interpreter.language.types import Type
from interpreter.runtime.decisions import Choice, Decision
from interpreter.runtime.views import sees


@dataclass(frozen=True)
class Told:
    """One thing to tell: the position, and the position of the next one. choice: what was chosen there; by_itself: else
    what happened there without asking."""

    before: State
    after: State
    chosen: Choice | None = None
    by_itself: Event | None = None

    @property
    def choice(self) -> Choice:
        return self.before.decision.choices[0] if self.chosen is None else self.chosen


def told(steps: Sequence[Step], last: State, seat: int | None, words: Words, *, whole: bool = False) -> list[Text]:
    """A line for each decision and for what followed it without asking. seat: whose eyes (None sees everything); last:
    the state after the last step; whole: the steps begin with the first of the game, so what came before it is told."""
    after = [*(step.before for step in steps[1:]), last][: len(steps)]
    out = opening(steps[0].before if steps else last, seat, words) if whole else []
    for step, then in zip(steps, after, strict=True):
        out += lines(step.before, step.choice, then, seat, words)
    return out


def opening(first: State, seat: int | None, words: Words) -> list[Text]:
    """What was carried out without asking before the first decision; first: the position of that decision."""
    found = _in_order(first.game.opening(), first, words)
    return [line(x, seat, words) for x in found if not _is_behind(x, words)]


def lines(before: State, choice: Choice, after: State, seat: int | None, words: Words) -> list[Text]:
    """One decision in words, with what it changed for the player that took it, and what followed without asking."""
    follows = _in_order(before.copy().carry_out(choice), after, words)
    if follows and _says_the_same(follows[0], before, choice, words):
        follows = follows[1:]
    own = Told(before, follows[0].before if follows else after, choice)
    return [line(x, seat, words) for x in (own, *follows) if not _is_behind(x, words)]


def _says_the_same(told: Told, before: State, choice: Choice, words: Words) -> bool:
    """Whether what began with a choice is told in the words of the choice: a rule and the `may` in it with one id."""
    said = words.logged(choice, before.decision, before.slots)
    event = told.by_itself
    if event is None or not event.id or said is None or "here" in [name for name, _, _ in event.values]:
        return False
    return words.event(event, told.before.slots) == said[0]


def _in_order(events: Iterable[Event], last: State, words: Words) -> list[Told]:
    found = [x for x in events if is_told(x) and (not x.id or words.event(x, x.at.slots) is not None)]
    then = [*(event.at for event in found[1:]), last][: len(found)]
    return [Told(event.at, after, by_itself=event) for event, after in zip(found, then, strict=True)]


def line(told: Told, seat: int | None, words: Words) -> Text:
    """One thing in words."""
    if told.by_itself is not None and told.by_itself.id:
        return _begun(told, told.by_itself, seat, words)
    before, choice, after = told.before, told.choice, told.after
    decision = before.decision
    if decision.player is None:
        return _chance(told, seat, words)
    style = "bold" if decision.player == seat else "cyan"
    out = Text(words.seat(decision.player), style=style)
    if _is_seen(before, choice, after, seat, decision):
        own = words.logged(choice, decision, before.slots)
        if own is not None and own[1]:
            out = Text(own[0], style=style)  # it says by itself who does it
        else:
            # What else there was to choose is for those who may see it.
            whole = words.option if seat in (None, decision.player) else words.alone
            text = whole(choice, decision, before.slots) if own is None else own[0]
            out.append(f": {text}", style="default")
        known = {words.game.namer.thing(kind, value) for _, kind, value in choice.values}
        views = before.observe(seat), after.observe(seat)
        effects = [*changes(*views, decision.player, words, known), *shared(*views, words)]
    else:
        out.append(f": {words.title(choice.action or decision.prompt)} ({words('unseen')})", style="default")
        effects = []
    # That others had nothing else to do could tell what is hidden from this seat.
    if told.by_itself is not None and (seat in (None, decision.player) or not hides(words.game)):
        out.append(f" ({words('only_option')})", style="bright_black")
    if effects:
        out.append(f"  {', '.join(effects)}", style="green")
    return out


def _begun(told: Told, event: Event, seat: int | None, words: Words) -> Text:
    """What began, and what it changed for everybody. Pieces that the seat may not see are not named."""
    pieces = {name: x for name, kind, x in event.values if kind.name == "piece" and x >= 0}
    hidden = [
        name
        for name, x in pieces.items()
        if seat is not None and not (_lies_open(told.before, x, seat) or _lies_open(told.after, x, seat))
    ]
    out = Text(f"  {words.event(event, told.before.slots, hidden) or ''}", style="bright_black")
    return _with_changes(out, told, seat, words, set())


def _with_changes(out: Text, told: Told, seat: int | None, words: Words, known: set[str]) -> Text:
    """A line with what changed for every player behind it."""
    views = told.before.observe(seat), told.after.observe(seat)
    for player in range(told.before.game.players):
        effects = changes(*views, player, words, known)
        if effects:
            out.append(f"  {words.seat(player)}: {', '.join(effects)}", style="green")
    if effects := shared(*views, words):
        out.append(f"  {', '.join(effects)}", style="green")
    return out


# ---- chance


def _chance(told: Told, seat: int | None, words: Words) -> Text:
    """What chance gave, where and for whom, and what that changed for everybody."""
    before, after = told.before, told.after
    is_seen = _chance_is_seen(before, told.choice, after, seat)
    item = before.game.program.decisions[before.decision.label].item
    piece = item is not None and item.name == "piece"
    shown = _drawn(told, seat, words) if piece else _rolled(told, words)
    out = Text(f"  {shown}", style="bright_black")
    known = {words.game.namer.thing(item, told.choice.option)} if piece and item is not None and is_seen else set()
    return _with_changes(out, told, seat, words, known)


def _is_behind(told: Told, words: Words) -> bool:
    """Whether a piece was drawn from one place that the table does not show to another."""
    before, after = told.before, told.after
    if told.by_itself is not None and told.by_itself.id or before.decision.player is not None:
        return False
    item = before.game.program.decisions[before.decision.label].item
    if item is None or item.name != "piece":
        return False
    layout = before.game.program.layout
    places = [before.slots[layout.at_base + told.choice.option], _came_to(before, told.choice, after)]
    return all(place >= 0 and layout.places[place].zone in words.hidden for place in places)


def _came_to(before: State, choice: Choice, after: State) -> int:
    """Where a piece was laid that was drawn: the place that the draw names, wherever the piece was moved from there
    before the next thing that is told, else where it lies then; -1 for out of the game."""
    target = before.game.machine.drawn_to(before.slots)
    return int(after.slots[before.game.program.layout.at_base + choice.option]) if target is None else target


def _drawn(told: Told, seat: int | None, words: Words) -> str:
    """A piece that was drawn, from where and to where; who acts, where it came to nobody."""
    before, after = told.before, told.after
    layout = before.game.program.layout
    x = told.choice.option
    source, target = before.slots[layout.at_base + x], _came_to(before, told.choice, after)
    is_seen = _chance_is_seen(before, told.choice, after, seat)
    what = words.thing(Type("piece"), x, after.slots) if is_seen else words("unseen")
    owner = layout.piece_owner[x]
    if is_seen and owner >= 0 and owner not in (layout.places[p].owner for p in (source, target) if p >= 0):
        what += f" ({words.seat(owner)})"  # no place says whose it is
    where = [words.thing(Type("place"), source)]
    if target != source:
        where.append(words.thing(Type("place"), target) if target >= 0 else words("out_of_game"))
    ways = [" → ".join(where)]
    actor = _local(before, "actor")
    if target == source and actor >= 0:
        ways.append(words.seat(actor))
    return words("drawn", what=what, where=", ".join(ways))


def _rolled(told: Told, words: Words) -> str:
    """What a die shows, and whose it is or who throws it."""
    before = told.before
    layout = before.game.program.layout
    shown = words.chance(told.choice, before.decision)
    x = _local(before, "piece")
    if x < 0:
        return words("rolled", what=shown)
    place = before.slots[layout.at_base + x]
    owners = [layout.piece_owner[x], layout.places[place].owner if place >= 0 else -1, _local(before, "actor")]
    whose = next((p for p in owners if p >= 0), -1)
    die = words.title(layout.kinds[layout.pieces[x]][1])
    return words("rolled", what=f"{die} {shown}") + (f" ({words.seat(whose)})" if whose >= 0 else "")


def _local(state: State, what: str) -> int:
    """The player who acts (`actor`) or the die (`piece`) of the chance that is due; -1 where there is none."""
    info = state.game.program.decisions[state.decision.label]
    name = info.actor if what == "actor" else info.piece
    return int(state.slots[0][2 + info.locals.index(name)]) if name else -1


# ---- what may be known


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
    place = _came_to(before, choice, after)
    layout = before.game.program.layout
    return _lies_open(after, choice.option, seat) or place >= 0 and sees(layout.slots[layout.zone_base + place], seat)


def _lies_open(state: State, piece: int, seat: int) -> bool:
    """Whether a piece lies where the seat may see it."""
    layout = state.game.program.layout
    place = state.slots[layout.at_base + piece]
    return place >= 0 and sees(layout.slots[layout.zone_base + place], seat)
