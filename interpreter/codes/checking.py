"""E3xx, E4xx and L6xx: names, types, legality, termination, lints."""

from __future__ import annotations

from interpreter.diagnostics import Code

CHECKING: list[Code] = []
