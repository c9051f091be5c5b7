"""What of a ruleset ran: in its scenarios, and in games between bots. `coverage` measures it."""

from __future__ import annotations

from interpreter.coverage.entries import CATEGORIES, Entry, Report
from interpreter.coverage.running import coverage

__all__ = ["CATEGORIES", "Entry", "Report", "coverage"]
