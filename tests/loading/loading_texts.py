"""What the tests of loading share: a text with several files → Model and messages."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.loading.model import Model
from interpreter.loading.source import folder_from_text
from interpreter.pipeline import model_of


def load_text(text: str, modules: list[str] | None = None) -> tuple[Model | None, Diagnostics]:
    """Load one text as a ruleset with `modules` (default: all its modules)."""
    folder = folder_from_text(text)
    diagnostics = Diagnostics()
    chosen = folder.folders_in("modules") if modules is None else modules
    return model_of(folder, chosen, diagnostics), diagnostics


def loaded(text: str, modules: list[str] | None = None) -> Model:
    """The Model of a text that must be without mistakes."""
    model, diagnostics = load_text(text, modules)
    assert [message(d) for d in diagnostics] == []
    assert model is not None
    return model


def message(diagnostic: Diagnostic) -> str:
    """A diagnostic in full: place, the characters meant, code, message, then hint, near names and further places."""
    place = f"{diagnostic.span} [{diagnostic.span.text}] " if diagnostic.span else ""
    lines = [f"{place}{diagnostic.code} {diagnostic.message}"]
    if diagnostic.hint:
        lines.append(f"  hint: {diagnostic.hint}")
    if diagnostic.near:
        lines.append(f"  near: {', '.join(diagnostic.near)}")
    lines += [f"  {span} [{span.text}] {words}" for span, words in diagnostic.related]
    return "\n".join(lines)


def messages(text: str, modules: list[str] | None = None) -> str:
    """All messages of a text, in the order of its files."""
    return "".join(message(d) + "\n" for d in load_text(text, modules)[1])
