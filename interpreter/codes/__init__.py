"""The table of all kinds of mistakes, by number: the only place that holds their words.

E0xx files and YAML, E1xx keys and values of a ruleset, modules and options, E2xx the shape of effect text,
E3xx names and types, E4xx legality, termination and look-ahead, E5xx scenarios, logs and saves, L6xx lints.
"""

from __future__ import annotations

from interpreter.codes.checking import CHECKING
from interpreter.codes.code import Code
from interpreter.codes.loading import LOADING
from interpreter.codes.logs import LOG_CODES
from interpreter.codes.playing import PLAYING
from interpreter.codes.syntax import SYNTAX

CODES: dict[str, Code] = {code.id: code for group in (LOADING, SYNTAX, CHECKING, PLAYING, LOG_CODES) for code in group}
