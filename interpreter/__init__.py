"""Rulewright: euro board games as data. `load` makes a playable game from a ruleset; see `interpreter.game`."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic, RulesetError
from interpreter.game import Game, State
from interpreter.pipeline import load
from interpreter.runtime.decisions import Choice, Decision
from interpreter.runtime.faults import GameFault
from interpreter.runtime.scoring import ScoreSheet

__all__ = ["Choice", "Decision", "Diagnostic", "Game", "GameFault", "RulesetError", "ScoreSheet", "State", "load"]
