"""Russian forms that depend on a word or a number: `ваш` with a name of a text, `раз` behind a number."""

from __future__ import annotations

_VERBS = frozenset(
    ["на", "в", "по", "у", "не", "ещё", "уже", "можно", "может", "есть", "сколько", "больше", "осталось", "надо",
     "готов", "занято", "нет",
     "кого", "что", "чей", "где", "куда", "кто", "предлагается", "спрашивал", "была"]
)  # fmt: skip
"""First words of names that are no nouns and so take no `ваш` in front."""
_PLURALS = frozenset(["места", "поля", "числа", "права", "леса", "дома", "города", "войска", "кольца", "тела"])
"""Plurals in -а and -я."""
_MASCULINE = frozenset(
    ["день", "уровень", "корабль", "житель", "король", "камень", "огонь", "рубль", "монастырь", "победитель", "якорь",
     "путь"]
)  # fmt: skip
"""Masculine nouns in -ь; others are taken for feminine."""
_SOFT_PLURALS = frozenset(
    ["последние", "синие", "средние", "нижние", "верхние", "соседние", "прежние", "крайние", "лишние"]
)
"""Plural adjectives in -ние, where nouns of this ending are neuter: `здание`."""


def yours(name: str) -> str:
    """A name with `ваш` in its gender and number, as the ending of its first word shows them: `ваша цена`. What is no
    noun has `у вас` behind it."""
    first = name.split(" ")[0].strip("«»(),:").lower()
    form = _form(first)
    return f"{name} у вас" if form is None else f"{form} {name}"


def _form(word: str) -> str | None:
    if word in _VERBS or not word.isalpha() or len(word) < 2:
        return None
    if word.endswith("ний"):  # of many: `предложений за ход`
        return None
    if len(word) > 5 and word.endswith(("ено", "ано", "ито", "ято", "ыто", "ялось", "илось", "лось")):
        return None
    if word in _PLURALS or word in _SOFT_PLURALS:
        return "ваши"
    if word in _MASCULINE:
        return "ваш"
    for ending, form in _ENDINGS:
        if word.endswith(ending):
            return form
    return "ваш" if word[-1] not in "аеёиоуыэюя" else None


_ENDINGS = (
    ("мя", "ваше"),
    ("ые", "ваши"), *((f"{x}ие", "ваши") for x in "гкхжшчщ"),
    ("ния", "ваши"), ("вия", "ваши"), ("тия", "ваши"),
    ("ая", "ваша"), ("яя", "ваша"), ("а", "ваша"), ("я", "ваша"), ("ь", "ваша"),
    ("о", "ваше"), ("е", "ваше"), ("ё", "ваше"),
    ("ы", "ваши"), ("и", "ваши"), ("й", "ваш"),
)  # fmt: skip


def times(number: str) -> str:
    """`1 раз`, `2 раза`, `5 раз`."""
    n = int(number)
    few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    return f"{number} раза" if few else f"{number} раз"


def of_times(number: str) -> str:
    """The genitive, behind `не больше`: `1 раза`, `5 раз`."""
    n = int(number)
    return f"{number} раза" if n % 10 == 1 and n % 100 != 11 else f"{number} раз"
