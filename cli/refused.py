"""Why options are not offered, in words: which part of a condition fails, with what, where, and by how much."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rich.text import Text

from cli.screen.safe import clean
from cli.screen.words import Words
from cli.session import Session
from interpreter.diagnostics import Span
from interpreter.loading.model import ActionDecl
from interpreter.program.types import Type
from interpreter.runtime.apart import Clause
from interpreter.runtime.decisions import Choice
from interpreter.runtime.refusals import Reason, Refusal

if TYPE_CHECKING:
    from interpreter.explaining.quoted import Quoter

_COMPARED = {
    ">=": "needs_at_least", ">": "needs_more", "<=": "is_at_most", "<": "is_less", "==": "is_exactly", "!=": "is_not",
}  # fmt: skip
"""How numbers should compare → the phrase for where they do not."""

_SHOWN = 3
"""So many of the options that are refused for the same reason are named, and so many reasons of one option."""

_DEEP = 3
"""So many steps behind the part of a condition that fails are told, into the formulas that it asks."""

_SHORT = 160
"""A formula that takes more letters is not told, nor what stands behind so many in a list."""

_LISTED = 6
"""So many elements of a list are told."""


def why_lines(session: Session, words: Words, key: str) -> list[Text]:
    """The answer to `why`: for one key or its beginning, or for everything that is listed but not offered."""
    refused = session.state.why_not()
    if not key:  # that it could not be any other space or piece is told of the one that is asked for
        refused = [r for r in refused if not _is_elsewhere(r)]
        return _why_groups(session, words, refused) if refused else [Text(words("why_none"))]
    offered, refused, how = _meant(key, session, refused, words)
    refused = [r for r in refused if not _is_elsewhere(r)] or refused
    found = len(offered) + len(refused)
    if not found:
        return elsewhere(session, words, key) or [Text(words("why_unknown", key=clean(key))), *_listed(session, words)]
    out = [Text(words("why_offered", key=choice.key)) for choice in offered]
    if found > 1:
        out.insert(0, Text(words(f"why_several_{how}", key=clean(key), n=found), style="bold"))
    return [*out, *_why_groups(session, words, refused, headed=found == 1)]


def _is_elsewhere(refusal: Refusal) -> bool:
    """Whether a space or piece is all that is at fault: it is not among those that may be chosen."""
    is_absent = all(reason.code in ("absent", "nothing") for reason in refusal.reasons)
    return is_absent and any(kind.name in ("place", "piece") for _, kind, _ in refusal.choice.values)


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


def refused_lines(session: Session, words: Words, is_meant: Callable[[Choice], bool]) -> list[Text]:
    """Why some of what the rules declare at this decision is not offered; empty where they declare no such thing."""
    refused = [r for r in session.state.why_not() if is_meant(r.choice)]
    return _why_groups(session, words, refused) if refused else []


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
    heads = {(r.choice.option, r.reasons) for r in refused if not r.choice.values}
    told = [
        # Where the action as a whole is told, what it chooses is not told once more.
        r
        for r in refused
        if not r.choice.values or (r.choice.option, r.reasons) not in heads
    ]
    teller = _Reasons(session, words)
    out = [Text(words("why_head"), style="bold")] if told and headed else []
    for refusals, reasons in teller.groups(told):
        names = list(dict.fromkeys(_refused(r, session, words) for r in refusals))
        shown = ", ".join(names[:_SHOWN])
        who = shown if len(names) <= _SHOWN else words("why_many", n=len(names), names=shown)
        out.append(Text(f"  {who}: ", style="default").append(_joined(reasons, words), style="yellow"))
    return out


def _joined(reasons: Sequence[str], words: Words) -> str:
    """Each way in which something could be carried out fails for one reason."""
    shown = "; ".join([*reasons[:_SHOWN], *(["…"] if len(reasons) > _SHOWN else [])])
    return shown if len(reasons) == 1 else words("why_each_way", text=shown)


def elsewhere(session: Session, words: Words, key: str) -> list[Text]:
    """Where an action is offered that no option of this decision has to do with; nothing where the text names none."""
    low, quote = key.casefold(), _quoter(session, words)
    out = []
    for decl in session.game.model.offered:
        names = {decl.id, words.name(decl.id).casefold(), words.title(decl.id).casefold()}
        if not any(low == name or low.startswith(f"{name} ") for name in names):
            continue
        if isinstance(decl, ActionDecl):
            text = words("why_other_menu", x=words.name(decl.id), menu=words.name(decl.menu or ""))
        else:
            window = ", ".join(_said(text.span, quote) for text in decl.window)
            text = words("why_window", x=words.name(decl.id), text=window)
        out.append(Text(f"{text} ({_at(session, decl.span)})"))
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


class _Reasons:
    """Says reasons at one position in one language."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self.words = words
        self.quote = _quoter(session, words)
        self.slots = session.state.slots
        self.asked = session.state.player

    # ---- options that fail alike

    def groups(self, refused: Sequence[Refusal]) -> Iterator[tuple[list[Refusal], list[str]]]:
        """Options that fail for the same reasons, and these in words. Where many fail at the same place for different
        things, they are told together, without what differs."""
        alike: dict[tuple[Any, ...], dict[tuple[Reason, ...], list[Refusal]]] = {}
        for refusal in refused:
            reasons = refusal.reasons[: _SHOWN + 1]
            shape = tuple(x if x.clause is None else (x.code, x.words, _shape(x.clause)) for x in reasons)
            alike.setdefault(shape, {}).setdefault(reasons, []).append(refusal)
        by_text: dict[tuple[str, ...], list[Refusal]] = {}
        for different in alike.values():
            if len(different) <= _SHOWN:
                for reasons, members in different.items():
                    by_text.setdefault(tuple(map(self.said, reasons)), []).extend(members)
            else:
                shared = tuple(reduce(_shared, same) for same in zip(*different, strict=True))
                by_text.setdefault(tuple(map(self.said, shared)), []).extend(r for m in different.values() for r in m)
        for texts, members in by_text.items():
            yield members, list(dict.fromkeys(texts))

    # ---- one reason

    def said(self, reason: Reason) -> str:
        """A failed check, with its place."""
        words, place = self.words, _at(self.session, reason.span)
        need, have, numbers = reason.needed, reason.has, ""
        if reason.words:
            said, says_numbers = words.refusal(reason.words, need, have)
            part = "" if reason.clause is None else self._part(reason.clause, reason.span.line)
            numbers = "" if says_numbers or part else _bracketed(self._numbers(reason.compares, need, have))
            return f"{said}{numbers} ({place}){part}"
        if reason.clause is not None:
            clause = _narrowed(reason.clause)
            if clause.kind in ("elements", "mine", "limit"):
                return {"elements": self._elements, "mine": self._piece, "limit": self._limit}[clause.kind](
                    reason, clause
                )
            return self._condition(reason, clause)
        phrase = f"reason_{reason.code}"
        if phrase not in words.phrases or (phrase == "reason_short" and need is None):
            phrase = "reason_other"
        if reason.code == "outside" and reason.what:
            table = self.session.game.model.tables.get(reason.what)
            numbered = table is not None and all(isinstance(key, int) for key in table.values)
            phrase = "reason_outside_table" if numbered else "reason_outside_key"
        elif reason.code == "outside" and need is not None:
            phrase = "reason_outside_list" if need else "reason_outside_empty"
        if reason.code == "where" and have is not None and self.quote.is_limit(reason.span):
            phrase = "reason_limit"
        else:
            numbers = _bracketed(self._numbers(reason.compares, need, have))
        gap = need - have if need is not None and have is not None else None
        what = words.name(reason.what) if reason.what else ""
        text = clean(self.quote.choice(reason.span) or "") if reason.code == "absent" else ""
        text = text or _said(reason.span, self.quote, reason.code in ("where", "require"))
        if need == 1 and words.language == "en":
            what = words.amount(1, reason.what).removeprefix("1 ") if what else what
        made = words(phrase, need=need, have=have, gap=gap, text=text, what=what)
        return f"{_own_words(reason, words) or made}{numbers} ({place})"

    def _limit(self, reason: Reason, clause: Clause) -> str:
        text = _said(clause.span, self.quote, True)
        return f"{self.words('reason_limit', text=text, have=clause.has)} ({_at(self.session, clause.span)})"

    def _numbers(self, compares: str, need: int | None, have: int | None) -> str:
        """How numbers should compare and what is there; "" where none are known."""
        if not compares or need is None or have is None:
            return ""
        return self.words(_COMPARED[compares], need=need, have=have)

    # ---- conditions

    def _condition(self, reason: Reason, whole: Clause) -> str:
        """The smallest part that says why a condition fails, and what in the formulas that it asks does."""
        found = _narrowed(whole)
        own = self._of_value(found)
        said = own or self.words(f"reason_{reason.code}", text=self._text(found)) + self._with(found)
        out, line = f"{said} ({_at(self.session, found.span)})", found.span.line
        for step, inner in list(self._behind(found))[: 1 if own else _DEEP]:
            out += f"; {step}"
            if inner.span.line != line:
                out, line = f"{out} ({_at(self.session, inner.span)})", inner.span.line
        return out

    def _part(self, whole: Clause, line: int) -> str:
        """What fails in a condition for which the rules have words, where it has parts. line: that of the words."""
        found = _narrowed(whole)
        step, inner = next(self._behind(found), ("", found))
        if not step and found is not whole and found.needed is None:  # else the numbers stand behind the words
            step = self._step("reason_needs", found)
        place = "" if inner.span.line == line else f" ({_at(self.session, inner.span)})"
        return f"; {step}{place}" if step else ""

    def _of_value(self, clause: Clause) -> str | None:
        """What the game's texts say of a condition with a name that does not hold."""
        return self.words.text("refusals", clause.value) if clause.value and not clause.holds else None

    def _behind(self, clause: Clause, lead: str = "") -> Iterator[tuple[str, Clause]]:
        """What makes a clause come out as it does, one step after the other, each with the part that it tells of. lead:
        what stands in front of the first."""
        if clause.kind == "or" and not clause.holds:
            for part in clause.parts:
                yield from self._behind(_narrowed(part))
        if clause.kind == "compare" and not clause.holds:
            for part in clause.parts:
                text = self.words("reason_formula", x=self.words.name(part.value), text=self._text(part))
                if len(text) <= _SHORT:
                    yield text + self._sum(part), part
            return
        if not clause.parts or clause.kind in ("and", "or", "compare") or (clause.kind == "any" and clause.holds):
            return  # told by the part itself
        inner = _narrowed(clause.parts[-1])
        if clause.kind == "value" and inner.span.text in ("true", "false"):
            phrase = "reason_by_rule" if inner.holds else "reason_by_no_rule"
            yield lead + self.words(phrase, x=self.words.name(clause.value)), inner
            return
        if inner.kind == "rule":
            rule = clean(self.quote.rule(inner.span) or "") or _source(inner.span)
            yield lead + self.words("reason_rule", text=rule), inner
            return
        if clause.kind == "value":
            phrase = "reason_since_value" if inner.holds else "reason_needs_value"
            yield lead + self._step(phrase, inner, self.words.name(clause.value)), inner
        elif clause.kind in ("any", "all"):
            lead = f"{self._thing(*clause.operands[0])}: "
            if inner.kind == "value" and inner.parts and self._of_value(inner) is None:
                yield from self._behind(inner, lead)  # its formula tells more
                return
            yield lead + self._step("reason_needs", inner), inner
        elif clause.kind == "not" and inner is not clause.parts[0]:
            yield lead + self._step("reason_since", inner), inner
        elif clause.kind == "if":
            yield lead + self._step("reason_since" if inner.holds else "reason_needs", inner), inner
        yield from self._behind(inner)

    def _step(self, phrase: str, clause: Clause, value: str = "") -> str:
        own = self._of_value(clause)
        return own or self.words(phrase, x=value, text=self._text(clause)) + self._with(clause)

    def _sum(self, clause: Clause) -> str:
        """The two parts of a sum, difference or product, with its sign."""
        numbers = [self._thing(*x) for x in clause.operands]
        sign = {"-": "−", "*": "×"}.get(clause.compares, clause.compares)
        said = f" {sign} ".join(numbers)
        return f" ({said})" if numbers and said not in self._text(clause) else ""

    def _text(self, clause: Clause) -> str:
        if clause.kind == "or" and not clause.holds and clause.parts:
            # Of each part what fails in it.
            said = [(part, self._text(part) + self._with(part)) for part in map(_narrowed, clause.parts)]
            texts = [f"({text})" if part.kind in ("any", "all", "if") else text for part, text in said]
            return reduce(lambda a, b: self.quote.say("or", a=a, b=b), texts)
        known, mine = {}, set()
        for name, kind, thing in clause.names:
            if kind.name in ("bool", "bag", "list") or self._says_nothing(clause, name, kind, thing):
                continue
            if kind.name == "player" and thing == self.asked:
                mine.add(name)
            else:
                known[name] = self._thing(kind, thing)
        numbers = {name for name, kind, _ in clause.names if kind.name == "int"}
        given = [self._thing(*x) for x in clause.operands] if clause.kind == "value" else []
        text = self.quote.part(clause.span, known, mine, numbers, given) or self.quote(clause.span)
        return clean(text or "") or _source(clause.span, True)

    def _says_nothing(self, clause: Clause, name: str, kind: Type, thing: Any) -> bool:
        """Whether a comparison would tell nothing with what a name of it stands for: `3 is less than 3`, `hut is not
        hut`. What it stands for is told behind it, or the option itself says it."""
        if clause.kind != "compare" or clause.holds or len(clause.operands) != 2:
            return False
        if kind.name == "int":
            return name in (clause.span.text.split()[0], clause.span.text.split()[-1])
        shown = {self._thing(*x) for x in clause.operands}
        return clause.compares == "!=" and shown == {self._thing(kind, thing)}

    def _thing(self, kind: Type, thing: Any) -> str:
        if kind.name == "player" and thing >= 0:
            return self.quote.say("me") if thing == self.asked else self.words.seat(thing)
        if kind.name == "bool":
            return self.words("so" if thing else "not_so")
        if kind.name not in ("int", "list", "bag") and isinstance(thing, int) and thing < 0:
            return self.quote.say("none")
        if kind.name == "list" and kind.item is not None:
            things = list(dict.fromkeys(self._thing(kind.item, x) for x in thing))
            lengths = list(accumulate(map(len, things)))
            shown = [x for x, length in zip(things[:_LISTED], lengths, strict=False) if length <= _SHORT] or things[:1]
            comma = "; " if any("," in x for x in shown) else ", "
            return comma.join([*shown, *(["…"] if len(things) > len(shown) else [])])
        return self.words.thing(kind, thing, self.slots)

    def _with(self, clause: Clause) -> str:
        """What is there, behind a part that fails."""
        return _bracketed(self._there(clause))

    def _there(self, clause: Clause) -> str:
        """What is there: numbers, the thing that is compared, how many were looked at."""
        words = self.words
        if clause.kind == "not" and clause.parts:
            inner = clause.parts[0]
            is_number = inner.kind == "compare" and inner.holds and inner.has is not None
            return words("it_is", x=inner.has) if is_number else self._there(inner)
        if clause.kind == "assignable" and not clause.holds:
            return words("left_over", x=self._thing(*clause.operands[0]))
        if clause.kind == "any" and clause.holds:
            return words("here_it_is", x=self._thing(*clause.operands[0])) if clause.operands else ""
        if clause.kind == "any" and clause.number is not None:
            n = clause.number
            return "" if n == 1 else words("none_of", n=n) if n else words("none_at_all")
        if clause.kind != "compare" or clause.holds:
            return ""
        if clause.span.text.split()[-1:] == ["empty"]:
            return words("lie_there", n=clause.has) if clause.has else ""
        return self._numbers(clause.compares, clause.needed, clause.has) or self._compared(clause)

    def _compared(self, clause: Clause) -> str:
        """What is compared and is no number, as far as the part itself does not say it."""
        if len(clause.operands) != 2 or any(kind.name == "int" for kind, _ in clause.operands):
            return ""
        (kind, thing), (other, things) = clause.operands
        text, is_, needed = self._text(clause), self._thing(kind, thing), self._thing(other, things)
        is_name = any(thing == x and kind == of for _, of, x in clause.names)
        if clause.compares in ("in", "not in"):
            listed = self.words("among", x=needed) if things else self.words("none_at_all")
            return "" if clause.compares == "not in" or needed in text else listed
        if clause.compares == "!=" or is_name:
            return "" if is_ in text or (kind.name != "bool" and thing == -1) else self.words("it_is", x=is_)
        if needed in text or (other.name != "bool" and things == -1):
            return self.words("it_is", x=is_)
        return self.words("it_must_be", x=is_, need=needed)

    def _elements(self, reason: Reason, clause: Clause) -> str:
        """What may be chosen, where something is not among it or there is nothing."""
        text = _own_words(reason, self.words)
        (of, things), *ends = clause.operands or ((None, ()),)
        if text is None:
            text = self.words(f"reason_{reason.code}", text=self._text(clause))
            if len(ends) == 2 and not things:  # numbers from a to b, and b is less
                text += _bracketed(self._numbers(">=", ends[0][1], ends[1][1]))
            if reason.code == "absent" and of is not None:
                listed = self._thing(of, things)
                there = self.words("among", x=listed) if things else self.words("none_at_all")
                text = text if ends or (things and listed in text) else f"{text} ({there})"
        return f"{text} ({_at(self.session, clause.span)})"

    def _piece(self, reason: Reason, clause: Clause) -> str:
        """That an action stands on a piece of somebody else, or of nobody."""
        kind, thing = clause.operands[0]
        what = self.quote.say.one(kind.of) if thing < 0 else self._thing(kind, thing)
        return f"{self.words('reason_not_yours', x=what)} ({_at(self.session, reason.span)})"


def _bracketed(said: str) -> str:
    """What stands in brackets behind something; "" where there is nothing to say."""
    return f" ({said})" if said else ""


def _narrowed(clause: Clause) -> Clause:
    """The smallest part of the text that comes out as it does for the same reason."""
    while clause.kind in ("and", "or") and len(clause.parts) == 1:
        clause = clause.parts[0]
    return clause


def _shape(clause: Clause) -> tuple[Any, ...]:
    """Where and how a condition comes out, whatever the things are."""
    return clause.kind, clause.span, clause.holds, tuple(map(_shape, clause.parts))


def _shared(a: Reason, b: Reason) -> Reason:
    """What two reasons of the same shape have in common."""
    if a.clause is None or b.clause is None:
        return a
    same = (a.needed, a.has) == (b.needed, b.has)
    needed, has = (a.needed, a.has) if same else (None, None)
    return replace(a, clause=_common(a.clause, b.clause), needed=needed, has=has)


def _common(a: Clause, b: Clause) -> Clause:
    same = (a.needed, a.has) == (b.needed, b.has)
    return replace(
        a,
        names=tuple(x for x in a.names if x in b.names),
        operands=a.operands if a.operands == b.operands else (),
        needed=a.needed if same else None,
        has=a.has if same else None,
        number=a.number if a.number == b.number else None,
        parts=tuple(map(_common, a.parts, b.parts)),
    )


def _own_words(reason: Reason, words: Words) -> str | None:
    """What the game's texts say of a condition that asks one value, such as `usable(me, x)`, or of what is chosen from
    one, such as `x in usable_by(me)`."""
    asked = re.fullmatch(r"(?:\w+ in )?(?:my )?(\w+)(\(.*\))?", " ".join(reason.span.text.split()))
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
