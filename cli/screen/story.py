"""A log in words: who did what, what followed without asking, and what each changed, as far as one seat may see."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from cli.screen.changes import changes, is_told, named, of_others, shared
from cli.screen.words import Words
from cli.session import Step
from interpreter.game import Event, State
from interpreter.program import FREE, AltInfo
from interpreter.program.types import Type
from interpreter.runtime.decisions import Choice
from interpreter.runtime.views import answering, hides, sees

WHOLE = ""
"""Stands among the names in a choice that a seat may not know for all of it."""


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


def told(
    steps: Sequence[Step], last: State, seat: int | None, words: Words, *, first: int = 0, whole: bool = False
) -> list[Text]:
    """A line for each decision from the step `first` on and for what followed it without asking. seat: whose eyes (None
    sees everything); last: the state after the last step; whole: the steps begin with the first of the game, so what
    came before it is told.

    The answers of others in a simultaneous choice are told when all have answered, in the order in which they were
    given, those before the step `first` too where these were not told before it."""
    first = min(first, len(steps))
    start = _back_to_the_beginning(steps, first) if seat is not None else first
    after = [*(step.before for step in steps[1:]), last][: len(steps)]
    held = _Held(seat, words)
    if start == 0:
        then = steps[0].before if steps else last
        held.add(_in_order(then.game.opening(), then, words), then)
        if not whole or first:
            held.forget()
    for at, (step, then) in enumerate(zip(steps[start:], after[start:], strict=True), start):
        if at == first and (first or not whole):
            held.forget()
        held.add(_told_of(step.before, step.choice, then, words), then)
    if first == len(steps) and (first or not whole):
        held.forget()
    return held.lines


def _back_to_the_beginning(steps: Sequence[Step], first: int) -> int:
    """The step with which the simultaneous choice begins that is under way at a step; the step itself where none is."""
    while 0 < first < len(steps) and _answering(steps[first].before) is not None:
        if _answering(steps[first - 1].before) is None:
            return first - 1  # what it led to without asking may be among the answers
        first -= 1
    return first


def _answering(state: State) -> Hashable | None:
    """The simultaneous choice in which a decision is due; None where there is none. Equal for two decisions of one."""
    found = None if state.is_over else answering(state.game.program, state.slots[0])
    if found is None:
        return None
    info, frame = found
    depth = 0
    while frame:
        depth, frame = depth + 1, frame[-1]
    return info.procedure, info.secret[2:], depth


class _Held:
    """Lines in the making: the answers of others in a simultaneous choice are held back until all have answered."""

    def __init__(self, seat: int | None, words: Words) -> None:
        self.lines: list[Text] = []
        self._seat = seat
        self._words = words
        self._back: list[Told] = []
        self._choice: Hashable | None = None
        self._asked: set[tuple[int | None, int]] = set()
        """who has answered what in the choice that is under way"""

    def add(self, found: Sequence[Told], then: State) -> None:
        """What happened in one step; then: the position after it."""
        for number, x in enumerate(found):
            self._enter(x.before, x.before if number == 0 else then)
            if self._is_held(x):
                self._back.append(x)
            elif not _is_behind(x, self._words) and not _is_declined_quietly(x, self._seat):
                self.lines.append(line(x, self._seat, self._words))
        if _answering(then) != self._choice:
            self._close(then)

    def forget(self) -> None:
        """Take what is there so far for told; what is held back stays."""
        self.lines.clear()

    def _enter(self, before: State, closing: State) -> None:
        choice = _answering(before)
        due = None
        if choice is not None:
            info = before.game.program.decisions[before.decision.label]
            due = (before.decision.player, info.label) if info.kind != "some" else None
        if choice != self._choice or due in self._asked:  # nobody is asked the same twice in one choice
            self._close(closing)
        self._choice = choice
        if due is not None:
            self._asked.add(due)

    def _is_held(self, x: Told) -> bool:
        is_decision = x.by_itself is None or not x.by_itself.id
        player = x.before.decision.player if is_decision else x.by_itself.player if x.by_itself is not None else None
        return self._choice is not None and self._seat is not None and player != self._seat

    def _close(self, closing: State) -> None:
        """All have answered; closing: the position in which the next one decides."""
        told = (x for x in self._back if not _is_declined_quietly(x, self._seat))
        self.lines += [line(x, self._seat, self._words, closing) for x in told]
        self._back.clear()
        self._asked.clear()
        self._choice = None


def opening(first: State, seat: int | None, words: Words) -> list[Text]:
    """What was carried out without asking before the first decision; first: the position of that decision."""
    found = _in_order(first.game.opening(), first, words)
    return [line(x, seat, words) for x in found if not _is_behind(x, words) and not _is_declined_quietly(x, seat)]


def lines(before: State, choice: Choice, after: State, seat: int | None, words: Words) -> list[Text]:
    """One decision in words, with what it changed for the player that took it, and what followed without asking."""
    found = _told_of(before, choice, after, words)
    return [line(x, seat, words) for x in found if not _is_behind(x, words) and not _is_declined_quietly(x, seat)]


def _told_of(before: State, choice: Choice, after: State, words: Words) -> list[Told]:
    """One decision, and what followed without asking."""
    follows = _in_order(before.copy().carry_out(choice), after, words)
    if follows and _says_the_same(follows[0], before, choice, words):
        follows = follows[1:]
    return [Told(before, follows[0].before if follows else after, choice), *follows]


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


def line(told: Told, seat: int | None, words: Words, closing: State | None = None) -> Text:
    """One thing in words. closing: of an answer in a simultaneous choice, the position when all have answered."""
    if told.by_itself is not None and told.by_itself.id:
        return _begun(told, told.by_itself, seat, words)
    before, choice, after = told.before, told.choice, told.after
    decision = before.decision
    if decision.player is None:
        return _chance(told, seat, words)
    style = "bold" if decision.player == seat else "cyan"
    out = Text(words.seat(decision.player), style=style)
    hidden = _unseen(before, choice, (after,) if closing is None else (after, closing), seat)
    own = None if WHOLE in hidden else words.logged(choice, decision, before.slots, hidden)
    if own is not None and own[1]:
        out = Text(own[0], style=style)  # it says by itself who does it
    elif own is not None:
        out.append(f": {own[0]}", style="default")
    elif hidden:
        out.append(f": {words.veiled(choice, decision, before.slots, hidden)}", style="default")
    else:
        # What else there was to choose is for those who may see it.
        whole = words.option if seat in (None, decision.player) else words.alone
        out.append(f": {whole(choice, decision, before.slots)}", style="default")
    effects: dict[int, list[str]] = {}
    if not hidden:
        known = named(before, choice, words)
        views = before.observe(seat), after.observe(seat)
        effects[decision.player] = [*changes(*views, decision.player, words, known), *shared(*views, words)]
        for player, text in of_others(*views, decision.player, words, known):
            effects.setdefault(player, []).append(text)
    # That others had nothing else to do could tell what is hidden from this seat.
    if told.by_itself is not None and (seat in (None, decision.player) or not hides(words.game.program)):
        out.append(f" ({words('only_option')})", style="bright_black")
    for player, texts in effects.items():
        if texts:
            whose = "" if player == decision.player else f"{words.seat(player)}: "
            out.append(f"  {whose}{', '.join(texts)}", style="green")
    return out


def _begun(told: Told, event: Event, seat: int | None, words: Words) -> Text:
    """What began, and what it changed for everybody. Pieces that the seat may not see are not named."""
    hidden = [name for name, kind, value in event.values if not _may_be_told(told, event, name, kind, value, seat)]
    out = Text(f"  {words.event(event, told.before.slots, hidden) or ''}", style="bright_black")
    return _with_changes(out, told, seat, words, set())


def _may_be_told(told: Told, event: Event, name: str, kind: Type, value: Any, seat: int | None) -> bool:
    """Whether a seat may know a parameter of what began: pieces where it sees them, else what `Event.may_tell` says."""
    if seat is None:
        return True
    if not _is_of_pieces(kind):
        return event.may_tell(name, seat)
    return all(_lies_open(told.before, x, seat) or _lies_open(told.after, x, seat) for x in _pieces(kind, value))


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


def _is_declined_quietly(told: Told, seat: int | None) -> bool:
    """Whether somebody else declined what the seat may not know to have been offered."""
    decision = told.before.decision if told.by_itself is None or not told.by_itself.id else None
    if decision is None or seat in (None, decision.player) or told.choice.option != (-1,):
        return False
    return told.before.game.program.decisions[decision.label].is_quiet


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


def _unseen(before: State, choice: Choice, then: Sequence[State], seat: int | None) -> list[str]:
    """The names in a choice under which pieces are chosen that the seat may not know: it is not its own choice, and
    they lie open neither before nor after it."""
    if seat is None or before.decision.player == seat:
        return []
    alt = _alternative(before, choice)
    noted = set() if alt is None else {bind.name for bind in alt.binds if bind.noted}
    if alt is not None and alt.noted:
        return [WHOLE]
    return [
        name
        for name, kind, value in choice.values
        if name in noted
        or not all(any(_lies_open(state, x, seat) for state in (before, *then)) for x in _pieces(kind, value))
    ]


def _alternative(state: State, choice: Choice) -> AltInfo | None:
    """The alternative of its decision that an option is; None where it is none, as what is picked of a list."""
    program, option = state.game.program, choice.option
    if type(option) is not tuple or not option or option[0] < 0:
        return None
    info = program.decisions[state.decision.label]
    return program.free[option[0] - FREE] if choice.is_free else info.alts[option[0]]


def _is_of_pieces(kind: Type) -> bool:
    """Whether a type is that of pieces, or of lists of them."""
    return kind.name == "piece" or kind.name == "list" and kind.item is not None and kind.item.name == "piece"


def _pieces(kind: Type, value: Any) -> list[int]:
    """The pieces that a value is, or is a list of."""
    if not _is_of_pieces(kind):
        return []
    return [x for x in (value if kind.name == "list" else (value,)) if isinstance(x, int) and x >= 0]


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
