"""Codes by the stage that reports them, which for a few is another than their number says."""

from interpreter.codes import CODES

LOADING = [code for code in CODES.values() if code.id < "E200" or code.id == "E568"]
SYNTAX = [code for code in CODES.values() if code.id[:2] == "E2" or "E384" <= code.id <= "E385"]
OF_SCENARIOS = ("L640", "L667", "L696", "L697")
PLAYING = [c for c in CODES.values() if c.id[:2] == "E5" and c not in LOADING or c.id in ("E412", *OF_SCENARIOS)]
SETTINGS = [code for code in PLAYING if "E500" <= code.id < "E510"]
"""What a caller asks for that the ruleset does not have."""
CHECKING = [code for code in CODES.values() if code not in LOADING + SYNTAX + PLAYING]
