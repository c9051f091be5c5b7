"""The contract of language and runtime: what a compiled ruleset is. No behaviour.

A Program holds the layout of the state, a description of every decision, the scoring, and the generated Python source.
It contains no functions, so it can be printed, compared and handed to another back end; `runtime.machine` makes it run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field

from interpreter.diagnostics import Span
from interpreter.program.layout import Layout
from interpreter.program.types import Type
from interpreter.records import record

FAIL, PENDING_CHANCE, OVER = 1, 2, 3
"""What generated code returns besides 0 (go on) and a list of options (a decision is due)."""

WAITING = 4
"""What stands for the options of a decision that have not been listed (see `Machine.look`)."""

END_MARK = 0
"""Label of the frame that marks the end of an outermost atomic block: (END_MARK, the frame below)."""

FREE_END = 3
"""How long the end mark of a free action is: (END_MARK, True, the decision that it was taken at)."""

PAYMENT = "payment"
"""What ways to pay are asked under."""

OF_A_GROUP = ("pay", "lose", "take", "gain")
"""What it is asked under of which of a group so much is paid, lost, taken or gained."""

MARK = re.compile(r"  # (\d+)$", re.M)
"""What ends a line of the source with which a statement or formula of the rules begins: the number of its place."""

IN_A_ROW = "free actions in a row"
"""The slot that counts them, in programs in which one may be taken any number of times."""

FREE = 1_000_000_000
"""Alternative numbers from here on are free actions: no menu has so many others, and Python's short numbers go on for
as many free ones."""


def text_ids(prompt: str, menu: str, procedure: str) -> list[str]:
    """The ids under which texts may speak of a decision, the narrowest first. What is asked in the `do` of a kind, such
    as `do card.guard`, goes by its class, before which comes the kind."""
    of, _, kind = procedure.removeprefix("do ").partition(".")
    around = (kind or of) if procedure.startswith("do ") else procedure
    own = kind if around != procedure and of == prompt else ""
    return [id for id in dict.fromkeys((own, prompt, menu, around)) if id]


@record
class BindInfo:
    """One choice of an alternative: its name in the text, the type of its values, whether keys show it."""

    name: str
    type: Type
    shown: bool
    at: Span | None = field(default=None, compare=False, repr=False)
    """where the rules say what it is chosen from"""
    noted: bool = False
    """whether it is only noted where not everybody sees it"""


@record
class AltInfo:
    """One alternative of a decision, for keys, texts and statistics. legality: none, guard or search."""

    label: str
    action: str
    key: str | None
    binds: tuple[BindInfo, ...]
    span: Span | None = field(default=None, compare=False, repr=False)
    legality: str = "none"
    noted: bool = False
    """whether all that it does is to note something where not everybody sees it"""


@record
class DecisionInfo:
    """A place where the game waits. kind: choose, some, spread or chance. item: the type of the values (some, spread,
    chance).

    Options are: choose (alternative number, values…) with (-1,) for skip; some: a position in the list, -1 for done;
    spread: a number; chance: a value.
    """

    label: int
    kind: str
    prompt: str
    menu: str
    procedure: str
    alts: tuple[AltInfo, ...]
    skip: str | None
    item: Type | None
    span: Span = field(compare=False, repr=False)
    locals: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    """in a simultaneous choice: the locals with the players asked, the number of those asked so far, and the answers"""
    unanswered: tuple[object, ...] = ()
    """what stands among the answers for who gave none, for each of these locals"""
    bound: tuple[tuple[str, Type, int], ...] = ()
    """what a text of the question names of its surroundings: name in the rules, type, place among the locals"""
    actor: str = ""
    piece: str = ""
    """of chance: the locals with the player who acts and with the piece that is thrown; "" where there is none"""
    is_quiet: bool = False
    """whether not everybody may know that it was due, so that declining is not told"""


UNLISTED = ("where", "not_best", "nothing")
"""Kinds of reasons that keep an option out of the list before it is tried."""


@record
class ReasonInfo:
    """A check that can fail: kind of reason, what it is about, where it stands; how the numbers should compare
    (`>=`), and the id or words of the rules for it."""

    kind: str
    what: str
    span: Span = field(compare=False, repr=False)
    compares: str = ""
    words: str = ""


@record
class ClauseInfo:
    """A condition or a part of one: its kind (see `language.clauses.Clause`), where it stands, how it compares, which
    value it asks; what the text calls by names of its own, and the types of what it compares or is given."""

    kind: str
    span: Span = field(compare=False, repr=False)
    compares: str
    value: str
    names: tuple[tuple[str, Type], ...]
    operands: tuple[Type, ...]


@record
class Kept:
    """A parameter of what the log tells that comes of something which not everybody sees.

    seen: conditions that all hold for whoever may know it: `owner`, `others` (all but the owner) or `nobody`, and the
    parameters that say who the owners are (`me` is who acts). written: parameters that say who else knows it, since it
    is written down where they see it.
    """

    name: str
    seen: tuple[tuple[str, tuple[str, ...]], ...]
    written: tuple[str, ...] = ()


@record
class ToldInfo:
    """A text of the rules that the log tells of: its id under `log`, its parameters, and which of them are secret."""

    id: str
    parameters: tuple[tuple[str, Type], ...]
    secret: tuple[Kept, ...] = ()


@record
class Probe:
    """What a program with probes notes. kind: statement, then, else (branches of an `if`), rule (a modified value)."""

    kind: str
    span: Span = field(compare=False, repr=False)


@record
class Caller:
    """An entrance to one procedure: the label of a frame `(label, me, arguments…, up)`, and its parameters in order."""

    label: int
    parameters: tuple[tuple[str, Type], ...]
    is_phase: bool
    uses_actor: bool = False
    """whether its own text asks or changes the one who acts: a player's turn"""
    needs_actor: bool = False
    """whether its text, or what it calls, speaks of the one who acts"""


@record
class Callers:
    """Entrances of a program to all its procedures, for scenarios.

    stop: label of a frame that makes the machine stop as if the game were over. endings: those of frames `(label, up)`
    that end the game so. turns: labels of the loops over players; their frames end with (…, players, position, up).
    counted: those of the other loops over a list or so many times; theirs with (…, list or number, position, up).
    """

    stop: int
    entries: dict[str, Caller] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)
    turns: set[int] = field(default_factory=set)
    counted: set[int] = field(default_factory=set)


@record
class Program:
    """One ruleset compiled for one player count and one set of options."""

    layout: Layout
    players: int
    options: Mapping[str, object]
    modules: tuple[str, ...]
    source: str
    """Python source of all segments, listings and values. In the plain form it is without guards: every raw option is
    tried, and every failing check says why."""
    decisions: Mapping[int, DecisionInfo]
    free: tuple[AltInfo, ...]
    scores: tuple[str, ...]
    tie_breaks: tuple[tuple[str, bool], ...]
    endings: tuple[tuple[str, bool], ...]
    procedures: tuple[str, ...]
    grids: Mapping[str, tuple[int, int, bool, bool, bool]]
    """class of spaces → (columns, rows, rotate, mirror, ordered)"""
    boards: tuple[tuple[int, int, bool, bool], ...]
    """(columns, rows, rotate, mirror) of each board, by number"""
    reasons: tuple[ReasonInfo, ...]
    source_lines: Mapping[int, Span] = field(default_factory=dict)
    marks: tuple[Span, ...] = ()
    """the places of the rules that the numbers at the ends of lines of the source stand for"""
    periods: Mapping[int, str] = field(default_factory=dict)
    """Label of the frame that ends a phase or other period → its procedure: what is running, read off the control
    stack."""
    hints: tuple[str, ...] = ()
    shared_hints: tuple[str, ...] = ()
    callers: Callers | None = None
    phases: Mapping[int, str] = field(default_factory=dict)
    """label at which a phase that waits for decisions begins → its id"""
    probes: tuple[Probe, ...] = ()
    """what the numbers that a program with probes notes stand for"""
    told: tuple[ToldInfo, ...] = ()
    """what the numbers that `tell` is called with stand for"""
    shown: Mapping[str, Type] = field(default_factory=dict)
    """values that are told with the table, or with each player → their types"""
    spoken: Mapping[str, tuple[Type, Type]] = field(default_factory=dict)
    """what texts may tell of a thing that is chosen: id of a value → the types of its only parameter and its result"""
    lists: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """tables of lists, or that are lists for this number of players → how long these are"""
    numbered: frozenset[str] = frozenset()
    """tables whose keys are numbers"""
    clauses: tuple[ClauseInfo, ...] = ()
    """what the numbers in conditions worked out part by part stand for"""
    veiled: Mapping[int, tuple[tuple[int, Type], ...]] = field(default_factory=dict)
    """label of a frame → the places in it with what comes of something that not everybody sees, and its types"""
