"""What runs in the workers: positions of tables, and what is asked about them.

The server holds lists of keys and never a position; a worker carries them out, and keeps the positions of the tables it
was asked about last. So no game and no bot holds the server, and a worker that dies loses nothing.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cli.screen.words import Words
from cli.session import Session, Step
from cli.web import drawn, undoing
from interpreter.game import Game, State
from interpreter.runtime.decisions import Choice
from interpreter.runtime.log import Header
from interpreter.runtime.views import differs

Entry = tuple[int, str]
"""A decision that was taken: the seat, -1 for chance, and the key."""

MOST_STEPS = 6_000
"""Positions kept by a worker in all; the tables that were asked about longest ago are forgotten first."""


@dataclass(frozen=True)
class Spec:
    """How a table was set up. game: id of a shipped game, or the path of a ruleset. given: the position that it begins
    with, as YAML text in the words of `given` of a scenario; "": the game begins."""

    table: str
    game: str
    modules: tuple[str, ...]
    options: tuple[tuple[str, object], ...]
    players: int
    seed: int
    given: str = ""


class NotOffered(Exception):
    """What was to be taken is not an option of the decision that is due."""


@dataclass
class _Open:
    """A table in a worker. told: (seat, language) → (steps told, lines as (text, style, step))."""

    session: Session
    told: dict[tuple[int, str], tuple[int, list[drawn.Told]]] = field(default_factory=dict)


_games: dict[tuple[Any, ...], Game] = {}
_words: dict[tuple[tuple[Any, ...], str], Words] = {}
_open: OrderedDict[str, _Open] = OrderedDict()


def game_of(spec: Spec) -> Game:
    """The game of a table. RulesetError: its ruleset has mistakes."""
    import interpreter

    key = _key(spec)
    if key not in _games:
        modules = [Path(m) if "/" in m else m for m in spec.modules]
        _games[key] = interpreter.load(spec.game, spec.players, modules=modules, options=dict(spec.options))
    return _games[key]


def words_of(spec: Spec, language: str) -> Words:
    """Its words in a language."""
    key = _key(spec), language
    if key not in _words:
        _words[key] = Words(game_of(spec), language)
    return _words[key]


def _key(spec: Spec) -> tuple[Any, ...]:
    return spec.game, spec.modules, spec.options, spec.players


def _session(spec: Spec, entries: Sequence[Entry]) -> _Open:
    """The table after its entries: what is known of it is gone on with, or gone back from. NotOffered: an entry does
    not fit, as where the ruleset was changed; its number stands in the exception."""
    found = _open.get(spec.table)
    if found is None:
        found = _open[spec.table] = _Open(_begun(spec))
    _open.move_to_end(spec.table)
    session = found.session
    same = _common(session, entries)
    if same < len(session.steps):
        session.state = session.steps[same].before
        del session.steps[same:]
        found.told.clear()
    for number, (seat, key) in enumerate(entries[same:], same):
        state = session.state
        due = None if state.is_over else state.player
        choice = None
        if not state.is_over and (-1 if due is None else due) == seat:
            choice = next((c for c in state.decision.choices if c.key == key), None)
        if choice is None:
            raise NotOffered(number)
        _carry_out(session, choice)
    _forget(spec.table)
    return found


def _begun(spec: Spec) -> Session:
    """A table before anything is taken. RulesetError: there is no such position."""
    game = game_of(spec)
    header = Header(
        spec.game, game.model.game.ruleset_version, spec.modules, dict(spec.options), spec.players, spec.seed
    )
    if not spec.given:
        return Session(game, header, {})
    state = game.position(spec.given, spec.seed, ask_chance=True)
    session = Session(state.game, header, {})
    session.state = state
    return session


def _carry_out(session: Session, choice: Choice | None = None) -> None:
    """Take an option of the decision that is due, or what the seed gives. The position kept with the step is one from
    which chance gives the same again."""
    state = session.state
    before = state.copy()
    if state.player is None:
        given = state.rng.pick(session.game.machine.chances(state.slots))
        choice = choice or next(c for c in state.decision.choices if c.option == given)
    assert choice is not None
    session.steps.append(Step(before, choice))
    state.apply_choice(choice)


def _common(session: Session, entries: Sequence[Entry]) -> int:
    """So many of the entries a session has taken already."""
    steps = session.steps
    for number, (step, (seat, key)) in enumerate(zip(steps, entries, strict=False)):
        if (-1 if step.player is None else step.player, step.choice.key) != (seat, key):
            return number
    return min(len(steps), len(entries))


def _forget(but: str) -> None:
    total = sum(len(x.session.steps) for x in _open.values())
    for table in list(_open):
        if total <= MOST_STEPS or table == but:
            break
        total -= len(_open.pop(table).session.steps)


# ---- what is asked


@dataclass(frozen=True)
class Due:
    """Where a table stands. entries: what chance gave since; player: who decides, None where the game is over."""

    entries: tuple[Entry, ...]
    player: int | None
    is_over: bool


def start(spec: Spec) -> Due:
    """A table that begins."""
    return go_on(spec, ())


def go_on(spec: Spec, entries: Sequence[Entry]) -> Due:
    """Let chance answer until somebody decides."""
    session = _session(spec, entries).session
    first = len(session.steps)
    while not session.state.is_over and session.state.player is None:
        _carry_out(session)
    taken = tuple((-1, step.choice.key) for step in session.steps[first:])
    return Due(taken, session.state.player, session.state.is_over)


def fits(spec: Spec, entries: Sequence[Entry]) -> int:
    """So many of the entries hold under the rules as they are now."""
    try:
        _session(spec, entries)
    except NotOffered as stopped:
        return int(stopped.args[0])
    return len(entries)


def take(spec: Spec, entries: Sequence[Entry], seat: int, key: str) -> Due:
    """A seat takes an option. NotOffered: it is not its turn, or there is no such option."""
    due = go_on(spec, [*entries, (seat, key)])
    return Due(((seat, key), *due.entries), due.player, due.is_over)


def draw(
    spec: Spec, entries: Sequence[Entry], seat: int, language: str, people: Sequence[int], told: int, decision: str
) -> tuple[bytes, int]:
    """All that a seat sees, as one message, and how many lines its log has.

    people: the seats that are no bots. told: so many lines of the log were sent before. decision: how the seat names
    the decision that is due."""
    found = _session(spec, entries)
    words = words_of(spec, language)
    lines = _story(found, seat, words)
    message = drawn.position(found.session.state, seat, words)
    message["log"] = {"from": told, "lines": [line[:2] for line in lines[told:]]}
    number, why = undoing.stopped(found.session, seat, people)
    message |= {"undo": number is not None, "stopped": why, "decision": decision, "seat": seat}
    return as_bytes(message), len(lines)


def _story(found: _Open, seat: int, words: Words) -> list[drawn.Told]:
    session = found.session
    done, lines = found.told.get((seat, words.language), (0, []))
    if done < len(session.steps) or not done:
        new = drawn.story(session, seat, words, done)
        lines = [*lines, *new]
        found.told[seat, words.language] = len(session.steps), lines
    return lines


def at_line(spec: Spec, entries: Sequence[Entry], seat: int, language: str, line: int) -> bytes:
    """The position after a line of the log, as the seat saw it."""
    found = _session(spec, entries)
    words = words_of(spec, language)
    _, state = _moment(found, seat, words, line)
    return as_bytes({"t": "past", "line": line, **drawn.past(state, seat, words)})


def _moment(found: _Open, seat: int, words: Words, line: int) -> tuple[int, State]:
    """How many decisions were taken before a line of the log, and the position then; a line that is not there yet is
    now."""
    lines, steps = _story(found, seat, words), found.session.steps
    step = lines[line][2] if line < len(lines) else len(steps)
    return step, steps[step].before if step < len(steps) else found.session.state


def scenario(spec: Spec, entries: Sequence[Entry], seat: int, language: str, line: int) -> str:
    """The position after a line of the log as a scenario to go on with. NotOffered: nobody decides there."""
    from interpreter.scenarios import moments

    found = _session(spec, entries)
    step, state = _moment(found, seat, words_of(spec, language), line)
    if state.is_over or state.player is None:
        raise NotOffered(step)
    seats = state.game.seats
    moves = [(None if x.player is None else seats[x.player], x.choice.key) for x in found.session.steps[:step]]
    given = _mapped(spec.given) if spec.given else None
    return moments.scenario("moment", _home(spec), found.session.header, moves, state, given).text


def position(spec: Spec, entries: Sequence[Entry], seat: int, language: str, line: int) -> str:
    """The position after a line of the log in the words of `given`. NotOffered: nobody decides there."""
    from interpreter.scenarios import moments

    found = _session(spec, entries)
    step, state = _moment(found, seat, words_of(spec, language), line)
    if state.is_over or state.player is None:
        raise NotOffered(step)
    return moments.given(_home(spec), found.session.header, state)


def _home(spec: Spec) -> Path:
    from interpreter.loading.source import find

    home = find(spec.game)
    assert home is not None  # it was loaded from there
    return home


def _mapped(given: str) -> dict[str, Any]:
    """A position that was laid, as data."""
    import yaml

    found: dict[str, Any] = yaml.safe_load(given)
    return found


def brings(spec: Spec, entries: Sequence[Entry], seat: int, language: str) -> list[str]:
    """What each option of the decision that is due brings."""
    from cli.offered import brought

    return brought(_session(spec, entries).session.state, seat, words_of(spec, language))


def why(spec: Spec, entries: Sequence[Entry], seat: int, language: str, key: str) -> list[str]:
    """Why something is not offered: an option by the beginning of its key, what is shown by a name, or all."""
    from cli.refused import why_lines

    session = _due(spec, entries, seat)
    words = words_of(spec, language)
    return [line.plain for line in why_lines(session, words, key)]


def why_shown(spec: Spec, entries: Sequence[Entry], seat: int, language: str, name: str) -> list[str]:
    """Why what is drawn under a name (`cli.table.lit`) cannot be chosen."""
    from cli.refused import refused_lines
    from cli.table.lit import pointed

    session = _due(spec, entries, seat)
    words = words_of(spec, language)

    def is_shown(choice: Choice) -> bool:
        return any(name in names for names in pointed(session.state, choice, seat, words))

    return [line.plain for line in refused_lines(session, words, is_shown)]


def advice(spec: Spec, entries: Sequence[Entry], seat: int, language: str) -> list[str]:
    """What the greedy bot makes of each option, the best first."""
    from cli.offered import offers
    from cli.table_talk import advice_lines

    session = _due(spec, entries, seat)
    words = words_of(spec, language)
    return [line.plain for line in advice_lines(session, offers(session, seat, words), words)]


def _due(spec: Spec, entries: Sequence[Entry], seat: int) -> Session:
    session = _session(spec, entries).session
    if session.state.is_over or session.state.player != seat:
        raise NotOffered(len(entries))
    return session


def about(spec: Spec, language: str, name: str) -> list[str]:
    """What a thing of the game does."""
    from cli.screen.pages import about as page

    return [line.plain for line in page(game_of(spec), words_of(spec, language), name, 70)]


def rulebook(spec: Spec, language: str) -> list[dict[str, Any]]:
    """The rules, block by block."""
    from interpreter.explaining.naming import Naming
    from interpreter.explaining.rulebook import Rulebook
    from interpreter.ruleset import Ruleset

    modules = [Path(m) if "/" in m else m for m in spec.modules]
    checked = Ruleset(spec.game, modules).sound(spec.players, dict(spec.options)).checked
    return [drawn.block(one) for one in Rulebook(checked, Naming(checked.model, language)).blocks()]


def bot(spec: Spec, entries: Sequence[Entry], seat: int, name: str) -> str:
    """What a bot takes. The same position gives the same, unless it thinks by the clock."""
    from interpreter.players import bot_named

    table = _due(spec, entries, seat).state.copy()
    table.ask_chance = False
    number = spec.seed * 1_000_003 + len(entries) * 17 + seat
    return bot_named(name, number).choose(table)


def undo(spec: Spec, entries: Sequence[Entry], seat: int, people: Sequence[int]) -> int | None:
    """So many entries stay when a seat takes its last decision back; None: it may not."""
    return undoing.stopped(_session(spec, entries).session, seat, people)[0]


def score(spec: Spec, entries: Sequence[Entry], seat: int, language: str) -> dict[str, Any]:
    """What would count now, as far as the seat may know it."""
    return drawn.standing(_session(spec, entries).session.state, seat, words_of(spec, language))


def of_game(spec: Spec, language: str) -> tuple[bytes, bool]:
    """What the page must know of the game, and whether one seat sees what another does not."""
    game = game_of(spec)
    return as_bytes({"t": "game", **drawn.of_game(game, words_of(spec, language))}), differs(game.program)


def offered(games: Sequence[str], language: str) -> list[dict[str, Any]]:
    """What tables can be made of: the games with their players and options, those with mistakes left out."""
    from cli.web import catalogue

    return [found for name in games if (found := catalogue.entry(name, language)) is not None]


def modules_of(game: str, language: str) -> list[dict[str, Any]]:
    """The modules of a game."""
    from cli.web import catalogue

    return catalogue.modules(game, language)


def log(spec: Spec, entries: Sequence[Entry], kinds: Sequence[str]) -> str:
    """The game so far as a log file. kinds: who sits on each seat."""
    from interpreter.loading.fingerprint import fingerprint
    from interpreter.records import changed

    session = _session(spec, entries).session
    files = fingerprint(spec.game, [Path(m) if "/" in m else m for m in spec.modules])
    seats = dict(zip(session.game.seats, kinds, strict=True))
    session.header = changed(session.header, seats=seats, files=files)
    return session.text()


def as_bytes(message: Mapping[str, Any]) -> bytes:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


__all__ = ["Due", "Entry", "NotOffered", "Spec"]
