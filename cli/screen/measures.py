"""Phrases of `coverage`, `compare` and `report`, by language."""

from __future__ import annotations

from interpreter.catalogues import Catalogues

MEASURES = Catalogues(__file__)
"""Every language has every phrase; tests hold that."""
