"""Simulations and their statistics: `simulate` plays many games between bots and reports on them, `course` also on how
they went, `compare` on two sets of rules in paired games."""

from __future__ import annotations

from interpreter.analysis.compare import Side, compare
from interpreter.analysis.course import course
from interpreter.analysis.simulate import SimulationError, game_seed, seated, simulate
from interpreter.analysis.stats import wilson

__all__ = ["Side", "SimulationError", "compare", "course", "game_seed", "seated", "simulate", "wilson"]
