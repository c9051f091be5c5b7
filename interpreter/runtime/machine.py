"""Makes a Program run: steps to the next decision, lists its options, applies one. Sole maker of new states.

A state is a plain list (see interpreter.language.layout); `Machine` functions change the list they are given, so
callers copy before they apply. Nothing here knows keys, texts, views or players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cached_property
from traceback import walk_tb
from types import CodeType
from typing import Any

from interpreter.bounds import MOST_DECISIONS, MOST_STEPS
from interpreter.diagnostics import Span
from interpreter.program import END_MARK, FREE, FREE_END, IN_A_ROW, MARK, OVER, PENDING_CHANCE, WAITING, Program
from interpreter.program.layout import Layout
from interpreter.records import mutable, record
from interpreter.runtime import failures, geometry, primitives
from interpreter.runtime.faults import BUDGET, PLACE_OF_FRAME, SOURCE_NAME, GameFault, spend

NOBODY = -1
"""Who answers a decision of chance."""

State = list[Any]
Option = Any
"""choose: (alternative, values…), (-1,) to skip; some: position, -1 for done; spread: number; chance: value."""

NODE_BUDGET = 20_000
"""Most applications of one search; reaching it stops the game with the rule's name instead of guessing."""


MOST_FREE = 1000
"""Most free actions in a row at one decision; more are taken for a circle."""


PLACEMENTS_KEPT = 4096
"""Most answers that a grid remembers; reaching it forgets them all."""

PYTHONS = (RecursionError, OverflowError, MemoryError)
"""Python's own bounds, which ours leave far away."""
STOPPING = (*primitives.FAILURES, *PYTHONS)
"""What stops a game where nothing may fail."""


def _placer(
    layout: Layout, space: str, grid: tuple[int, int, bool, bool, bool], shapes: Sequence[Any]
) -> Callable[[int, tuple[int, ...]], tuple[tuple[int, ...], ...]]:
    """A function (kind, cells) → the ways to lay the kind's shape on those cells, each a tuple of places.

    The answers are remembered, since a search asks again and again; the memory is bounded."""
    columns, rows, rotate, mirror, ordered = grid
    ways: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    answers: dict[tuple[int, tuple[int, ...]], tuple[tuple[int, ...], ...]] = {}

    def ways_of(kind: int) -> list[tuple[tuple[int, ...], int]]:
        if kind not in ways:
            laid = geometry.laid(columns, rows, shapes[kind], rotate, mirror, ordered)
            sets = layout.space_places[space]
            found = [tuple(row[r * columns + c] for r, c in way) for row in sets for way in laid]
            ways[kind] = [(way, sum(1 << place for place in set(way))) for way in found]
        return ways[kind]

    def placements(kind: int, cells: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        known = answers.get((kind, cells))
        if known is None:
            if len(answers) >= PLACEMENTS_KEPT:
                answers.clear()
            free = sum(1 << place for place in set(cells))
            spend(len(ways_of(kind)))
            known = answers[(kind, cells)] = tuple([way for way, mask in ways_of(kind) if mask & free == mask])
        return known

    return placements


@record
class Happened:
    """What was carried out without asking.

    slots: the position. told: None where one option alone was left, which is `option`; else what began there, by its
    number in `Program.told`, who acts (-1: nobody), and the values of its parameters.
    """

    slots: State
    option: Option = None
    told: tuple[int, int, tuple[Any, ...]] | None = None


Back = Callable[[State, Any], bool]
"""What is asked where a free action is done: of the position, which is a copy, and of the decision it was taken at."""
_READ = re.compile(r"\b([a-z_][a-z_0-9]*)\s*\[")
"""What stands before an index in a text of the rules."""
_TABLE = re.compile(r"\b(TABLE_\w+)\[")


@mutable
class Machine:
    """A program made runnable."""

    program: Program
    why: list[tuple[int, Any, Any, Any]] = field(default_factory=list)
    """plain form only: (number of the reason, needed, there, what its condition came to part by part) of every
    check that failed since it was last cleared"""
    compiled: CodeType | None = field(default=None, repr=False)
    """the program's source as Python compiles it: given where it was kept, else made here"""

    def __post_init__(self) -> None:
        layout = self.program.layout
        self._live: State | None = None
        self._happened: list[Happened] = []
        names: dict[str, Any] = {
            "tell": self._tell, "trial": self._trial, "survive": self._survive, "can_fail_above": self._can_fail_above,
            "WHY": self.why, "with_free": self._with_free, "running": self._running,
            PLACE_OF_FRAME: lambda frame: self._place_at(frame.f_lineno) or self._place(frame.f_locals.get("s")),
        }  # fmt: skip
        shapes: Sequence[Any] = layout.tables.get("A_shape", ())  # type: ignore[assignment]
        for i, (columns, rows, rotate, mirror) in enumerate(self.program.boards):
            by_piece = [shapes[k] if shapes else () for k in layout.pieces]
            names[f"SHAPES_{i}"], names[f"FITTING_{i}"] = geometry.fitter(columns, rows, rotate, mirror, by_piece)
        for name, grid in self.program.grids.items():
            names[f"PLACEMENTS_{name}"] = _placer(layout, name, grid, shapes)
        if self.compiled is None:
            self.compiled = compile(self.program.source, SOURCE_NAME, "exec")
        exec(self.compiled, names)  # the program's own generated text, see codegen
        self.names = names
        self.code: list[Callable[[State, Any], Any]] = names["CODE"]
        self.raw: list[Callable[[State, Any], list[Option]]] = names["RAW"]
        self.list: list[Callable[[State, Any], list[Any]]] = names["LIST"]
        self.shown: dict[str, Callable[..., Any]] = names["SHOWN"]
        self.spoken: dict[str, Callable[[State, Any], Any]] = names["SPOKEN"]
        self.draws: list[Callable[[State, Any, Callable[[int], int]], Any]] = names["DRAW"]
        self.targets: dict[int, Callable[[State, Any], int]] = names["DRAWN_TO"]
        self.as_many: list[Callable[[State, Any, int], bool] | None] = names["AS_MANY"]
        self.applies: list[Callable[[State, Any, Any], Any]] = names["APPLY"]
        self.leave: list[Callable[[State, Any], Any] | None] = names["LEAVE"]
        self.stops: list[int] = names["STOPS"]
        self.can_fail: list[bool] = names["CAN_FAIL"]
        self.easy: list[bool] = names["EASY"]
        self.again: dict[int, Callable[[State, Any], Any]] = names["AGAIN"]
        self.settle: dict[int, Callable[[State, Any], Any]] = names["SETTLE"]
        self.in_a_row = next((i for i, slot in enumerate(layout.slots) if slot.name == IN_A_ROW), 0)
        copying = len(layout.start) // 20  # trying an option copies the position
        self.weight = [steps + copying for steps in names["WEIGHT"]]
        free = bool(self.program.free)
        self.costly = [x == 1 and (free or h is not None) for x, h in zip(self.stops, self.as_many, strict=True)]
        self._budget = NODE_BUDGET

    @property
    def is_plain(self) -> bool:
        """Whether options are tried without guards, so that it can be said why one fails."""
        return "REFUSED" in self.names

    # ---- running

    def start(self) -> State:
        """The state before setup, with the program's first frame on the stack."""
        state: State = list(self.program.layout.start)
        state[0] = self.names["START"]
        return state

    def run(self, s: State) -> Any:
        """Run to the next decision. Returns its options (a list), PENDING_CHANCE, or OVER."""
        BUDGET.left = MOST_STEPS
        return self._further(s, None)

    def _further(self, s: State, r: Any, carried_out: list[Happened] | None = None) -> Any:
        """Go on from what a piece of the program returned, as `run` does: None to go on with the top frame, 1 where
        it failed, options of the decision on top. Where one is left it is carried out, where none is, it is passed
        over. carried_out: takes what is, with the position before it."""
        code = self.code
        try:
            while True:
                if r is None:
                    f = s[0]
                    r = code[f[0]](s, f)
                elif type(r) is not list:
                    break
                elif len(r) > 1:
                    return r
                else:
                    if carried_out is not None:
                        carried_out += [Happened(s[:], only) for only in r]
                    r = self._unasked(s, r)
        except STOPPING as error:
            raise self._absent(s, error) from error
        if r == 1:
            raise GameFault("E561", self._place(s), what="a rule")
        return r

    def _unasked(self, s: State, options: list[Option]) -> Any:
        """Carry out the only option of the decision on top, or pass it over where it has none."""
        f = s[0]
        label = f[0]
        if options:
            return self._answer(s, f, label, options[0])
        return self._left(s, f)

    def _left(self, s: State, f: Any) -> Any:
        """Pass over a decision that has no option: how that ends, 1 where it cannot be passed over."""
        leave = self.leave[f[0]]
        return 1 if leave is None else leave(s, f)

    def apply(self, s: State, option: Option) -> Any:
        """Apply an option of the decision on top of the stack and run to the next one. Returns as `run`."""
        return self._further(s, self._applied(s, option))

    def _applied(self, s: State, option: Option) -> Any:
        f = s[0]
        if f[1] != NOBODY:  # chance is no decision of its own
            BUDGET.left = MOST_STEPS
        try:
            r = self._answer(s, f, f[0], option)
        except STOPPING as error:
            raise self._absent(s, error) from error
        if r == 1:
            raise GameFault("E561", self._place(s), what="an option that was offered")
        return r

    def look(self, s: State, option: Option, seat: int | None = None) -> Any:
        """Apply an option and run to the next decision, but do not list the options of one that is not the seat's where
        that costs trials: WAITING stands for them, and `run` lists them after all. For callers who only want to know
        what the position is worth. seat: None lists nobody's."""
        r = self._applied(s, option)
        costly, code = self.costly, self.code
        try:
            while True:
                if type(r) is list:
                    if len(r) > 1:
                        return r
                    r = self._unasked(s, r)
                elif r is not None:
                    break
                else:
                    f = s[0]
                    label = f[0]
                    if costly[label] and f[1] != seat and self._has(s, f, label, 2):
                        return WAITING
                    r = code[label](s, f)
        except STOPPING as error:
            raise self._absent(s, error) from error
        if r == 1:
            raise GameFault("E561", self._place(s), what="a rule")
        return r

    def _has(self, s: State, f: Any, label: int, number: int) -> bool:
        """Whether the decision has so many options, without free actions; trials end as soon as that is known."""
        as_many = self.as_many[label]
        return len(self.list[label](s, f)) >= number if as_many is None else as_many(s, f, number)

    def forced(self, s: State, option: Option | None) -> tuple[Any, list[Happened]]:
        """Apply an option (None: go on from where `s` stands) as `apply` does, and say what was then carried out
        without asking. Returns what `run` returns, and in order where one option alone was left and what began that
        the log tells of.

        Ways to pay are among the options, and drawing from pieces that are all alike (the option is the piece drawn).
        """
        out: list[Happened] = []
        self._live, self._happened = s, out
        try:
            if option is None:
                BUDGET.left = MOST_STEPS
            r = None if option is None else self._applied(s, option)
            return self._further(s, r, out), out
        finally:
            self._live = None

    def _tell(self, s: State, number: int, who: int, *values: Any) -> None:
        """Called by the program where something begins that the log tells of; what is only tried out is not told."""
        if s is self._live:
            self._happened.append(Happened(s[:], told=(number, who, values)))

    def chances(self, s: State) -> list[tuple[Any, int]]:
        """(value, weight) of the chance decision on top of the stack."""
        f = s[0]
        found: list[tuple[Any, int]] = self.list[f[0]](s, f)
        return found

    def drawn_to(self, s: State) -> int | None:
        """The place to which the rules lay at once what chance draws on top of the stack, -1 for the box; None where
        they do not."""
        f = s[0]
        target = self.targets.get(f[0])
        return None if target is None else target(s, f)

    def playout(self, s: State, fraction: Callable[[], float]) -> tuple[int, int]:
        """Random choices to the end of the game: (decisions of players and chance asked, decisions of players).

        fraction: gives random numbers from 0 up to 1."""
        drawn = decided = 0
        r = self.run(s)
        while r != OVER:
            if decided + drawn >= MOST_DECISIONS:
                raise self.endless(s)
            if r == PENDING_CHANCE:
                drawn += 1
                option = self.draw(s, lambda n: int(fraction() * n))
            else:
                decided += 1
                option = r[int(fraction() * len(r))]
            r = self.apply(s, option)
        return decided + drawn, decided

    def draw(self, s: State, below: Callable[[int], int]) -> Any:
        """One value of the chance decision on top of the stack; below(n) is a random number from 0 to n - 1."""
        f = s[0]
        return self.draws[f[0]](s, f, below)

    def endless(self, s: State) -> GameFault:
        """The fault of a game with more decisions than there may be. Its place is the decision that is due."""
        running = [self.program.periods[label] for label in self._running(s) if label in self.program.periods]
        return GameFault("E567", self._place(s), most=f"{MOST_DECISIONS:,}", phases=", ".join(sorted(running)))

    def _absent(self, s: State, error: Exception) -> GameFault:
        return self.fault_of(error, s)

    def fault_of(self, error: Exception, s: State | None = None) -> GameFault:
        """One of STOPPING as the fault of the rules that it is. s: where the game stands, for rules that do not say
        their place. An error that generated code cannot have meant is a mistake of ours, and is raised as it is."""
        place = self.place_of(error) or (None if s is None else self._place(s))
        if isinstance(error, PYTHONS):
            return GameFault("E563", place, most=f"{MOST_STEPS:,}")
        if not self._is_meant(error):
            raise error
        return GameFault("E560", place, **self._outside(error, place))

    def _outside(self, error: Exception, place: Span | None) -> dict[str, str]:
        """What was read that is not there, with its table or list and the index where these can be found out."""
        words = primitives.absent(error)
        table, index, size = self.read_of(error) or ("", 0, 0)
        if not table and isinstance(error, failures.Beyond) and place is not None:
            named = [n for n in dict.fromkeys(_READ.findall(place.text)) if size in self.program.lists.get(n, ())]
            table = named[0] if len(named) == 1 else ""
            words["what"] = words["what"].replace("a list that", f"`{table}`, which") if table else words["what"]
        elif table in self.program.numbered:
            words["what"] = f"entry {index} of `{table}`, which it does not have"
        elif table:
            words["what"] = f"an entry of `{table}` that it does not have"
        return words

    def _is_meant(self, error: Exception) -> bool:
        """Whether generated code lets an error of this type happen where it arose."""
        frames = list(walk_tb(error.__traceback__))
        if isinstance(error, failures.Outside) or not frames:
            return True
        if frames[-1][0].f_code.co_filename not in (SOURCE_NAME, primitives.__file__):
            return False
        match error:
            case KeyError():
                return any(map(_TABLE.search, self._raised_in(error)[-1:]))
            case ValueError():  # Python has no type of its own for this
                return str(error).startswith(("max()", "min()"))
        return True

    def read_of(self, error: BaseException) -> tuple[str, int, int] | None:
        """The table of which an entry was read that it does not have: (its id, the index, how many entries it has); of
        a list the id is empty. None where that cannot be told: it was neither, or several tables in one line lack the
        entry."""
        if isinstance(error, failures.Beyond):
            return "", error.index, error.size
        lines = self._raised_in(error)
        if not isinstance(error, KeyError) or not lines:
            return None
        index, found = error.args[0], []
        for name in dict.fromkeys(_TABLE.findall(lines[-1])):
            entries = self.names.get(name)
            if isinstance(entries, dict) and index not in entries:
                found.append((name.removeprefix("TABLE_"), index, len(entries)))
        return found[0] if len(found) == 1 and type(index) is int else None

    def _raised_in(self, error: BaseException) -> list[str]:
        """The lines of generated code from its beginning to the one that raised an error."""
        numbers = [n for frame, n in walk_tb(error.__traceback__) if frame.f_code.co_filename == SOURCE_NAME]
        return self._lines[: numbers[-1]] if numbers else []

    @cached_property
    def _lines(self) -> list[str]:
        return self.program.source.split("\n")

    def place_of(self, error: BaseException) -> Span | None:
        """The statement or formula of the rules in which generated code raised an error; None where no line says."""
        numbers = [n for frame, n in walk_tb(error.__traceback__) if frame.f_code.co_filename == SOURCE_NAME]
        return self._place_at(numbers[-1]) if numbers else None

    def _place_at(self, number: int) -> Span | None:
        """The statement or formula that a line of generated code belongs to; None where nothing says."""
        for line in reversed(self._lines[:number]):
            if (found := MARK.search(line)) is not None:
                return self.program.marks[int(found[1])]
            if line.startswith("def "):
                return None
        return None

    def _place(self, s: State | None) -> Span | None:
        f = s[0] if s else None
        while f:
            info = self.program.decisions.get(f[0])
            if info is not None:
                return info.span
            if f[0] in self.program.source_lines:
                return self.program.source_lines[f[0]]
            f = f[-1]
        return None

    # ---- legality by trial

    def _trial(self, s: State, f: Any, label: int, option: Option) -> bool:
        """Whether applying the option can reach the end of the outermost block."""
        spend(self.weight[label])
        t = s[:]
        self._budget = NODE_BUDGET
        try:
            r = self.applies[label](t, f, option)
        except primitives.FAILURES:
            return False
        return self._survive(t, f[1]) if r is None else bool(r != 1)

    def _survive(self, s: State, who: int, back: Back | None = None) -> bool:
        """Depth first over raw options until an end mark or a stop: chance, another's decision, a phase.

        s: a copy made for this, which is spoilt. back: a free action is under way; what is asked of the position and of
        the decision that it was taken at once it is done."""
        while True:
            f = s[0]
            label = f[0]
            if back is not None and label == END_MARK:
                s[0] = f[-1]
                if len(f) == FREE_END:
                    return self._asked_again(s, f[-1], back)
                continue
            stop = self.stops[label]
            if stop == 2 or (stop == 1 and f[1] != who):
                return True
            try:
                if stop == 0:
                    if back is None and not self._can_fail_above(f):
                        return True
                    r = self.code[label](s, f)
                    if r is None or back is not None and type(r) is list:
                        continue
                    return bool(r != 1)
                options = self.raw[label](s, f)
                if not options:
                    r = self._left(s, f)
                    if r is None or type(r) is list:
                        continue
                    return bool(r != 1)
            except primitives.FAILURES:
                return False
            if back is None and self.easy[label] and not self._can_fail_above(f[-1]):
                return True
            apply = self.applies[label]
            last = options.pop()
            for option in options:
                self._spend(s)
                t = s[:]
                try:
                    r = apply(t, f, option)
                except primitives.FAILURES:
                    continue
                if self._survive(t, who, back) if r is None or back is not None and type(r) is list else r != 1:
                    return True
            self._spend(s)
            try:  # nobody needs the state after its last option, so that one is tried on it
                r = apply(s, f, last)
            except primitives.FAILURES:
                return False
            if r is not None and (back is None or type(r) is not list):
                return bool(r != 1)

    def _asked_again(self, s: State, at: Any, back: Back) -> bool:
        """Come back to the decision that a free action was taken at, and ask there what `back` asks; where it now asks
        nothing any more, whether it can be gone on."""
        again = self.again.get(at[0])
        try:
            r = None if again is None else again(s, at)
        except primitives.FAILURES:
            return False
        if r is not None and type(r) is not list:
            return bool(r != 1)
        if s[0][0] == at[0]:
            return back(s, s[0])
        return self._survive(s, at[1], None if self._taken_at(s[0]) is None else self._goes_on)

    def _spend(self, s: State) -> None:
        spend(self.weight[s[0][0]])
        self._budget -= 1
        if self._budget < 0:
            raise GameFault("E562", self._place(s), most=NODE_BUDGET)

    def _can_fail_above(self, frame: Any) -> bool:
        """Whether what follows from a frame on, up to the end mark, can fail."""
        can_fail = self.can_fail
        while frame and frame[0]:
            if can_fail[frame[0]]:
                return True
            frame = frame[-1]
        return False

    # ---- free actions

    def _with_free(self, s: State, f: Any, label: int, options: list[Option]) -> list[Option]:
        """The options of a decision with the free actions that its player may take first. Inside a free action only
        those are left after which the game can go on at the decision that it was taken at."""
        t, at = self.settled(s, f)
        found = self.names["FREE_LIST"](t, f[1], label)
        if self._can_break(s, f):
            options = [option for option in options if self._comes_back(s, f, label, option)]
        return options + [c for c in found if self._free_survives(t, at, label, c)] if found else options

    def settled(self, s: State, f: Any) -> tuple[State, Any]:
        """The position in which free actions are taken at a decision, and its frame there: what was picked so far for
        a payment is paid."""
        settle = self.settle.get(f[0])
        if settle is None:
            return s, f
        t = s[:]
        settle(t, f)
        return t, t[0]

    def _taken_at(self, f: Any) -> Any:
        """The decision at which the free action was taken in which a frame stands; None where it stands in none."""
        while f:
            if f[0] == END_MARK and len(f) == FREE_END:
                return f[-1]
            f = f[-1]
        return None

    def _can_break(self, s: State, f: Any) -> bool:
        """Whether a frame stands in a free action that was taken at a decision which may then have no way on: one that
        is not simply passed over where it has no option."""
        at = self._taken_at(f)
        while at is not None:
            t = s[:]
            if self._left(t, at) == 1 or self._can_fail_above(t[0]):
                return True
            at = self._taken_at(at)
        return False

    def _free_survives(self, s: State, f: Any, label: int, option: Option) -> bool:
        """Whether the free action can be carried out and the decision still has an option after it."""
        t = s[:]
        self._budget = NODE_BUDGET
        try:
            r = self.names["FREE_APPLY"](t, f, option)
            return self._survive(t, f[1], self._still_asked) if r is None or type(r) is list else bool(r != 1)
        except primitives.FAILURES:
            return False

    def _comes_back(self, s: State, f: Any, label: int, option: Option) -> bool:
        """Whether a free action can be carried out to its end with this option, and the game go on at the decision that
        it was taken at."""
        self._budget = NODE_BUDGET
        return self._goes_back(s[:], f, label, option)

    def _goes_back(self, s: State, f: Any, label: int, option: Option) -> bool:
        try:
            r = self.applies[label](s, f, option)
        except primitives.FAILURES:
            return False
        return self._survive(s, f[1], self._goes_on) if r is None or type(r) is list else bool(r != 1)

    def _still_asked(self, s: State, f: Any) -> bool:
        """Whether the decision that a free action was taken at has an option; where it stands inside another one, one
        with which that can be carried out to its end."""
        try:
            if self._taken_at(f) is None:
                return self._has(s, f, f[0], 1)
            options = self.list[f[0]](s, f)
        except primitives.FAILURES:
            return False
        return any(self._goes_back(s[:], f, f[0], option) for option in options)

    def _goes_on(self, s: State, f: Any) -> bool:
        """Whether the decision that a free action was taken at has an option, or is passed over where it has none."""
        if self._still_asked(s, f):
            return True
        try:
            r = self._left(s, f)
        except primitives.FAILURES:
            return False
        back = None if self._taken_at(f) is None else self._goes_on
        return self._survive(s, f[1], back) if r is None or type(r) is list else bool(r != 1)

    def _answer(self, s: State, f: Any, label: int, option: Option) -> Any:
        if type(option) is tuple and option[0] >= FREE:
            settle = self.settle.get(label)
            if settle is not None and (r := settle(s, f)) is not None:
                return r
            if self.in_a_row:
                self._count_free(s, option)
            return self.names["FREE_APPLY"](s, s[0], option)
        if self.in_a_row and s[self.in_a_row] and self._taken_at(f) is None:
            s[self.in_a_row] = 0
        return self.applies[label](s, f, option)

    def _count_free(self, s: State, option: Option) -> None:
        s[self.in_a_row] += 1
        if s[self.in_a_row] > MOST_FREE:
            info = self.program.free[option[0] - FREE]
            raise GameFault("E412", info.span or self._place(s), name=info.action or info.label, most=MOST_FREE)

    def _running(self, s: State) -> set[int]:
        """The labels of all frames: those that end the periods under way are among them."""
        frame, labels = s[0], set()
        while frame:
            labels.add(frame[0])
            frame = frame[-1]
        return labels


__all__ = ["NODE_BUDGET", "OVER", "PENDING_CHANCE", "WAITING", "GameFault", "Happened", "Machine", "Option", "State"]
