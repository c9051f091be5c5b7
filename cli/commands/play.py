"""`rulewright play`: a game in the terminal, people and bots in any mix."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import asked
from cli.faults import AT_FAULT, reporting, wrong_use

if TYPE_CHECKING:
    from cli.screen.words import Words
    from cli.session import Session
    from interpreter.diagnostics import Diagnostics
    from interpreter.game import Game
    from interpreter.players import Bot
    from interpreter.runtime.log import Header, Log

Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat", metavar="K", help="Your seat: its number or name; repeated or `all` for several people.",
        show_default="1",
    ),
]  # fmt: skip
Seed = Annotated[
    int | None, typer.Option("--seed", help="Seed of chance; the same seed gives the same cards.", show_default="any")
]
Resume = Annotated[
    bool | None,
    typer.Option(
        "--resume/--new",
        help="Go on with the unfinished game, or begin a new one; asks by default.",
        show_default=False,
    ),
]

From = Annotated[
    Path | None,
    typer.Option(
        "--file", metavar="FILE", show_default=False,
        help="Go on with the game in this file: a log that `save` wrote, or a number of `saves`.",
    ),
]  # fmt: skip
Force = Annotated[
    bool,
    typer.Option(
        "--force", help="Go on with a game although the ruleset has changed, if the same options are still offered."
    ),
]


@reporting
def play(
    game: asked.GameName,
    players: asked.Players = None,
    seats: Seats = None,
    bots: asked.BotNames = None,
    seed: Seed = None,
    modules: asked.Modules = None,
    options: asked.Options = None,
    lang: asked.OwnLanguage = None,
    resume: Resume = None,
    file: From = None,
    force: Force = False,
) -> None:
    """Play a game. Every decision is kept at once, so a closed terminal loses nothing.

    Without a terminal the bots play one game, and its log and score sheet are printed.

    Examples:

    \b
      rulewright play my_game --players 3
      rulewright play my_game --seat 2 --bots greedy,mcts:200 --seed 7
      rulewright play my_game --seat all                # everybody at one screen
      rulewright play my_game --with night_market --option first=by_lot --lang ru
      rulewright play my_game --file my_game.jsonl      # go on with a saved game
    """
    own = asked.language(lang)
    given = {"--players": players, "--seat": seats, "--bots": bots, "--seed": seed, "--option": options}
    named = [name for name, value in given.items() if value is not None and value != []]
    told, ignored = ", ".join(named), ", ".join(name for name in named if name != "--bots")
    if file is not None and resume is False:
        wrong_use("--file goes on with a game, --new begins one: give one of them")
    if (resume or file is not None) and ignored:
        wrong_use(f"a saved game goes on as it is: leave out {ignored}")
    if force and not resume and file is None:
        wrong_use("--force goes on with a game: give --resume or --file with it")
    if not sys.stdin.isatty():
        if resume or file is not None:
            wrong_use("going on with a game needs a terminal; `rulewright replay` tells a log")
        _bots_alone(game, players, seats, bots, seed, modules, options, own)
        return
    from cli.screen.console import out
    from cli.table_talk import Talk

    saved = None
    if file is not None:
        saved = _from_file(file, game, modules, bots, lang, force)
    if saved is None:
        loaded = asked.load_to_play(game, players, modules, options, own)
        saved = None if resume is False else _saved(game, loaded.id, modules, bots, lang, resume, force)
        if saved is not None and told:
            out().print(saved[1]("kept_as_it_is", names=told), soft_wrap=True)
        saved = saved or _begun(loaded, game, seats, bots, seed, modules, own)
    session, words = saved
    with _thinking(session):
        Talk(session, words, out(), game).run()


def _thinking(session: Session) -> AbstractContextManager[None]:
    """While this lasts the game is compiled beside it if a bot searches, which thinks in C as soon as it can."""
    from interpreter.native import WORTH_COMPILING, compiling
    from interpreter.runtime.seats import SEARCH

    searches = any(seat.kind == SEARCH for bot in session.bots.values() if (seat := bot.seat()))
    return compiling([session.game.program], "auto", WORTH_COMPILING if searches else 0)


def _begun(
    game: Game,
    name: str,
    seats: Sequence[str] | None,
    bots: str | None,
    seed: int | None,
    modules: Sequence[str] | None,
    lang: str,
) -> tuple[Session, Words]:
    """A new game with people and bots."""
    from cli import saves
    from cli.screen.words import Words
    from cli.session import Session

    people = _people(seats, game)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    others = asked.bots(bots, [p for p in range(game.players) if p not in people], seed)
    header = _header(game, name, modules, seed, {p: b.name for p, b in others.items()}, lang)
    return Session(game, header, others, saves.new_path(game.id)), Words(game, lang)


def _people(seats: Sequence[str] | None, game: Game) -> list[int]:
    """The seats of people, from numbers (from 1), names, or `all`."""
    out = []
    for given in [part.strip() for text in seats or ["1"] for part in text.split(",")]:
        if given == "all":
            return list(range(game.players))
        out.append(asked.seat_of(given, game))
    return sorted(set(out))


def _header(
    game: Game, name: str, modules: Sequence[str] | None, seed: int, bots: dict[int, str], lang: str = ""
) -> Header:
    from cli.logs import named_by
    from interpreter.loading.fingerprint import fingerprint
    from interpreter.runtime.log import Header

    refs = asked.module_refs(modules)
    ids, places = named_by(name, refs)
    seats = {seat: bots.get(i, "human") for i, seat in enumerate(game.seats)}
    return Header(
        game.id, game.model.game.ruleset_version, ids, dict(game.program.options), game.players, seed,
        fingerprint(name, refs), seats, places, lang,
    )  # fmt: skip


def _is_of(log: Log, name: str, game_id: str) -> bool:
    """Whether a log is of the ruleset that the command line names; older ones name theirs by its path."""
    return log.header.game in (game_id, str(Path(name).resolve()))


# ---- going on with an unfinished game


def _numbered(given: Path) -> Path:
    """A file, or the unfinished game with a number that `saves` gave it."""
    from cli import saves

    found = saves.kept() if str(given).isdecimal() and not given.exists() else []
    number = int(str(given)) if found else 0
    return found[number - 1] if 0 < number <= len(found) else given


def _from_file(
    given: Path, name: str, modules: Sequence[str] | None, bots: str | None, lang: str | None, force: bool
) -> tuple[Session, Words]:
    """The game of a file that was named. One among the unfinished games goes on in its place; any other file stays as
    it is, and the game is kept beside it as one that began now."""
    from cli import saves
    from cli.screen.phrases import PHRASES
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.runtime.log import read

    phrases, path = PHRASES[asked.language(lang)], _numbered(given)
    if not path.is_file():
        wrong_use(f"there is no file {path}")
    found = Diagnostics()
    log = read(path, found)
    if log is None:
        raise RulesetError(found.errors)
    if not _is_of(log, name, asked.load(name, modules=modules).id):
        wrong_use(phrases["other_game"].format(path=path, found=log.header.game, game=name))
    kept = saves.is_kept(path)
    if kept and saves.is_locked(path):
        wrong_use(phrases["being_played"].format(path=path))
    session, words = _restored(log, path, lang, force, name, asked.module_refs(modules), bots=bots)
    if session.state.is_over:
        wrong_use(phrases["is_over"].format(path=path))
    if not kept:
        session.path = saves.new_path(session.game.id)
    return session, words


def _saved(
    name: str,
    game_id: str,
    modules: Sequence[str] | None,
    bots: str | None,
    lang: str | None,
    resume: bool | None,
    force: bool,
) -> tuple[Session, Words] | None:
    """The latest unfinished game, if there is one and it is wanted."""
    from cli import saves
    from cli.screen.phrases import PHRASES
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.runtime.log import read

    paths = saves.unfinished(game_id)
    phrases = PHRASES[asked.language(lang)]
    for path in paths:
        found = Diagnostics()
        log = read(path, found)
        if log is None and resume:
            raise RulesetError(found.errors)
        if log is None or not _is_of(log, name, game_id) or not any(entry.seat for entry in log.entries):
            continue
        if not force and _is_anothers(log, name, modules):
            continue
        if resume is None:
            decisions = sum(entry.seat is not None for entry in log.entries)
            if not _says_yes(phrases["ask_resume"].format(game=game_id, n=decisions)):
                return None
        refs = asked.module_refs(modules)
        return _restored(log, path, lang, force, name, refs, bots=bots, may_keep_bots=resume is None)
    if resume:
        phrase = "all_played" if saves.played_now(game_id) else "no_autosave"
        wrong_use(phrases[phrase].format(game=game_id))
    return None


def _is_anothers(log: Log, name: str, modules: Sequence[str] | None) -> bool:
    """Whether a log is of another ruleset of the same id: it was played elsewhere, where one still lies, with other
    rules."""
    from interpreter.loading.fingerprint import fingerprint

    lay = Path(log.header.places.get("", name))
    own = {file: hash for file, hash in log.header.files.items() if not file.startswith("modules/")}
    return lay.exists() and lay.resolve() != Path(name).resolve() and own != fingerprint(name)


def _says_yes(question: str) -> bool:
    """The answer to a question, asked until it is one."""
    from cli.screen.console import ask
    from cli.screen.phrases import NO, YES

    while True:
        answer = ask(question).strip().lower()
        if not answer or answer in YES:
            return True
        if answer in NO:
            return False


def _restored(
    log: Log,
    path: Path,
    given: str | None,
    force: bool,
    name: str,
    named: Sequence[str | Path],
    *,
    bots: str | None = None,
    may_keep_bots: bool = False,
) -> tuple[Session, Words]:
    """The game of a log as it stood. Where it cannot go on, the command ends and says why: nobody wanted another.

    force: a changed ruleset counts as the one it is played with from now on, as far as the same options are offered.
    Its log is then kept anew, and the old one stays as it was. given: the language, None for that in which it was
    played. name, named: the ruleset and the modules that the
    command line names. bots: those for the seats whose bots no
    file may start; may_keep_bots: without such seats they are passed over."""
    from cli import saves
    from cli.logs import loaded
    from cli.screen.console import out
    from cli.screen.phrases import LANGUAGES
    from cli.screen.words import Words
    from cli.session import Session
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.records import changed

    found, misfits = Diagnostics(), Diagnostics()
    lang = asked.language(given or (log.header.language if log.header.language in LANGUAGES else None))
    try:
        game, header = loaded(log, path, found, force=force, named=[name, *named], game=name)
        others = _bots_of(log, game, bots, may_keep_bots, found)
        seats = {seat: others[p].name if p in others else "human" for p, seat in enumerate(game.seats)}
        header = changed(header, seats=seats, language=lang)
        is_new = header.files != log.header.files
        session = Session(game, header, others, saves.new_path(game.id) if is_new else path)
        session.restore(log, misfits if is_new else found)
    except RulesetError as error:
        found.extend(error.diagnostics)
    words = Words(game, lang) if not found.has_errors else None
    if words is None:
        from cli.screen.diagnostics import print_diagnostics
        from cli.screen.phrases import PHRASES

        print_diagnostics(out(), list(found))
        out().print(PHRASES[lang]["resume_fails"].format(path=path), soft_wrap=True)
        raise typer.Exit(AT_FAULT)
    if log.torn:
        out().print(words("torn"), soft_wrap=True)
    for misfit in misfits:
        n = len(session.steps)
        out().print(words("fits_until", n=n, line=misfit.span, problem=misfit.message), soft_wrap=True)
    out().print(words("resumed", n=sum(s.player is not None for s in session.steps)))
    return session, words


def _bots_of(log: Log, game: Game, bots: str | None, may_keep: bool, diagnostics: Diagnostics) -> dict[int, Bot]:
    """The bots of a saved game by seat. Those that no file may start come from the command line, or are reported."""
    from interpreter.players import may_come_from_file

    names = {p: log.header.seats.get(seat, "greedy") for p, seat in enumerate(game.seats)}
    strange = [p for p, name in names.items() if name != "human" and not may_come_from_file(name)]
    if bots is not None and not strange and not may_keep:
        wrong_use("a saved game goes on as it is: leave out --bots")
    for p in strange if bots is None else ():
        diagnostics.add("E504", log.span, seat=game.seats[p], name=names[p])
    given = asked.bots(bots, strange, log.header.seed) if bots is not None and strange else {}
    ours = {p: name for p, name in names.items() if name != "human" and p not in strange}
    return given | {p: asked.bots(name, [p], log.header.seed)[p] for p, name in ours.items()}


# ---- without a terminal


def _bots_alone(
    name: str,
    players: int | None,
    seats: Sequence[str] | None,
    bots: str | None,
    seed: int | None,
    modules: Sequence[str] | None,
    options: Sequence[str] | None,
    lang: str,
) -> None:
    """One game of bots: its log and its score sheet. The seats that people would have are checked all the same."""
    from cli.screen import sheet, story
    from cli.screen.console import out
    from cli.screen.words import Words
    from cli.session import Session

    game = asked.load_to_play(name, players, modules, options, lang)
    _people(seats, game)
    seed = 0 if seed is None else seed
    everybody = asked.bots(bots, range(game.players), seed)
    session = Session(game, _header(game, name, modules, seed, {p: b.name for p, b in everybody.items()}), everybody)
    words, console = Words(game, lang), out()
    console.print(words("playing", game=words.name(game.id), n=game.players, seed=seed))
    for line in story.opening(session.state, None, words):
        console.print(line, soft_wrap=True)
    with _thinking(session):
        while session.advance():
            step = session.steps[-1]
            for line in story.lines(step.before, step.choice, session.state, None, words):
                console.print(line, soft_wrap=True)
    console.print(sheet.sheet_table(session.state.sheet(), words))
