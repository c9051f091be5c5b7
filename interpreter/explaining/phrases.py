"""How statements, expressions and rules are said, in every language.

Russian puts names behind a colon or a dash, so that the names of texts need no declension.
"""

from __future__ import annotations

from interpreter.catalogues import Catalogues

SAYINGS = Catalogues(__file__)
