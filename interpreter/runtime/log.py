"""Games as text: which game, its options, players and seed, then one key a line. Saving, reading, replaying.

A log is JSON lines: a header, then `[seat, key]` for every decision in order, the answers of chance with seat null:

    {"rulewright": 1, "game": "harvest", "version": "1", "modules": [], "options": {}, "players": 2, "seed": 7, ...}
    [null, "draw barley"]
    ["a", "sow barley"]

It holds no state: a state is what replaying gives. The header carries a fingerprint of the ruleset's files, so that a
log is never replayed under other rules without being told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import Diagnostic, Diagnostics, Source, Span, near_names
from interpreter.files import regular_bytes
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.game import Game, State
    from interpreter.runtime.decisions import Choice

FORMAT = 1

MAX_BYTES = 50_000_000
"""A longer log is refused unread."""


@record
class Header:
    """How a game was set up.

    game: its id. modules: their ids. files: rule file → hash: with id and version, what it is known by. seats: seat →
    who sat there (`human` or a bot), for going on with a saved game; may be empty. places: where the ruleset ("") and
    its modules lay when it was played, by id, of those that did not come with rulewright or with the ruleset; only a
    help to find them again. Older logs have paths as `game` and among `modules`. language: in which it was played, ""
    where that is not known.
    """

    game: str
    version: str
    modules: tuple[str, ...]
    options: Mapping[str, object]
    players: int
    seed: int
    files: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    language: str = ""


@record
class Entry:
    """One decision: the seat's name (None: chance) and the key. span: its line."""

    seat: str | None
    key: str
    span: Span = field(compare=False, repr=False)


@record
class Log:
    header: Header
    entries: tuple[Entry, ...]
    span: Span = field(compare=False, repr=False)
    """the header's line"""
    torn: bool = field(default=False, compare=False)
    """the last line broke off, as in a file that was being written or copied; it is not among the entries"""


def dumps(header: Header, entries: Sequence[tuple[str | None, str]]) -> str:
    """A log as text; `entries` are (seat's name or None, key)."""
    first = {
        "rulewright": FORMAT, "game": header.game, "version": header.version, "modules": list(header.modules),
        "options": dict(header.options), "players": header.players, "seed": header.seed, "seats": dict(header.seats),
        "files": dict(header.files),
    }  # fmt: skip
    if header.places:
        first["places"] = dict(header.places)
    if header.language:
        first["language"] = header.language
    lines: list[object] = [first, *([seat, key] for seat, key in entries)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def is_log(path: Path) -> bool:
    """Whether a file begins as a log does, so that another one may take its place. OSError."""
    return regular_bytes(path, 12) == b'{"rulewright"'


def read(path: Path, diagnostics: Diagnostics) -> Log | None:
    """The log in a file. None: it cannot be read (reported)."""
    try:
        data = regular_bytes(path, MAX_BYTES)
        if len(data) > MAX_BYTES:
            diagnostics.add("E550", None, path=path, reason=f"it has more than {MAX_BYTES:,} bytes")
            return None
        text = data.decode("utf-8-sig")
    except OSError as error:
        diagnostics.add("E550", None, path=path, reason=(error.strerror or "it cannot be read").lower())
        return None
    except UnicodeDecodeError:
        diagnostics.add("E550", None, path=path, reason="it is not UTF-8 text")
        return None
    return loads(Source(str(path), text.replace("\r\n", "\n")), diagnostics)


def loads(source: Source, diagnostics: Diagnostics) -> Log | None:
    """The log in a text. None: it has mistakes (all reported)."""
    lines = _lines(source)
    if not lines:
        diagnostics.add("E550", None, path=source.path, reason="it is empty")
        return None
    before = len(diagnostics)
    value = _value(lines[0], diagnostics)
    header = None if len(diagnostics) > before else _header(value, lines[0], diagnostics)
    if header is None:
        return None
    torn = len(lines) > 1 and _breaks_off(lines[-1])
    entries = [e for span in lines[1 : len(lines) - torn] if (e := _entry(span, diagnostics)) is not None]
    return Log(header, tuple(entries), lines[0], torn) if len(diagnostics) == before else None


def _breaks_off(last: Span) -> bool:
    """Whether the last line of a log was not written to its end: it has none, and is no whole value."""
    if last.source.text.endswith("\n") or not last.text.lstrip().startswith("["):
        return False
    try:
        json.loads(last.text)
    except (ValueError, RecursionError):
        return True
    return False


def _lines(source: Source) -> list[Span]:
    """The lines that are not blank."""
    out, at = [], 0
    for line in source.text.split("\n"):
        if line.strip():
            out.append(Span(source, at, at + len(line)))
        at += len(line) + 1
    return out


def _value(span: Span, diagnostics: Diagnostics) -> Any:
    """The JSON value of a line; None where it is none (reported)."""
    try:
        return json.loads(span.text)
    except (ValueError, RecursionError) as error:
        at = getattr(error, "pos", 0)
        is_deep = isinstance(error, RecursionError)
        problem = getattr(error, "msg", "nested too deeply" if is_deep else "a number is too long")
        spot = min(span.start + at, max(span.start, span.end - 1))
        diagnostics.add("E551", Span(span.source, spot, spot + 1), problem=str(problem).lower())
        return None


_WANTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda v: isinstance(v, str), "the id of a game"),
    "version": (lambda v: isinstance(v, str), "the version of its rules"),
    "modules": (lambda v: isinstance(v, list) and all(isinstance(m, str) for m in v), "a list of modules"),
    "options": (lambda v: isinstance(v, dict), "a map of options"),
    "players": (lambda v: type(v) is int and v > 0, "the number of players"),
    "seed": (lambda v: type(v) is int, "a number"),
    "files": (lambda v: isinstance(v, dict) and all(isinstance(h, str) for h in v.values()), "a map of files"),
    "seats": (lambda v: isinstance(v, dict) and all(isinstance(w, str) for w in v.values()), "a map of seats"),
    "places": (lambda v: isinstance(v, dict) and all(isinstance(w, str) for w in v.values()), "a map of folders"),
    "language": (lambda v: isinstance(v, str), "the code of a language"),
}
_OPTIONAL = ("places", "language")


def _header(value: Any, span: Span, diagnostics: Diagnostics) -> Header | None:
    if not isinstance(value, dict) or "rulewright" not in value:
        diagnostics.add("E552", span, key="rulewright", wanted="a header with the format's number")
        return None
    if value["rulewright"] != FORMAT:
        diagnostics.add("E553", span, found=value["rulewright"], known=FORMAT)
        return None
    before = len(diagnostics)
    for key, (is_good, wanted) in _WANTED.items():
        if not is_good(value[key]) if key in value else key not in _OPTIONAL:
            diagnostics.add("E552", span, key=key, wanted=wanted)
    if len(diagnostics) > before:
        return None
    return Header(
        value["game"], value["version"], tuple(value["modules"]), value["options"], value["players"], value["seed"],
        value["files"], value["seats"], value.get("places", {}), value.get("language", ""),
    )  # fmt: skip


def _entry(span: Span, diagnostics: Diagnostics) -> Entry | None:
    before = len(diagnostics)
    value = _value(span, diagnostics)
    if len(diagnostics) > before:
        return None
    if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str) and isinstance(value[0], str | None):
        return Entry(value[0], value[1], span)
    diagnostics.add("E558", span, seat="a")
    return None


def asked_by(log: Log, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is wrong with the players, modules and options of a log, at its header: no other file says it."""
    return [d if d.span is not None else replace(d, span=log.span) for d in found]


# ---- replaying


Step = Callable[["State", "Choice"], None]
"""Called before each entry is applied: the state in which it was chosen, and the choice."""


def replay(
    log: Log, game: Game, diagnostics: Diagnostics, *, most: int | None = None, step: Step | None = None
) -> State:
    """The state after the entries (at most `most` of them) of a log.

    game: the log's game, loaded with its players, modules and options. The state asks for chance, and its generator
    stands where it stood when the log was written. An entry that does not fit is reported and ends the replay.
    """
    state = game.start(log.header.seed, ask_chance=True)
    for entry in log.entries if most is None else log.entries[:most]:
        choice = _choice_of(entry, state, diagnostics)
        if choice is None:
            break
        if step is not None:
            step(state, choice)
        if state.player is None:
            state.rng.pick(game.machine.chances(state.slots))
        state.apply_choice(choice)
    return state


def _choice_of(entry: Entry, state: State, diagnostics: Diagnostics) -> Choice | None:
    """The option that an entry names. None: it does not fit (reported)."""
    if state.is_over:
        diagnostics.add("E557", entry.span)
        return None
    decision = state.decision
    due = None if decision.player is None else state.game.seats[decision.player]
    if due != entry.seat:
        diagnostics.add("E556", entry.span, wanted=due or "chance", seat=entry.seat or "chance")
        return None
    for choice in decision.choices:
        if choice.key == entry.key:
            return choice
    shown = ", ".join(decision.keys[:12]) + (" …" if len(decision.keys) > 12 else "")
    near = near_names(entry.key, decision.keys)
    diagnostics.add("E555", entry.span, near=near, key=entry.key, seat=due or "chance", offered=shown)
    return None
