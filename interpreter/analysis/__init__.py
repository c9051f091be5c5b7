"""Simulations and their statistics: `simulate` plays many games between bots and reports on them."""

from __future__ import annotations

from interpreter.analysis.simulate import SimulationError, game_seed, seated, simulate
from interpreter.analysis.stats import wilson

__all__ = ["SimulationError", "game_seed", "seated", "simulate", "wilson"]
