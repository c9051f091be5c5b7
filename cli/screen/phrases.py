"""The program's own words on the screen, in every language it speaks. Words of games stand in their texts."""

from __future__ import annotations

from interpreter.catalogues import LANGUAGES, Catalogues

YES, NO = ("y", "yes", "д", "да"), ("n", "no", "н", "нет")
"""Answers to a question, in whatever language it was asked."""

PHRASES = Catalogues(__file__)
"""Every language has every phrase; tests hold that."""

__all__ = ["LANGUAGES", "NO", "PHRASES", "YES"]
