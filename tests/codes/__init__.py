"""Codes by the stage that reports them, which for a few is another than their number says."""

from interpreter.codes import CODES

LOADING = [code for code in CODES.values() if code.id < "E200" or code.id == "E568"]
SYNTAX = [code for code in CODES.values() if code.id[:2] == "E2" or "E384" <= code.id <= "E386"]
PLAYING = [code for code in CODES.values() if code.id[:2] == "E5" and code.id != "E568" or code.id in ("E412", "L640")]
SETTINGS = [code for code in PLAYING if "E500" <= code.id < "E510"]
"""What a caller asks for that the ruleset does not have."""
CHECKING = [code for code in CODES.values() if code not in LOADING + SYNTAX + PLAYING]
