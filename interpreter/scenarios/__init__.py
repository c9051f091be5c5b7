"""Scenarios: rules as worked examples, run by the command line and by pytest. The format: docs/scenarios.md."""

from __future__ import annotations

from interpreter.scenarios.bench import Benches
from interpreter.scenarios.expect import Failure
from interpreter.scenarios.runner import ScenarioResult, run_file, run_folder, run_ruleset, run_with, scenario_files

__all__ = [
    "Benches",
    "Failure",
    "ScenarioResult",
    "run_file",
    "run_folder",
    "run_ruleset",
    "run_with",
    "scenario_files",
]
