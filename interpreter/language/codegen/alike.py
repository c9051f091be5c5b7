"""Which pieces are alike, so that a decision offers one of them: signatures and the lists made with them."""

from __future__ import annotations

from interpreter.language.codegen.pycode import identifier, iterable, spent
from interpreter.language.codegen.segments import Segments
from interpreter.language.core import (
    Bind,
    X,
)
from interpreter.program.types import Type, classes_of
from interpreter.records import mutable


@mutable
class Alike(Segments):
    """Writes what tells alike pieces."""

    def _signature_parts(self, cls: str) -> list[str]:
        parts = ["KIND[x]"]
        if self.checked.model.pieces[cls].per_player:
            parts.append("PIECE_OWNER[x]")
        if cls in self.layout.face_base:
            parts.append(f"s[{self.layout.face_base[cls]} + x]")
        parts += [f"s[{base} + x]" for (c, _), base in self.layout.piece_vars.items() if c == cls]
        for r in sorted(self.layout.piece_holders.get(cls, ())):
            parts.append(f"s[{self.layout.piece_arrays[r]} + x]")
        parts.append(f"s[{self.layout.at_base} + x]")
        return parts

    def _alike(self, domain: X, bind: Bind, weight: int) -> str:
        """Text of an iterable that has one piece of each group of alike ones. weight: steps for each element of the
        domain that are taken from the budget, 0 for none."""
        text = spent(weight, iterable(domain))
        if bind.type.name != "piece" or not bind.shown:
            return text
        classes = classes_of(bind.type) or tuple(self.checked.model.pieces)
        if all(self._all_differ(cls) for cls in classes):
            return text
        parts = {tuple(self._signature_parts(cls)) for cls in classes_of(bind.type)}
        if len(parts) == 1:
            return f"reversed({{({', '.join(parts.pop())}): x for x in reversed({text})}}.values())"
        return f"alike(s, {self._signature(bind.type)}, {text})"

    def _all_differ(self, cls: str) -> bool:
        """Whether no two pieces of the class are of one kind."""
        kinds = [self.layout.pieces[x] for x in self.layout.class_pieces[cls]]
        return len(set(kinds)) == len(kinds)

    def _signature(self, item: Type) -> str:
        """Name of the function that tells alike pieces of a type."""
        return f"SIG_{identifier(item.of)}" if len(classes_of(item)) == 1 else "any_sig"

    def _signs(self, item: Type, source: str) -> str:
        """Text of what makes each element of a list alike to others."""
        if item.name != "piece":
            return source
        parts = {tuple(self._signature_parts(cls)) for cls in classes_of(item)}
        if len(parts) == 1:
            return f"[({', '.join(parts.pop())}) for x in {source}]"
        return f"[{self._signature(item)}(s, x) for x in {source}]"
