"""The words of all kinds of mistakes, by number, with their examples.

E0xx files and YAML, E1xx keys and values of a ruleset, modules and options, E2xx the shape of effect text,
E3xx names and types, E4xx legality, termination and look-ahead, E5xx scenarios, logs and saves, L6xx lints.

They lie in the YAML files of this folder, by the first two characters of their code, and those of a lint in the
docstring of its module. An entry begins with its code and a colon alone on a line; only what is asked for is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from interpreter.codes.code import Code, example

_GROUPS = ("E0", "E1", "E2", "E3", "E4", "E5", "L6")
_HERE = Path(__file__).parent
_LINTS = _HERE.parent / "language" / "lints"
_ENTRY = re.compile(r"^([EL]\d{3}):\n((?:  .*\n|\n)+)", re.M)


class _Codes(Mapping[str, Code]):
    """Code by id, read when it is asked for."""

    def __getitem__(self, id: str) -> Code:
        if id[:2] not in _GROUPS:
            raise KeyError(id)
        return _read(id)

    def __iter__(self) -> Iterator[str]:
        for group in _GROUPS:
            yield from sorted(_entries(group))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _entries(group: str) -> dict[str, str]:
    """Code → its entry, for all codes that begin so."""
    files = [*_HERE.glob(f"{group.lower()}_*.yaml"), *(_LINTS.glob("*.py") if group == "L6" else ())]
    return dict(entry for file in files for entry in _ENTRY.findall(file.read_text(encoding="utf-8")))


@cache
def _read(id: str) -> Code:
    import yaml  # play, which imports this for its faults, seldom has one

    entry: dict[str, str] = yaml.load(_entries(id[:2])[id], getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if "failing" in entry:
        rest = entry.pop("rest", "")
        entry |= {key: example(entry[key] + rest) for key in ("failing", "mended")}
    return Code(id, **entry)


CODES: Mapping[str, Code] = _Codes()
