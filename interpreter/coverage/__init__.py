"""What of a ruleset ran: in its scenarios, and in games between bots. `coverage` measures it, and `mutate`
what no scenario would notice."""

from __future__ import annotations

from interpreter.coverage.entries import CATEGORIES, Entry, Report
from interpreter.coverage.mutating import Mutated, Mutation, mutate
from interpreter.coverage.running import coverage

__all__ = ["CATEGORIES", "Entry", "Mutated", "Mutation", "Report", "coverage", "mutate"]
