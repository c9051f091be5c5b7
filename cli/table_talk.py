"""The conversation of `play`: draws the table, lists the options, reads answers and commands until the game is over."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from shlex import quote

from rich.console import Console
from rich.text import Text

from cli.faults import wrong_use
from cli.offered import Offer, begun, chosen, chosen_by, declining, is_number, labels, offer_blocks, offers
from cli.refused import declared_lines, elsewhere, why_lines
from cli.saves import BeingPlayed, Lock
from cli.screen import sheet, story, table
from cli.screen.console import ask
from cli.screen.lines import hung
from cli.screen.phrases import YES
from cli.screen.safe import minus
from cli.screen.words import Words
from cli.session import Session
from cli.table import lit
from cli.table.folding import Before
from cli.table.scene import Scene, scene
from interpreter.diagnostics import near_names
from interpreter.runtime.decisions import Choice
from interpreter.runtime.views import differs

_LEAST = 6
"""So many lines at least of the table and of what happened are shown, however low the screen is."""

_FEWEST = 4
"""So many lines of options are shown at once, however much else there is."""

_ADVICE_PARTS, _ADVICE_LEAST = 4, 0.05
"""So many of the parts that make up what an option is worth are named, none that would be shown as 0."""


class Quit(Exception):
    """The person leaves."""


class Talk:
    """One sitting at one screen."""

    def __init__(self, session: Session, words: Words, console: Console, name: str) -> None:
        self.session = session
        self.words = words
        self.console = console
        self.name = name
        self.seat = session.humans[0] if session.humans else 0
        self.told = len(session.steps)
        """how many steps the screen has shown"""
        self.opened = bool(self.session.steps)
        """whether it has shown what came before the first of them"""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help, "h": self.help, "?": self.help, "table": self.table, "t": self.table, "why": self.why,
            "advice": self.advice, "score": self.score, "undo": self.undo, "u": self.undo, "log": self.log,
            "save": self.save, "rules": self.rules,
            "about": self.about, "quit": self.quit, "q": self.quit, "exit": self.quit,
        }  # fmt: skip
        for pair in words("commands").split():  # as they are called in the language of the game
            name, _, meant = pair.partition("=")
            self.commands[name] = self.commands[meant]
        self.offers: list[Offer] = []
        self.known: dict[str, int] = {}
        """what was said behind options, and after how many steps first: what a thing does is said once"""
        self.answers: list[str] = []
        """answers that were given in one line and are still to be taken"""
        self.is_drawn = True
        """whether the decision that is due stands on the screen"""
        self.may_decline = False
        """whether decisions that none of them is about are declined"""
        self.pages: list[list[Text]] = []
        """the lines of the options that were not shown yet"""
        self.page = _LEAST
        """how many lines of options are shown at once"""
        self.story = 0
        """how many lines told what happened before this decision"""
        self.seen: dict[int, Scene] = {}
        """what each seat saw when it was asked last"""
        self.at = (-1, -1)
        self.before = Before()
        """what the one who decides now saw at the decision before"""
        self.warned = False
        """whether it was said that the game is not kept"""
        self.saved: tuple[Path, int] | None = None
        """the file to which `save` wrote last, and after how many steps"""

    # ---- the sitting

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        _line_editing()
        path = self.session.path
        try:
            with nullcontext() if path is None else Lock(path):
                self.play()
        except BeingPlayed:
            wrong_use(self.words("being_played", path=path))
        except (Quit, EOFError, KeyboardInterrupt) as left:
            self.console.print()
            self.leave(may_ask=isinstance(left, Quit))
            return
        with suppress(OSError):
            if path is not None:
                path.unlink()

    def leave(self, *, may_ask: bool) -> None:
        """Say how the game can be gone on with. One that is not kept can be saved first, where somebody can answer."""
        if all(step.player is None for step in self.session.steps):
            self.say(self.words("left_unbegun"))
            return
        if self.is_kept:
            self.say(self.words("left", game=quote(self.name)))
            return
        with suppress(EOFError, KeyboardInterrupt):
            while may_ask and not self.is_saved and (name := ask(self.words("ask_save")).strip()):
                self.save(name)
        if self.is_saved and self.saved is not None:
            self.say(self.words("left_saved", game=quote(self.name), path=quote(str(self.saved[0]))))
        else:
            self.say(self.words("left_unkept"))

    @property
    def is_kept(self) -> bool:
        """Whether the game's own file holds it as it is."""
        return self.session.path is not None and self.session.unkept is None

    @property
    def is_saved(self) -> bool:
        """Whether `save` wrote it as it is."""
        return self.saved is not None and self.saved[1] == len(self.session.steps)

    def warn(self) -> None:
        """Say once that the game is not kept, and why."""
        if self.is_kept or self.warned:
            return
        self.warned = True
        path, error = self.session.path, self.session.unkept
        reason = self.words("no_home") if error is None else self.reason(error)
        self.say(self.words("not_kept", path="" if path is None else f" ({path})", reason=reason), "bold")

    def play(self) -> None:
        while not self.session.state.is_over:
            self.warn()
            if self.session.advance():
                continue
            self.hand_over()
            self.tell()
            self.draw()
            self.decide()
        self.tell()
        drawing = table.Drawing(self.words, None, Before(), frozenset(), self.console)
        drawing.whole(scene(self.session.state, None, self.words))
        self.console.print(self.words("over"), style="bold")
        self.console.print(sheet.sheet_table(self.session.state.sheet(), self.words))

    def hand_over(self) -> None:
        """Where several people share the screen and something is hidden, clear it before the next one looks."""
        seat = self.session.state.player
        assert seat is not None
        if seat != self.seat:
            self.answers.clear()
        if seat != self.seat and len(self.session.humans) > 1 and differs(self.session.game.program):
            self.console.clear()
            # Clearing keeps what was scrolled away; this asks the terminal to forget it too.
            self.console.file.write("\x1b[3J")
            ask(self.words("pass_on", seat=self.words.seat(seat)))
            # What came of this person's last decision, and what others did since.
            mine = [i for i, step in enumerate(self.session.steps) if step.player == seat]
            self.told = mine[-1] if mine else 0
            self.opened = bool(mine)
        self.seat = seat

    # ---- showing

    def tell(self) -> None:
        """What happened since the screen last showed something."""
        self.story = self.print_story(self.told, whole=not self.opened, last=max(_LEAST, self.console.height // 4))
        self.told = len(self.session.steps)
        self.opened = True

    def print_story(self, first: int, *, whole: bool, last: int | None = None) -> int:
        """The steps from the first on; last: no more than so many of the last lines of it. How many it took."""
        steps, now = self.session.steps, self.session.state
        told = story.told(steps, now, self.seat, self.words, first=first, whole=whole)
        lines = [part for line in told for part in hung(line, self.console, 4)]
        if last is not None and last < len(lines):
            self.console.print(self.words("told_before", n=len(lines) - last), style="bright_black")
            lines = lines[len(lines) - last :]
        for line in lines:
            self.console.print(line)
        return len(lines)

    def hang(self, line: Text, indent: int = 4) -> None:
        """Print a line; where it is longer than the screen is wide, the rest of it stands indented."""
        for part in hung(line, self.console, indent):
            self.console.print(part)

    def draw(self, *, is_whole: bool = False) -> None:
        """The table, folded to what fits above the options, or all of it; then the options."""
        state, seat, words, console = self.session.state, self.seat, self.words, self.console
        now = scene(state, seat, words)
        if self.at != (seat, len(self.session.steps)):
            self.before, self.seen[seat] = Before(self.seen.get(seat)), now
            self.at = seat, len(self.session.steps)
        known = {text for text, step in self.known.items() if step < len(self.session.steps)}
        self.offers = offers(self.session, seat, words, known)
        self.known = dict.fromkeys((offer.brings for offer in self.offers), len(self.session.steps)) | self.known
        self.is_drawn = not self.answers or is_whole
        if not self.is_drawn:  # it is answered already
            self.pages = []
            return
        self.pages = offer_blocks(self.offers, console)
        header = table.header(state, words, seat=seat)
        room = console.height - 3 - len(header.wrap(console, console.width))
        pointed = {x for o in self.offers for names in lit.pointed(state, o.choice, seat, words) for x in names}
        drawing = table.Drawing(words, seat, self.before, pointed, console)
        # What happened before may scroll away, but not what this is about.
        needed = min(room - _FEWEST, drawing.needed(now))
        self.page = max(_FEWEST, room - max(room // 3, needed))
        if is_whole:
            drawing.whole(now)
        else:
            taken = min(self.page, sum(map(len, self.pages))) + self.story
            drawing.folded(now, max(_LEAST, needed, room - taken))
        console.rule(style="bright_black", characters="─")
        console.print(header)
        self.print_page()

    def print_page(self) -> None:
        """As many of the options that were not shown yet as the screen has room for."""
        lines = 0
        while self.pages and (not lines or lines + len(self.pages[0]) <= self.page):
            block = self.pages.pop(0)
            lines += len(block)
            self.console.print(*block, sep="\n")
        if self.pages:
            self.console.print(self.words("more_options", n=len(self.pages)), style="bright_black")
        elif self.session.state.decision.kind == "some":
            self.say(self.words("picks_in_order"))

    # ---- answers

    def decide(self) -> None:
        """Read lines until one takes an option or moves the game otherwise."""
        before = self.session.state
        while self.session.state is before and not self.took(self.answer()):
            pass

    def answer(self) -> str:
        """The next answer: of several that were given in one line, else what is typed now."""
        if not self.answers:
            if not self.is_drawn:
                self.draw()
            return ask(self.words("choose")).strip()
        text = self.answers[0]
        if self.may_decline and self.meant(text) is None and (declined := declining(self.offers)) is not None:
            return declined.choice.key
        return self.answers.pop(0)

    def meant(self, text: str) -> Choice | None:
        """The one option that a text means."""
        found = [] if is_number(text) else begun(text, self.offers)
        return self.choice_of(text) or (found[0].choice if len(found) == 1 else None)

    def several(self, text: str) -> bool:
        """Whether a line holds several answers, which then stand in a row: between semicolons; or what is given and
        what is wanted for it (`3 wood for 1 stone`), where decisions about anything else are declined."""
        parts = [part.strip() for part in text.split(";")]
        self.may_decline = len(parts) == 1
        if self.may_decline:
            parts = re.split(rf"\s+(?:{self.words('amounts_for')}|{self.words('amounts_and')})\s+|\s*,\s*", text)
        is_row = len(parts) > 1 and (not self.may_decline or self.meant(parts[0]) is not None)
        self.answers = [part for part in parts if part] if is_row else []
        return is_row

    def took(self, text: str) -> bool:
        """Whether a line took an option; anything else is answered on the screen."""
        if not text:
            if self.pages:
                self.print_page()
            return False
        choice = self.choice_of(text)
        if choice is not None:
            self.session.take(choice)
            return True
        command, _, rest = text.partition(" ")
        run = self.commands.get(command.lower())
        if run is not None:
            run(rest.strip())
            return False
        if (choice := self.meant(text)) is not None:
            self.session.take(choice)
            return True
        if self.several(text):
            return False
        self.explain_unknown(text, [] if is_number(text) else begun(text, self.offers))
        return False

    def choice_of(self, text: str) -> Choice | None:
        """The option with a number or exactly a key."""
        found = chosen_by(text, self.offers)
        return None if found is None else found.choice

    def explain_unknown(self, text: str, found: Sequence[Offer]) -> None:
        self.answers.clear()
        if found:
            names = ", ".join(o.choice.key for o in found[:6])
            self.say(self.words("several", text=text, names=names))
            return
        if lines := declared_lines(self.session, self.words, text) or elsewhere(self.session, self.words, text):
            for line in lines:
                self.hang(line)
            return
        self.say(self.words("no_such", text=text))
        known = [*self.commands, *(o.choice.key for o in self.offers), *(o.text for o in self.offers)]
        near = near_names(text, known, 3)
        if near:
            self.say(self.words("near", names=", ".join(f"`{n}`" for n in near)))

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    # ---- commands

    def help(self, rest: str) -> None:
        self.say(self.words("help"))

    def table(self, rest: str) -> None:
        """All of the table, or what on it is called so."""
        if not rest:
            self.draw(is_whole=True)
            return
        drawing = table.Drawing(self.words, self.seat, self.before, frozenset(), self.console)
        if not drawing.only(scene(self.session.state, self.seat, self.words), rest):
            self.say(self.words("about_none", name=rest))

    def quit(self, rest: str) -> None:
        raise Quit

    def advice(self, rest: str) -> None:
        """What the greedy bot makes of each option."""
        for line in advice_lines(self.session, self.offers, self.words, self.console.width):
            self.hang(line, 7)

    def undo(self, rest: str) -> None:
        is_late = self.session.undo_comes_late()
        if is_late and len(self.session.humans) > 1 and ask(self.words("ask_undo")).strip().lower() not in YES:
            self.say(self.words("left_as_it_is"))
            return
        if not self.session.undo():
            self.say(self.words("not_undone"))
            return
        self.told = min(self.told, len(self.session.steps))
        self.say(self.words("undone_late" if is_late else "undone"))

    def log(self, rest: str) -> None:
        wanted = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 7 else None
        # Each step is told in a line at least.
        first = 0 if wanted is None else max(0, len(self.session.steps) - wanted)
        self.print_story(first, whole=first == 0, last=wanted)

    def score(self, rest: str) -> None:
        """What would count now, as far as the seat may know it."""
        self.say(self.words("score_head"), "bold")
        self.console.print(sheet.standing_table(self.session.state.standing(self.seat), self.words))

    def save(self, rest: str) -> None:
        from interpreter.files import write_whole
        from interpreter.runtime.log import is_log

        path = Path(rest or f"{self.session.game.id}.jsonl")
        try:
            path = path.expanduser()
            if path.is_file() and not is_log(path):
                self.say(self.words("not_overwritten", path=str(path)))
                return
            write_whole(path, self.session.text())
        except (OSError, ValueError, RuntimeError) as error:  # no file's name, no such home
            self.say(self.words("not_saved", path=path, reason=self.reason(error)))
            return
        self.saved = path.absolute(), len(self.session.steps)
        self.say(self.words("saved", path=path))

    def reason(self, error: Exception) -> str:
        """Why something cannot be written."""
        phrase = f"error_{error.errno}" if isinstance(error, OSError) else ""
        return self.words(phrase if phrase in self.words.phrases else "error_any")

    def about(self, rest: str) -> None:
        from cli.screen.pages import about, near_things

        if not rest:
            self.say(self.words("about_what"))
            return
        game, width = self.session.game, self.console.width - 2
        lines = about(game, self.words, rest, width)
        if not lines and (choice := self.meant(rest)) is not None:
            lines = [line for id in chosen(choice, self.words) for line in about(game, self.words, id, width)]
        for line in lines:
            self.console.print(line)
        if not lines:
            self.say(self.words("about_none", name=rest))
            if near := near_things(self.session.game.model, self.words, rest):
                self.say(self.words("near", names=", ".join(f"`{n}`" for n in near)))

    def rules(self, rest: str) -> None:
        """The contents of the rulebook, or what it says of something."""
        from cli.screen.pages import book_pages

        found = book_pages(self.session.game, self.words, rest)
        if found is None:
            self.about(rest)  # what has no section of its own
        else:
            self.console.print(found)
            self.say("" if rest else self.words("rules_what"))

    def why(self, rest: str) -> None:
        """Why something is not offered: the check that fails, where it stands, and by how much."""
        choice = self.choice_of(rest)
        for line in why_lines(self.session, self.words, choice.key if choice else rest):
            self.hang(line)


def advice_lines(session: Session, found: Sequence[Offer], words: Words, width: int = 120) -> list[Text]:
    """What the greedy bot makes of each option, the best first: by how much its lead would change, and through what,
    which stands below where the line is too short for it."""
    from interpreter.players.greedy import GreedyBot

    program = session.game.program
    judged = dict(zip(session.state.decision.keys, GreedyBot("greedy").appraise(session.state), strict=True))
    listed = zip(labels(found), ((offer, judged[offer.choice.key]) for offer in found), strict=True)
    ranked = sorted(listed, key=lambda x: -x[1][1].lead)
    column = min(max((Text(offer.text).cell_len for offer in found), default=0), max(20, width // 2))
    out = [Text(words("advice_head" if program.hints else "advice_bare"), style="bold")]
    for label, (offer, appraisal) in ranked:
        line = Text(f"{label:>3}  ", style="bold").append(f"{offer.text:<{column}}  ", style="default")
        line.append(f"{_points(appraisal.lead):>6}", style="green")
        parts = [(name, n) for name, n in appraisal.parts.items() if abs(n) >= _ADVICE_LEAST]
        parts = sorted(parts, key=lambda part: -abs(part[1]))[:_ADVICE_PARTS]
        shown = ", ".join(f"{_part(name, words)} {_points(n)}" for name, n in parts)
        if shown and line.cell_len + 2 + Text(shown).cell_len > width:
            out += [line, Text(f"       {shown}", style="default")]
        else:
            out.append(line.append(f"  {shown}" if shown else "", style="default"))
    return out


def _part(name: str, words: Words) -> str:
    return words(f"advice_{name}") if name in ("counters", "pieces") else words.name(name)


def _points(number: float) -> str:
    shown = minus(f"{number:+.1f}")
    return "0.0" if shown in ("+0.0", "−0.0") else shown


def _line_editing() -> None:
    """Arrow keys and history in answers, where the system has them."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline

            readline.set_auto_history(True)
