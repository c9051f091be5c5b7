"""The conversation of `play`: draws the table, lists the options, reads answers and commands until the game is over."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, count
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from cli.faults import wrong_use
from cli.saves import BeingPlayed, Lock
from cli.screen import changes, sheet, story, table
from cli.screen.lines import hung
from cli.screen.safe import clean, minus
from cli.screen.words import Words
from cli.session import Session
from interpreter.diagnostics import Span, near_names
from interpreter.runtime.decisions import Choice
from interpreter.runtime.refusals import Reason, Refusal

if TYPE_CHECKING:
    from interpreter.explaining.quoted import Quoter


@dataclass(frozen=True)
class Offer:
    """A numbered line: an option, what it does, and what it brings."""

    choice: Choice
    text: str
    brings: str


_COMPARED = {
    ">=": "needs_at_least", ">": "needs_more", "<=": "is_at_most", "<": "is_less", "==": "is_exactly", "!=": "is_not",
}  # fmt: skip
"""How numbers should compare → the phrase for where they do not."""

_ADVICE_PARTS, _ADVICE_LEAST = 4, 0.05
"""So many of the parts that make up what an option is worth are named, none that would be shown as 0."""

_WHY_SHOWN = 3
"""So many of the options that are refused for the same reason are named."""


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
            "save": self.save,
            "about": self.about, "quit": self.quit, "q": self.quit, "exit": self.quit,
        }  # fmt: skip
        self.offers: list[Offer] = []

    # ---- the sitting

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        _line_editing()
        path = self.session.path
        assert path is not None
        try:
            with Lock(path):
                self.play()
        except BeingPlayed:
            wrong_use(self.words("being_played", path=path))
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
            self.console.print(self.words("left", game=self.name), soft_wrap=True)
            return
        with suppress(OSError):
            path.unlink()

    def play(self) -> None:
        while not self.session.state.is_over:
            if self.session.advance():
                continue
            self.hand_over()
            self.tell()
            self.draw()
            self.decide()
        self.tell()
        self.console.print(table.table(self.session.state, None, self.words))
        self.console.print(self.words("over"), style="bold")
        self.console.print(sheet.sheet_table(self.session.state.sheet(), self.words))

    def hand_over(self) -> None:
        """Where several people share the screen and something is hidden, clear it before the next one looks."""
        seat = self.session.state.player
        assert seat is not None
        if seat != self.seat and len(self.session.humans) > 1 and self.hides():
            self.console.clear()
            # Clearing keeps what was scrolled away; this asks the terminal to forget it too.
            self.console.file.write("\x1b[3J")
            input(self.words("pass_on", seat=self.words.seat(seat)))
            # What came of this person's last decision, and what others did since.
            mine = [i for i, step in enumerate(self.session.steps) if step.player == seat]
            self.told = mine[-1] if mine else 0
            self.opened = bool(mine)
        self.seat = seat

    def hides(self) -> bool:
        program = self.session.game.program
        asks_in_secret = any(info.secret for info in program.decisions.values())
        return asks_in_secret or any(info.seen_by == "owner" for info in program.layout.slots)

    # ---- showing

    def tell(self) -> None:
        """What happened since the screen last showed something."""
        self.print_story(self.told, whole=not self.opened)
        self.told = len(self.session.steps)
        self.opened = True

    def print_story(self, first: int, *, whole: bool, last: int | None = None) -> None:
        """The steps from the first on; last: no more than so many of the last lines of it."""
        steps, now = self.session.steps, self.session.state
        lines = story.told(steps, now, self.seat, self.words, first=first, whole=whole)
        for line in lines if last is None else lines[len(lines) - last :] if last < len(lines) else lines:
            self.hang(line)

    def hang(self, line: Text, indent: int = 4) -> None:
        """Print a line; where it is longer than the screen is wide, the rest of it stands indented."""
        for part in hung(line, self.console, indent):
            self.console.print(part)

    def draw(self) -> None:
        table.draw(self.console, self.session.state, self.seat, self.words)
        self.offers = offers(self.session, self.seat, self.words)
        self.console.print(*offer_lines(self.offers, self.console), sep="\n")
        if self.session.state.decision.kind == "some":
            self.say(self.words("picks_in_order"))

    # ---- answers

    def decide(self) -> None:
        """Read lines until one takes an option or moves the game otherwise."""
        before = self.session.state
        while self.session.state is before and not self.took(input(self.words("choose")).strip()):
            pass

    def took(self, text: str) -> bool:
        """Whether a line took an option; anything else is answered on the screen."""
        if not text:
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
        found = begun(text, self.offers)
        if len(found) == 1:
            self.session.take(found[0].choice)
            return True
        self.explain_unknown(text, found)
        return False

    def choice_of(self, text: str) -> Choice | None:
        """The option with a number or exactly a key."""
        if text.isascii() and text.isdigit() and len(text) < 6:
            by_number = dict(zip(numbers(self.offers), self.offers, strict=True))
            found = by_number.get(int(text))
            return None if found is None else found.choice
        return next((offer.choice for offer in self.offers if text == offer.choice.key), None)

    def explain_unknown(self, text: str, found: Sequence[Offer]) -> None:
        if found:
            names = ", ".join(o.choice.key for o in found[:6])
            self.say(self.words("several", text=clean(text), names=names))
            return
        if lines := declared_lines(self.session, self.words, text):
            self.console.print(*lines, sep="\n")
            return
        self.say(self.words("no_such", text=clean(text)))
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
        self.draw()

    def quit(self, rest: str) -> None:
        raise Quit

    def advice(self, rest: str) -> None:
        """What the greedy bot makes of each option."""
        for line in advice_lines(self.session, self.offers, self.words, self.console.width):
            self.hang(line, 7)

    def undo(self, rest: str) -> None:
        if not self.session.undo():
            self.say(self.words("not_undone"))
            return
        self.told = min(self.told, len(self.session.steps))
        self.say(self.words("undone"))

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
        from interpreter.runtime.log import is_log, write

        path = Path(rest or f"{self.session.game.id}.jsonl")
        try:
            path = path.expanduser()
            if path.is_file() and not is_log(path):
                self.say(self.words("not_overwritten", path=clean(str(path))))
                return
            write(path, self.session.text())
        except (OSError, ValueError, RuntimeError) as error:  # no file's name, no such home
            phrase = f"error_{error.errno}" if isinstance(error, OSError) else ""
            reason = self.words(phrase if phrase in self.words.phrases else "error_any")
            self.say(self.words("not_saved", path=clean(str(path)), reason=reason))
            return
        self.say(self.words("saved", path=path))

    def about(self, rest: str) -> None:
        from cli.screen.pages import about, near_things

        if not rest:
            self.say(self.words("about_what"))
            return
        lines = about(self.session.game, self.words, rest, self.console.width - 2)
        for line in lines:
            self.console.print(line)
        if not lines:
            self.say(self.words("about_none", name=clean(rest)))
            if near := near_things(self.session.game.model, self.words, rest):
                self.say(self.words("near", names=", ".join(f"`{n}`" for n in near)))

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
    judged = GreedyBot("greedy").appraise(session.state)
    listed = zip(numbers(found), zip(found, judged, strict=True), strict=True)
    ranked = sorted(listed, key=lambda x: -x[1][1].lead)
    column = min(max((Text(offer.text).cell_len for offer in found), default=0), max(20, width // 2))
    out = [Text(words("advice_head" if program.hints else "advice_bare"), style="bold")]
    for number, (offer, appraisal) in ranked:
        line = Text(f"{number:>3}  ", style="bold").append(f"{offer.text:<{column}}  ", style="default")
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


def offers(session: Session, seat: int, words: Words) -> list[Offer]:
    """The options of the decision that is due, in words."""
    state = session.state
    decision = state.decision
    tables = changes.Tables(state, seat)
    out = []
    for choice, text in zip(decision.choices, words.options(decision, state.slots), strict=True):
        out.append(Offer(choice, text, changes.brings(state, choice, seat, words, tables).said(words)))
    return out


def numbers(found: Sequence[Offer]) -> list[int]:
    """What each option is chosen by, from 1; where options are numbers themselves, each of these is its own, so that
    typing 10 never takes 9."""
    own = [int(o.text) if o.text.isascii() and o.text.isdigit() else None for o in found]
    taken = {n for n in own if n is not None}
    free = (n for n in count(max(taken, default=0) + 1))
    return [next(free) if n is None else n for n in own]


def offer_lines(found: Sequence[Offer], console: Console) -> list[Text]:
    """Numbered lines with what each option brings behind it, in a column where that fits; below it where it is too
    long for the line."""
    width, chosen_by = console.width, numbers(found)
    digits = len(str(max(chosen_by, default=0)))
    column = min(max((Text(o.text).cell_len for o in found), default=0), max(20, width // 2))
    out = []
    for number, offer in zip(chosen_by, found, strict=True):
        line = Text(f"{number:>{digits + 1}}  ", style="bold").append(offer.text, style="default")
        brings = Text(offer.brings, style="green")
        gap = max(2, column + digits + 5 - line.cell_len)
        if not brings or line.cell_len + gap + brings.cell_len <= width:
            brings = Text(" " * gap).append_text(brings) if brings else brings
            out += hung(line.append_text(brings), console, digits + 3)
        else:
            out += hung(line, console, digits + 3)
            out += hung(Text(" " * (digits + 5)).append_text(brings), console, digits + 5)
    return out


def begun(text: str, found: Sequence[Offer]) -> list[Offer]:
    """The options whose key or words begin with the text, capitals aside."""
    low = text.casefold()
    by_key = [o for o in found if o.choice.key.casefold().startswith(low)]
    return by_key or [o for o in found if o.text.casefold().startswith(low)]


def why_lines(session: Session, words: Words, key: str) -> list[Text]:
    """The answer to `why`: for one key or its beginning, or for everything that is listed but not offered."""
    refused = session.state.why_not()
    if not key:
        return _why_groups(session, words, refused) if refused else [Text(words("why_none"))]
    offered, refused, how = _meant(key, session, refused, words)
    found = len(offered) + len(refused)
    if not found:
        return [Text(words("why_unknown", key=clean(key))), *_listed(session, words)]
    out = [Text(words("why_offered", key=choice.key)) for choice in offered]
    if found > 1:
        out.insert(0, Text(words(f"why_several_{how}", key=clean(key), n=found), style="bold"))
    return [*out, *_why_groups(session, words, refused, headed=found == 1)]


def declared_lines(session: Session, words: Words, text: str) -> list[Text]:
    """Why what was typed is not offered, where the rules declare it at this decision; empty where they do not."""
    low = text.casefold()
    decision = session.state.decision
    meant = [
        r for r in session.state.why_not()
        if low == r.key.casefold() or low == _refused(r, session, words).casefold()
        or low == words.choice(r.choice, decision, session.state.slots).casefold()
    ]  # fmt: skip
    return _why_groups(session, words, meant) if meant else []


def _meant(
    text: str, session: Session, refused: Sequence[Refusal], words: Words
) -> tuple[list[Choice], list[Refusal], str]:
    """The options, offered and refused, that a text means, and how: as a whole key or its words, else as their
    beginning, else as what goes on from a key that breaks off (`sell` for `sell wood`), else as a part of them, else as
    an action of which nothing that it goes on with is listed."""
    low, decision = text.casefold(), session.state.decision
    tests: dict[str, Callable[[str], bool]] = {
        "begin": lambda known: known == low,
        "begun": lambda known: known.startswith(low),
        "whole": lambda known: low.startswith(known + " "),
        "part": lambda known: low in known,
    }
    whole = {
        r.choice.action
        for r in refused
        if low.startswith((f"{r.choice.action} ", f"{words.name(r.choice.action)} ".casefold()))
    }

    def fits(choice: Choice, is_meant: Callable[[str], bool]) -> bool:
        said = words.choice(choice, decision, session.state.slots)
        return is_meant(choice.key.casefold()) or is_meant(said.casefold())

    for how, is_meant in tests.items():
        found = [c for c in decision.choices if how != "whole" and fits(c, is_meant)]
        missing = [r for r in refused if fits(r.choice, is_meant)]
        if found or missing:
            return found, missing, how
    of_action = [r for r in refused if r.choice.action in whole]
    return [], of_action, "whole" if of_action else ""


def _why_groups(session: Session, words: Words, refused: Sequence[Refusal], *, headed: bool = True) -> list[Text]:
    """What is refused, with those options together that fail for the same reasons."""
    groups: dict[tuple[str, ...], list[str]] = {}
    quote = _quoter(session, words)
    heads = {(r.choice.option, r.reasons) for r in refused if not r.choice.values}
    for refusal in refused:
        if refusal.choice.values and (refusal.choice.option, refusal.reasons) in heads:
            continue  # the action as a whole is told
        reasons = tuple(_reasons(session, refusal.reasons, words, quote))
        groups.setdefault(reasons, []).append(_refused(refusal, session, words))
    out = [Text(words("why_head"), style="bold")] if groups and headed else []
    for reasons, names in groups.items():
        names = list(dict.fromkeys(names))
        shown = ", ".join(names[:_WHY_SHOWN])
        who = shown if len(names) <= _WHY_SHOWN else words("why_many", n=len(names), names=shown)
        out.append(Text(f"  {who}: ", style="default").append("; ".join(reasons), style="yellow"))
    return out


def _listed(session: Session, words: Words) -> list[Text]:
    """Where and how the rules say what may be chosen at the decision that is due."""
    info = session.game.program.decisions[session.state.decision.label]
    spans = []
    for alt in info.alts:
        decl = session.game.model.actions.get(alt.action)
        chosen = decl.choose.span if decl is not None and decl.choose is not None else alt.span
        spans.append(chosen or info.span)
    quote = _quoter(session, words)
    lines = [f"  {_said(span, quote)}  ({_at(session, span)})" for span in dict.fromkeys(spans or [info.span])]
    return [Text(words("why_place")), *(Text(line, style="yellow") for line in lines)]


def _refused(refusal: Refusal, session: Session, words: Words) -> str:
    """An option that is not offered, in words; its key where only a part of it is settled."""
    choice = refusal.choice
    decision = session.state.decision
    alts = session.game.program.decisions[decision.label].alts
    option = choice.option
    slots = session.state.slots
    whole = choice.is_free or type(option) is not tuple or option[0] < 0
    if not whole:
        known, binds = {name for name, _, _ in choice.values}, alts[option[0]].binds
        whole = len(option) - 1 == len(binds) or (bool(known) and {b.name for b in binds if b.shown} <= known)
    if whole:
        return words.choice(choice, decision, slots)
    shown = [words.thing(kind, value, slots) for _, kind, value in choice.values]
    if not shown and choice.key != choice.action:
        return words.named(choice.action, choice.key)
    return " ".join([words.title(choice.action or decision.prompt), *shown])


def _quoter(session: Session, words: Words) -> Quoter:
    """What says stretches of the rules in words."""
    from interpreter.explaining.naming import Naming
    from interpreter.explaining.quoted import Quoter

    return Quoter(Naming(session.game.model, words.language))


def _said(span: Span, quote: Quoter, whole: bool = False) -> str:
    """A stretch of rules in words, else as it is written."""
    return clean(quote(span) or "") or _source(span, whole)


def _reasons(session: Session, reasons: Sequence[Reason], words: Words, quote: Quoter) -> list[str]:
    """Failed checks in words, each with its place; at most three."""
    out = []
    for reason in reasons[:3]:
        phrase = f"reason_{reason.code}"
        if phrase not in words.phrases or (phrase == "reason_short" and reason.needed is None):
            phrase = "reason_other"
        need, have = reason.needed, reason.has
        if reason.code == "outside" and reason.what:
            table = session.game.model.tables.get(reason.what)
            numbered = table is not None and all(isinstance(key, int) for key in table.values)
            phrase = "reason_outside_table" if numbered else "reason_outside_key"
        elif reason.code == "outside" and need is not None:
            phrase = "reason_outside_list"
        gap = need - have if need is not None and have is not None else None
        what = words.name(reason.what) if reason.what else ""
        whole = reason.code in ("where", "require")
        if reason.code == "where" and have is not None and quote.is_limit(reason.span):
            phrase = "reason_limit"
        text = clean(quote.choice(reason.span) or "") if reason.code == "absent" else ""
        text = text or _said(reason.span, quote, whole)
        said = words(phrase, need=need, have=have, gap=gap, text=text, what=what)
        says_numbers = False
        if reason.words:
            said, says_numbers = words.refusal(reason.words, need, have)
        elif own := _own_words(reason, words):
            said = own
        if phrase != "reason_limit" and reason.compares and need is not None and not says_numbers:
            said += f" ({words(_COMPARED[reason.compares], need=need, have=have)})"
        out.append(f"{said} ({_at(session, reason.span)})")
    return out


def _own_words(reason: Reason, words: Words) -> str | None:
    """What the game's texts say of a condition that asks one value, such as `usable(me, x)`."""
    asked = re.fullmatch(r"(?:my )?(\w+)(\(.*\))?", " ".join(reason.span.text.split()))
    if asked is None or reason.code not in ("where", "absent", "nothing"):
        return None
    # The bracket that opens behind the name closes at the end, so that nothing else is asked.
    depths = list(accumulate((c == "(") - (c == ")") for c in asked[2] or ""))
    return words.text("refusals", asked[1]) if 0 not in depths[:-1] else None


def _source(span: Span, whole: bool = False) -> str:
    """A stretch of rules on one line: all of it, or its beginning."""
    text = clean(" ".join(span.text.split()))
    return f"`{text if whole or len(text) <= 100 else text[:99] + '…'}`"


def _at(session: Session, span: Span) -> str:
    """File and line, the file as it is called in the ruleset's folder."""
    folder = os.path.dirname(session.game.model.game.span.path)
    path = span.path.removeprefix(folder + os.sep) if folder else span.path
    return f"{path}:{span.line}"


def _line_editing() -> None:
    """Arrow keys and history in answers, where the system has them."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline

            readline.set_auto_history(True)
