"""E5xx: scenarios, logs and saves."""

from __future__ import annotations

from interpreter.diagnostics import Code

PLAYING: list[Code] = []
