"""From the place where the parser stopped to the mistake that was most likely made there.

`explain` asks the recognisers of RECOGNISERS in order; each looks for one typical wrong input and names its code. The
words of the codes stand in `interpreter.codes.syntax`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

from lark import Token

from interpreter.diagnostics import near_names
from interpreter.language.syntax.braces import misfit
from interpreter.language.syntax.foreign import foreign
from interpreter.language.syntax.tree import Mistake
from interpreter.loading.model import EffectText
from interpreter.loading.words import RULE_WORDS, SORTS, STATEMENT_WORDS, WORDS
from interpreter.records import record

_PAIRS = {"{": "}", "(": ")", "[": "]"}
_FOREIGN = {
    "&&": "and", "||": "or", "//": "/", "**": "*", "++": "+= 1", "--": "-= 1", "=>": ">=", "=<": "<=", "&": "and",
    "|": "or", "%": "mod", "!": "not",
}  # fmt: skip
_WORD_OPERATORS = ("and", "or", "mod", "is")
_AMOUNT_VERBS = ("gain", "lose", "pay", "take", "move")
_LONGEST_NEAR = 40
_LONGEST_SHOWN = 40


@record
class Failure:
    """Where the parser stopped.

    tokens: all that were accepted. start: the first character of what was not; the end of the text if nothing is left.
    found: its terminal, "" for a character no terminal begins with, "GLUED" for a word that runs on, "$END".
    accepted: the terminals that could have stood there.
    """

    text: EffectText
    tokens: list[Token]
    start: int
    found: str
    accepted: set[str]

    @property
    def source(self) -> str:
        return self.text.span.source.text

    @property
    def limit(self) -> int:
        return self.text.span.end

    @cached_property
    def word(self) -> str:
        """The name, word or number at the start, whole."""
        match = re.compile(r"\w+").match(self.source, self.start, self.limit)
        return match.group() if match else ""

    @property
    def end(self) -> int:
        """The end of what was found: a whole word, a whole operator, or one character."""
        if self.found == "$END":
            return self.start
        if self.found == "_NL":
            return self.start + 1
        match = re.compile(r"\w+|<=|>=|[+-]=|\.\.").match(self.source, self.start, self.limit)
        return match.end() if match else self.start + 1

    @property
    def shown(self) -> str:
        return _clip(self.source[self.start : self.end])

    @property
    def last_end(self) -> int:
        """The end of the last thing that was accepted, blank lines not counted."""
        for token in reversed(self.tokens):
            if token.type != "_NL":
                return int(token.end_pos or 0) - (len(token) - len(token.rstrip()))
        return self.start

    @cached_property
    def statement(self) -> list[Token]:
        """The tokens of the statement that was not finished."""
        first = len(self.tokens)
        while first and self.tokens[first - 1].type not in ("_NL", "LBRACE", "RBRACE"):
            first -= 1
        return self.tokens[first:]

    def previous(self, back: int = 1) -> Token | None:
        return self.tokens[-back] if len(self.tokens) >= back else None

    def previous_type(self, back: int = 1) -> str:
        token = self.previous(back)
        return "" if token is None else token.type

    @cached_property
    def open_brackets(self) -> list[Token]:
        stack: list[Token] = []
        for token in self.tokens:
            if token.value in _PAIRS:
                stack.append(token)
            elif token.value in _PAIRS.values() and stack:
                stack.pop()
        return stack

    def starts_with(self, *words: str) -> tuple[int, str] | None:
        """The first of `words` that stands at the start, or one character before it; with its place."""
        for word in words:
            for at in (self.start - 1, self.start):
                if at >= self.text.span.start and self.source.startswith(word, at, self.limit):
                    return at, word
        return None


Recogniser = Callable[[Failure], Mistake | None]


def explain(failure: Failure) -> Mistake:
    """The mistake to report for a failure: the first recognised one, else E200 or E201."""
    for recogniser in RECOGNISERS:
        mistake = recogniser(failure)
        if mistake is not None:
            return _with_misfit(mistake, failure)
    expected = _expected(failure.accepted)
    if failure.found == "$END":
        return Mistake("E201", failure.last_end, failure.last_end, expected=expected)
    if failure.found == "_NL":
        return Mistake("E228", failure.last_end, failure.last_end, expected=expected)
    return _here(failure, "E200", found=failure.shown, expected=expected)


def _with_misfit(mistake: Mistake, failure: Failure) -> Mistake:
    """A mistake about a brace with the place where the braces leave the indentation: often far before it."""
    is_brace = mistake.code == "E202" and mistake.arguments["opening"] == "{"
    if is_brace or (mistake.code in ("E203", "E230") and failure.shown == "}"):
        place = misfit(failure.text.span)
        if place is not None and place[0] != mistake.start and place[:2] not in [r[:2] for r in mistake.related]:
            mistake.related = (*mistake.related, place)
    return mistake


def refine(mistake: Mistake, failure: Failure) -> Mistake:
    """A mistake found while building nodes, seen in the text around it.

    A word of the language read as a name may be a rule that begins with a statement's word, or a line that begins with
    an operator.
    """
    meant = _parted_name(failure) or _foreign_statement(failure) if mistake.code == "E221" else None
    if meant is not None and meant.start <= mistake.start:
        return meant
    mistake_begins_line = bool(failure.statement) and failure.statement[0].start_pos == mistake.start
    if mistake.code == "E221" and mistake_begins_line and failure.statement[0].value in _WORD_OPERATORS:
        return _at(failure.statement[0], "E235", found=failure.statement[0].value)
    first = next((t for t in failure.tokens if t.type != "_NL"), None)
    if (
        failure.text.start != "rule"
        or mistake.code not in ("E221", "E384")
        or first is None
        or first.start_pos != mistake.start
    ):
        return mistake
    return _at(first, "E230", found=first.value)


def _here(failure: Failure, code: str, **arguments: object) -> Mistake:
    mistake = Mistake(code, failure.start, failure.end)
    mistake.arguments = arguments
    return mistake


def _at(token: Token, code: str, *, near: tuple[str, ...] = (), **arguments: object) -> Mistake:
    mistake = Mistake(code, token.start_pos or 0, token.end_pos or 0, near=near)
    mistake.arguments = arguments
    return mistake


def _clip(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


# ---- characters of other languages


def _double_equals(f: Failure) -> Mistake | None:
    hit = f.starts_with("==")
    return Mistake("E204", hit[0], hit[0] + 2) if hit else None


def _not_equals(f: Failure) -> Mistake | None:
    hit = f.starts_with("!=", "<>")
    return Mistake("E205", hit[0], hit[0] + 2, found=hit[1]) if hit else None


def _foreign_operator(f: Failure) -> Mistake | None:
    hit = f.starts_with(*(x for x in _FOREIGN if len(x) == 2))
    if hit is None and f.source[f.start : f.start + 1] in _FOREIGN and f.start < f.limit:
        hit = f.start, f.source[f.start]
    return Mistake("E206", hit[0], hit[0] + len(hit[1]), found=hit[1], ours=_FOREIGN[hit[1]]) if hit else None


def _assignment_in_formula(f: Failure) -> Mistake | None:
    return _here(f, "E207") if f.found in ("ASSIGN", "EQUAL") and f.shown == "=" else None


def _colon(f: Failure) -> Mistake | None:
    return _here(f, "E208") if f.found == "" and f.source[f.start] == ":" else None


def _quotes(f: Failure) -> Mistake | None:
    character = f.source[f.start : f.start + 1]
    if f.found != "":
        return None
    if character == '"':
        return _here(f, "E210")
    return _here(f, "E225", found=character) if character in "'`“”„«»‘’" else None


def _uppercase(f: Failure) -> Mistake | None:
    if f.found not in ("", "GLUED"):
        return None
    start = f.start
    while start > f.text.span.start and (f.source[start - 1].isalnum() or f.source[start - 1] == "_"):
        start -= 1
    match = re.compile(r"[A-Za-z_][A-Za-z0-9_]*").match(f.source, start, f.limit)
    if match is None or match.group() == match.group().lower() or match.end() <= f.start:
        return None
    lower = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", match.group()).lower()
    return Mistake("E209", start, match.end(), found=_clip(match.group()), lower=_clip(lower))


def _decimal(f: Failure) -> Mistake | None:
    if f.found != "NUMBER" or f.previous_type() != "DOT" or f.previous_type(2) != "NUMBER":
        return None
    whole = f.tokens[-2]
    return Mistake("E224", whole.start_pos or 0, f.end, found=_clip(f.source[whole.start_pos : f.end]))


def _glued_number(f: Failure) -> Mistake | None:
    if f.found != "GLUED" or not f.word[:1].isdigit():
        return None
    digits = re.match(r"\d+", f.word)
    assert digits is not None
    rest = f.word[digits.end() :]
    return _here(f, "E229", found=_clip(f.word), number=_clip(digits.group()), rest=_clip(rest))


def _stray_character(f: Failure) -> Mistake | None:
    if f.found != "":
        return None
    character = f.source[f.start]
    name = unicodedata.name(character, "a control character").lower()
    shown = character if character.isprintable() and not character.isspace() else f"U+{ord(character):04X}"
    return _here(f, "E219", found=shown, name=name)


# ---- the frame: empty, brackets


def _empty(f: Failure) -> Mistake | None:
    if f.found != "$END" or any(t.type != "_NL" for t in f.tokens):
        return None
    wanted = {"rule": "a rule", "costs": "a cost", "binders": "a choice", "limits": "a limit", "span": "a period"}
    return Mistake("E220", f.text.span.start, f.text.span.start, wanted=wanted.get(f.text.start, "a formula"))


def _closing_bracket(f: Failure) -> Mistake | None:
    character = f.source[f.start : f.start + 1] if f.start < f.limit else ""
    if f.found == "" or character not in _PAIRS.values():
        return None
    if not f.open_brackets:
        return _here(f, "E203", found=character)
    opening = f.open_brackets[-1]
    if _PAIRS[opening.value] == character:
        return None
    return _unclosed(opening, f.start, f.start + 1)


def _unclosed_at_end(f: Failure) -> Mistake | None:
    if not f.open_brackets:
        return None
    opening = f.open_brackets[-1]
    if f.found == "$END":
        return _unclosed(opening, f.last_end, f.last_end)
    # A block or a new line can begin as soon as the parenthesis is closed.
    closing = {"LPAR": "RPAR", "LSQB": "RSQB"}.get(opening.type)
    new_line = f.found in ("LBRACE", "_NL") or f.previous_type() == "_NL"
    if not new_line or closing not in f.accepted:
        return None
    return _unclosed(opening, f.last_end, f.last_end)


def _unclosed(opening: Token, start: int, end: int) -> Mistake:
    place = (int(opening.start_pos or 0), int(opening.end_pos or 0), "opened here")
    return Mistake("E202", start, end, related=(place,), opening=opening.value, closing=_PAIRS[opening.value])


# ---- words of other languages and of this one


def _else_if(f: Failure) -> Mistake | None:
    words = ("elif", "elsif", "elseif")
    if f.statement and f.statement[0].value in words:
        return _at(f.statement[0], "E212", found=f.statement[0].value)
    return _here(f, "E212", found=f.word) if f.word in words else None


def _else_alone(f: Failure) -> Mistake | None:
    # Without an `if` before it, `else` is read as a name where a statement begins.
    if f.statement and f.statement[0].type == "NAME" and f.statement[0].value == "else":
        return _at(f.statement[0], "E211")
    if f.found != "_ELSE":
        return None
    word = re.compile(r"\belse\b").search(f.source, f.start, f.limit)
    assert word is not None
    return Mistake("E211", word.start(), word.end())


def _if_without_else(f: Failure) -> Mistake | None:
    if "_ELSE" not in f.accepted or not any(t.type == "THEN" for t in f.statement):
        return None
    opening = next(t for t in f.statement if t.type == "THEN")
    place = (int(opening.start_pos or 0), int(opening.end_pos or 0), "this `then`")
    if f.found in ("$END", "_NL"):
        return Mistake("E231", f.last_end, f.last_end, related=(place,))
    return Mistake("E231", f.start, f.end, related=(place,))


def _instead_without_of(f: Failure) -> Mistake | None:
    previous = f.previous()
    if previous is not None and previous.value == "instead":
        return _at(previous, "E233")
    return _here(f, "E233") if f.word == "instead" and f.found in ("NAME", "GLUED") else None


def _statement_as_rule(f: Failure) -> Mistake | None:
    if f.text.start != "rule" or f.open_brackets:
        return None
    first = f.statement[0] if f.statement else None
    begins = first is None or (first.start_pos == _first_place(f))
    if not begins:
        return None
    if first is None:
        return _here(f, "E230", found=f.shown) if f.found not in ("$END", "") else None
    if first.value in STATEMENT_WORDS and first.value != "modify":
        return _at(first, "E230", found=first.value)
    return _misspelt(first, RULE_WORDS, f.source)


def _first_place(f: Failure) -> int | None:
    return next((t.start_pos for t in f.tokens if t.type != "_NL"), None)


def _misspelt_statement(f: Failure) -> Mistake | None:
    begins_statement = f.text.start == "program" or f.open_brackets
    if not begins_statement or not f.statement or f.statement[0].type != "NAME":
        return None
    second = f.statement[1].type if len(f.statement) > 1 else ""
    if second in ("DOT", "LPAR", "LSQB", "ASSIGN"):
        return None
    if f.found in ("_NL", "$END", "RBRACE") and not _near(f.statement[0].value, STATEMENT_WORDS):
        return None
    return _misspelt(f.statement[0], STATEMENT_WORDS, f.source)


def _foreign_statement(f: Failure) -> Mistake | None:
    """A statement that begins with a word of another language."""
    begins_statement = f.text.start in ("program", "rule") or f.open_brackets
    first = f.statement[0] if f.statement else None
    word = f.word if first is None else first.value
    follows = f.statement[1].type if len(f.statement) > 1 else f.found
    if not begins_statement or word not in foreign("statements") or follows in ("DOT", "LSQB", "ASSIGN", "DOES"):
        return None
    if first is not None and first.type == "NAME" and f.found in ("_NL", "$END", "RBRACE") and len(f.statement) == 1:
        return None  # a procedure may be called so
    advice = foreign("statements")[word]
    return (
        _here(f, "E222", found=word, advice=advice) if first is None else _at(first, "E222", found=word, advice=advice)
    )


def _parted_name(f: Failure) -> Mistake | None:
    """What is run by a name with blanks or hyphens in it."""
    if not f.statement or f.statement[0].type != "DO":
        return None
    start = f.statement[0].end_pos or 0
    found = re.compile(r" ((?!one of\b)[a-z]\w*(?:[ -][a-z]\w*)+)(?= *(?:\(|;|\}|\n|$))").match(
        f.source, start, f.limit
    )
    if found is None:
        return None
    meant = _clip(re.sub("[ -]", "_", found[1]))
    advice = f"A name has no blanks and no hyphens: write `{meant}`."
    return Mistake("E222", *found.span(1), found=_clip(found[1]), advice=advice)


def _near(name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    near = near_names(name, words) if len(name) <= _LONGEST_NEAR else ()
    return near or tuple(w for w in words if len(name) == len(w) == 2 and (name[0] == w[0] or name[1] == w[1]))


def _misspelt(token: Token, words: tuple[str, ...], source: str) -> Mistake | None:
    if token.type != "NAME" or token.value in WORDS:
        return None
    near = _near(token.value, words)
    listed = ", ".join(f"`{word}`" for word in words)
    advice = "" if near else f"There are {listed}."
    if rest := re.compile(r"[ -]([a-z]\w*)\s*[-+]?=").match(source, token.end_pos or 0):
        advice = f"A name has no blanks and no hyphens: write `{_clip(token.value)}_{_clip(rest[1])}`."
    return _at(token, "E222", near=near, found=_clip(token.value), advice=advice)


def _comparison_chain(f: Failure) -> Mistake | None:
    if f.found not in ("COMPARE", "IS") or not any(t.type in ("COMPARE", "IS") for t in f.statement):
        return None
    return _here(f, "E234", found=f.shown)


# ---- the shape of statements


def _label_missing(f: Failure) -> Mistake | None:
    if f.found == "LBRACE" and {"NAME", "STRING"} <= f.accepted and "NUMBER" not in f.accepted:
        return _here(f, "E214")
    may = f.found == "LBRACE" and f.previous_type() == "MAY"
    return _here(f, "E214") if may else None


_OPERATORS = ("ADD", "MUL", "COMPARE", "_AND", "_OR", "IS", "TWO_DOTS", "DOT", "_COMMA")
_BEFORE_BINDER = ("FOR", "CHOOSE", "AMONG", "_COMMA")


def _in_missing(f: Failure) -> Mistake | None:
    if "IN" not in f.accepted or f.previous_type() != "NAME":
        return None
    if f.previous_type(2) not in _BEFORE_BINDER and not (f.text.start == "binders" and len(f.tokens) == 1):
        return None
    previous = f.tokens[-1]
    if previous.value in WORDS:
        return _at(previous, "E221", word=previous.value)
    start, end = (f.start, f.end) if f.found not in ("$END", "_NL") else (f.last_end, f.last_end)
    return Mistake("E215", start, end, name=_clip(previous.value))


def _sorted(f: Failure) -> Mistake | None:
    """A call such as `sort(x in S by x.cost)`."""
    for name, bracket in pairwise(f.statement):
        if name.value in SORTS and bracket.value == "(":
            return _at(name, "E385")
    return None


def _word_as_name(f: Failure) -> Mistake | None:
    """A word of the language where a name is given or read, taken for that word by the parser."""
    previous = f.previous()
    if previous is not None and f.found in ("IN", "EQUAL") and previous.type != "NAME" and previous.value in WORDS:
        return _at(previous, "E221", word=previous.value)
    if previous is not None and f.found == "LBRACE" and f.previous_type(2) == "MAY" and previous.value in WORDS:
        return _at(previous, "E221", word=previous.value)
    if f.word in WORDS and "NAME" in f.accepted and not _may_follow(f):
        return _here(f, "E221", word=f.word)
    return None


def _may_follow(f: Failure) -> bool:
    """Whether what was found could be the next statement, or the line could end here, so that it is no name."""
    return f.word in STATEMENT_WORDS and ("_NL" in f.accepted or "LBRACE" in f.accepted)


def _owner_in_amount(f: Failure) -> Mistake | None:
    previous = f.previous()
    if previous is None or previous.type != "NAME" or previous.value != "my" or f.previous_type(2) == "DOT":
        return None
    return _at(previous, "E232", rest=_clip(f.word))


def _looked_up_in_amount(f: Failure) -> Mistake | None:
    previous, first = f.previous(), f.statement[0] if f.statement else None
    if first is None or previous is None or first.value not in _AMOUNT_VERBS or previous.type != "NAME":
        return None
    before = f.previous_type(2)
    if f.found != "LSQB" or before == "DOT" or previous is first:
        return None
    return _at(previous, "E237", table=previous.value, verb=first.value)


def _operator_begins_line(f: Failure) -> Mistake | None:
    first = f.statement[0] if f.statement else None
    if first is not None and first.type == "NAME" and first.value in _WORD_OPERATORS:
        return _at(first, "E235", found=first.value)
    after_line = first is None and f.previous_type() == "_NL"
    return _here(f, "E235", found=f.shown) if after_line and f.found in _OPERATORS else None


def _two_statements(f: Failure) -> Mistake | None:
    if f.word not in STATEMENT_WORDS or "_NL" not in f.accepted or f.text.start not in ("program", "rule"):
        return None
    if f.open_brackets and f.open_brackets[-1].value != "{":
        return None
    return _here(f, "E227", found=f.word)


def _expression_alone(f: Failure) -> Mistake | None:
    if not {"ASSIGN", "DOES"} <= f.accepted or f.found not in ("_NL", "$END", "RBRACE"):
        return None
    first, last = f.statement[0], f.statement[-1]
    start, end = int(first.start_pos or 0), int(last.end_pos or 0)
    return Mistake("E226", start, end, found=_clip(f.source[start:end]))


_BLOCK_OWNERS = {
    "IF": "if", "FOR": "for", "MAY": "may", "REPEAT": "repeat", "EACH": "each of … does", "WHENEVER": "whenever",
    "TIMING": "the event", "DOES": "does", "_ELSE": "else", "SIMULTANEOUSLY": "simultaneously … does",
}  # fmt: skip


def _brace_missing(f: Failure) -> Mistake | None:
    if "LBRACE" not in f.accepted or f.found == "LBRACE":
        return None
    owners = [t for t in f.statement if t.type in _BLOCK_OWNERS]
    if not owners:
        owners = [t for t in f.tokens if t.type in _BLOCK_OWNERS]
    owner = owners[-1] if f.previous_type() in ("DOES", "_ELSE") and owners else (owners[0] if owners else None)
    words = _BLOCK_OWNERS[owner.type] if owner is not None else "this label"
    if f.found in ("$END", "_NL"):
        return Mistake("E213", f.last_end, f.last_end, owner=words)
    return Mistake("E213", f.start, f.end, owner=words)


def _my_bracket(f: Failure) -> Mistake | None:
    previous = f.previous()
    is_my = previous is not None and previous.value == "my"
    return _here(f, "E236") if is_my and f.shown == "[" else None


RECOGNISERS: tuple[Recogniser, ...] = (
    _my_bracket,
    _double_equals,
    _not_equals,
    _colon,
    _quotes,
    _foreign_operator,
    _decimal,
    _uppercase,
    _glued_number,
    _stray_character,
    _empty,
    _else_if,
    _else_alone,
    _instead_without_of,
    _parted_name,
    _foreign_statement,
    _statement_as_rule,
    _misspelt_statement,
    _assignment_in_formula,
    _operator_begins_line,
    _owner_in_amount,
    _looked_up_in_amount,
    _comparison_chain,
    _if_without_else,
    _closing_bracket,
    _unclosed_at_end,
    _label_missing,
    _in_missing,
    _sorted,
    _word_as_name,
    _expression_alone,
    _brace_missing,
    _two_statements,
)
"""In order of certainty: characters that can mean nothing else first, then words, then shapes."""


# ---- what could have stood there

_EXPRESSION = {"NAME", "NUMBER", "LPAR", "MY"}
_AFTER_EXPRESSION = {
    "ADD", "MUL", "DOT", "LPAR", "LSQB", "COMPARE", "IS", "_AND", "_OR", "TWO_DOTS", "ASSIGN", "MINUS", "NOT", "STRING",
    "TIMING", "_USES",
}  # fmt: skip
_WORDS_OF = {
    "_NL": "the end of the line", "$END": "the end of the text", "LBRACE": "`{`", "RBRACE": "`}`", "LPAR": "`(`",
    "RPAR": "`)`", "RSQB": "`]`", "LSQB": "`[`", "_COMMA": "`,`", "EQUAL": "`=`", "ASSIGN": "`=`", "NAME": "a name",
    "NUMBER": "a number", "STRING": "a text in quotes", "EXTREME": "`most` or `least`", "_ELSE": "`else`",
    "TIMING": "`before`, `after` or `instead of`", "_USES": "`uses`", "WORD_NUMBER": "`number`", "_AND": "`and`",
    "_OR": "`or`", "DOT": "`.`", "TWO_DOTS": "`..`", "ADD": "`+`", "MUL": "`*`", "COMPARE": "a comparison",
    "MINUS": "`-`",
}  # fmt: skip


def _expected(accepted: set[str]) -> str:
    """A short list of what can stand there, in words."""
    shown: list[str] = []
    rest = set(accepted)
    if accepted >= _EXPRESSION and "PAY" in accepted:
        shown.append("a statement")
        rest -= {x for x in rest if x.lower() in WORDS} | _EXPRESSION | _AFTER_EXPRESSION
    elif accepted >= _EXPRESSION:
        shown.append("an expression")
        rest -= _EXPRESSION | _AFTER_EXPRESSION | {"IF", "ALL"}
    elif "ADD" in accepted or "MUL" in accepted:
        shown.append("an operator")
        rest -= _AFTER_EXPRESSION
    words = sorted(_WORDS_OF.get(x, f"`{x.lower()}`") for x in rest if not x.startswith("__"))
    shown.extend(dict.fromkeys(words))
    if len(shown) > 7:
        shown = [*shown[:7], "…"]
    return " or ".join(shown) if len(shown) < 3 else ", ".join(shown[:-1]) + " or " + shown[-1]
