"""L602: an id that has a text in one language and none in another."""

from __future__ import annotations

import re

from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import Model

_ID = re.compile(r"[a-z][a-z0-9_]*")
"""Forms such as `1 coin` differ between languages and are not compared."""


def translations(model: Model, diagnostics: Diagnostics) -> None:
    """Report ids whose text is missing in a language that other texts of the same group have."""
    groups = sorted({group for texts in model.texts.values() for group in texts.groups})
    for group in groups:
        by_language = {name: texts.groups.get(group, {}) for name, texts in model.texts.items()}
        every = dict.fromkeys(key for texts in by_language.values() for key in texts if _ID.fullmatch(key))
        for language, texts in by_language.items():
            missing = [key for key in every if key not in texts]
            if missing:
                names = ", ".join(f"`{name}`" for name in missing)
                diagnostics.add("L602", model.game.span, group=group, language=language, names=names)
