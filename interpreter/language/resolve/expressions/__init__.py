"""Expressions: from syntax to typed core expressions. One function a kind of node; all mistakes are reported, none
raised.

An expression that has a mistake becomes a value of unknown type, which fits everywhere, so that one mistake gives one
message. `expression` is the entrance.
"""

from __future__ import annotations

from interpreter.language.resolve.expressions import networks, operators, rings  # noqa: F401  # they register themselves
from interpreter.language.resolve.expressions.attributes import *  # noqa: F403
from interpreter.language.resolve.expressions.calls import *  # noqa: F403
from interpreter.language.resolve.expressions.calls import FOLDS
from interpreter.language.resolve.expressions.holders import *  # noqa: F403
from interpreter.language.resolve.expressions.names import *  # noqa: F403
from interpreter.language.resolve.expressions.registry import *  # noqa: F403
from interpreter.language.resolve.expressions.registry import BUILTINS
from interpreter.language.resolve.expressions.tables import *  # noqa: F403
from interpreter.language.resolve.expressions.worth import *  # noqa: F403

BUILTIN_NAMES = {*BUILTINS, *FOLDS}
