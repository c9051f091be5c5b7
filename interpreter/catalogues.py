"""The program's own words: YAML files beside the module that uses them, one for each language it speaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

LANGUAGES = ("en", "ru")


class Catalogues(Mapping[str, dict[str, str]]):
    """Language → id → phrase, from `NAME.LANGUAGE.yaml` beside the module `NAME.py`, read when a language is asked for.

    KeyError: a language that the program does not speak.
    """

    def __init__(self, module: str) -> None:
        """module: its `__file__`."""
        self._module = Path(module)
        self._read: dict[str, dict[str, str]] = {}

    def __getitem__(self, language: str) -> dict[str, str]:
        if language not in LANGUAGES:
            raise KeyError(language)
        if language not in self._read:
            import yaml  # most of what plays says nothing

            text = self._module.with_suffix(f".{language}.yaml").read_text(encoding="utf-8")
            self._read[language] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return self._read[language]

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)
