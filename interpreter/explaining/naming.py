"""What things are called in sentences: the names of texts in one language, else the id with blanks."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import yaml

from interpreter.diagnostics import Diagnostics
from interpreter.explaining.flow import flows
from interpreter.explaining.phrases import SAYINGS
from interpreter.explaining.russian import of_times, times, yours
from interpreter.language.syntax import nodes
from interpreter.language.syntax.texts import parsed
from interpreter.loading.model import Model, ValueDecl

_PLACE = re.compile(r"[\s:→,;(–-]*\{\w+(?: \w+)?\}\)?")
_FACT = re.compile(r"\{(\w+)\.\w+\}")
"""A place for what a value or attribute says of what is chosen."""
_CHOSEN = ("x", "n", "k", "me")
"""What texts may name that no binder makes."""

_AMOUNT = re.compile(r"(\d+) +([a-z][a-z0-9_]*)")
_AMOUNTS = re.compile(rf"{_AMOUNT.pattern}(?: *, *{_AMOUNT.pattern})*")


def amounts_in(text: str) -> list[tuple[str, str]]:
    """(number, id) of each amount of a bag as attributes write it, `2 wood, 1 stone`; empty for any other text."""
    return _AMOUNT.findall(text) if _AMOUNTS.fullmatch(text) else []


_EXPECTANT = ("of", "for", "to", "from", "in", "on", "by", "with", "at")
_ALL_EXPECTANT = frozenset((*_EXPECTANT, "в", "на", "за", "из", "от", "к", "с", "у", "по", "для", "до", "о"))


@cache
def book_words() -> dict[str, dict[str, str]]:
    """The phrases of rulebooks by language, some in place of those of other explanations."""
    text = (Path(__file__).parent / "book.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = yaml.safe_load(text)
    return found


class Naming:
    """The names of one ruleset in one language (`en` or `ru`), and the phrases of that language. book: whether they are
    said as a rulebook does."""

    def __init__(self, model: Model, language: str = "en", *, book: bool = False) -> None:
        self.model = model
        self.language = language
        self._phrases = SAYINGS[language] | (book_words()[language] if book else {})
        self.plot: object = None
        """what a rulebook tells where, see `narrator.Plot`"""
        self._conditions: dict[str, bool] = {}
        self._flows: dict[str, str] | None = None
        self._facts: frozenset[str] | None = None
        self._bound: set[str] | None = None
        self._groups = [model.texts[x].groups for x in dict.fromkeys((language, "en")) if x in model.texts]

    def is_condition(self, decl: ValueDecl) -> bool:
        """Whether a value is true or false, as its formula shows."""
        if decl.id not in self._conditions:
            self._conditions[decl.id] = False  # values that call each other are asked once
            found = None if decl.formula is None else parsed(decl.formula, Diagnostics()).tree
            self._conditions[decl.id] = isinstance(found, nodes.Expr) and self._is_true_or_false(found)
        return self._conditions[decl.id]

    def _is_true_or_false(self, x: nodes.Expr) -> bool:
        match x:
            case nodes.Is() | nodes.Not():
                return True
            case nodes.Binary():
                return x.operator in ("and", "or", "<", ">", "<=", ">=")
            case nodes.IfThen():
                return self._is_true_or_false(x.then)
            case nodes.Name():
                return x.name in ("true", "false")
            case nodes.Call(function=nodes.Name(name=name)):
                decl = self.model.values.get(name)
                return name in ("any", "all", "possible", "assignable") or (
                    decl is not None and self.is_condition(decl)
                )
        return False

    def is_fact(self, id: str) -> bool:
        """Whether an attribute or variable is true or false wherever there is one of that name."""
        if self._facts is None:
            model = self.model
            types = [item for cls in model.classes for item in cls.attributes.items()]
            states = [model.game_state, model.player_state, *(cls.state for cls in model.classes)]
            types += [(name, decl.type) for state in states for name, decl in state.items()]
            other = {name for name, text in types if text.split()[:1] != ["bool"]}
            self._facts = frozenset(name for name, _ in types) - other
        return id in self._facts

    def flow(self, id: str) -> str:
        """The phrase for a choice without options in the text of a procedure or phase; "" where it fails there."""
        if self._flows is None:
            self._flows = flows(self.model)
        return self._flows.get(id, "")

    def __call__(self, phrase: str, **arguments: object) -> str:
        return self._phrases[phrase].format(**arguments)

    def mine(self, what: str) -> str:
        """What belongs to the one who is spoken to: `your cards`, `ваши карты`."""
        if self.language == "ru":
            return yours(what)
        return self("my", x=what.removesuffix(" of"))  # `units of` somebody are your units

    def counted(self, phrase: str, number: str, **arguments: object) -> str:
        """A phrase with a number of times; one that is computed stands in the phrase of the same name and `_by`."""
        if self.language != "ru":
            return self(phrase, n=number, **arguments)
        if not number.isdigit():
            return self(f"{phrase}_by", n=number, **arguments)
        return self(phrase, n=number, times=times(number), of_times=of_times(number), **arguments)

    def compared(self, operator: str, a: str, b: str) -> str:
        """A comparison of two numbers."""
        key = f"{operator}_by"
        return self(key if self.has(key) and not b.isdigit() else operator, a=a, b=b)

    def encloses(self, phrase: str, part: str) -> bool:
        """Whether a phrase has brackets or quotation marks of its own around a part: `number ({x})`."""
        before, _, after = self._phrases[phrase].partition(f"{{{part}}}")
        return before.count("(") > before.count(")") or (before[-1:] + after[:1]) in ("«»", "||", "``")

    def reaches(self, said: str) -> bool:
        """Whether what stands behind a phrase would be read as a part of its last one: `price for a`. What is inside
        brackets is not asked."""
        outside = re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", said))
        return self.language == "en" and " for " in outside

    def is_open(self, name: str) -> bool:
        """Whether a name ends in a word that itself expects something behind it: `number of`."""
        return self.language == "en" and name.rpartition(" ")[2] in _EXPECTANT

    def has(self, phrase: str) -> bool:
        return phrase in self._phrases

    def _text(self, group: str, id: str) -> str | None:
        return next((found for g in self._groups if (found := g.get(group, {}).get(id))), None)

    def named(self, id: str) -> bool:
        """Whether the texts have a name for an id."""
        return self._text("names", id) is not None

    def name(self, id: str) -> str:
        return self._text("names", id) or id.replace("_", " ")

    def one(self, id: str) -> str:
        """The name of a single thing of a class or group: the text of `1 card`, else its name."""
        return self._text("names", f"1 {id}") or self.name(id)

    def title(self, id: str) -> str:
        name = self.name(id)
        return name[:1].upper() + name[1:]

    def local(self, id: str, noun: str | None = None) -> str:
        """What a name of effect text itself is called: `player p`, `«what is kept»`. noun: what it is, where known."""
        name = id if len(id) == 1 else self.name(id)
        if noun is None:
            return f"«{name}»"
        is_bare = len(id) == 1 or (self.language == "en" and not self.named(id))
        return f"{noun} {name}" if is_bare else f"{noun} «{name}»"

    def help(self, id: str) -> str | None:
        return self._text("help", id)

    def paragraph(self, id: str) -> str | None:
        """The designer's own paragraphs on a part of the rulebook or on a thing, as Markdown."""
        return self._text("rulebook", id)

    def reason(self, id: str) -> str | None:
        """Why something is not offered: the text of a `require` or of a value that fails."""
        return self._text("refusals", id)

    def offer(self, key: str) -> str | None:
        """What an option is called under its key or the first word of it, with places for what is chosen."""
        return self._text("actions", key)

    def action(self, id: str) -> str:
        """An action as it is called where it is offered, without the things chosen with it."""
        given = self._text("actions", id)
        if given is None or ("{" in given and self._text("names", id)):
            return self.name(id)
        facts = _FACT.findall(given)
        if facts:
            words = given.partition("{")[0].strip(" :→,;(–-").split(" ")
            words = words[:-1] if words[-1] in _ALL_EXPECTANT else words
            return " ".join(words) if self._are_chosen(facts) and any(words) else self.name(id)
        return _PLACE.sub("", given).strip(" :→,;–-") or self.name(id)

    def _are_chosen(self, names: list[str]) -> bool:
        """Whether all names are made by some choice; a text with a place for anything else is passed over."""
        if self._bound is None:
            trees = (parsed(text, Diagnostics()).tree for text in self.model.effect_texts)
            self._bound = {x.name for found in trees for x in nodes.walk(found) if isinstance(x, nodes.Binder)}
        return self._bound.issuperset(set(names).difference(_CHOSEN))

    def amount(self, number: str, id: str) -> str:
        """A number of counters; Russian puts the number behind the name, which then needs no declension."""
        if self.language != "en":
            return f"{self.name(id)} {number}" if number.isdigit() else f"{self.name(id)} ({number})"
        one = self._text("names", f"1 {id}") if number == "1" else None
        shown = number if " " not in number else f"({number})"
        return f"{shown} {one or self.name(id)}"
