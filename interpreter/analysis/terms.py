"""Terms that a ruleset's hints could have, proposed from what it declares, and a module of hints as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from interpreter.diagnostics import RulesetError
from interpreter.files import write_whole
from interpreter.loading.model import Model, PieceDecl
from interpreter.pipeline import load

MOST_TERMS = 60
"""Proposals of one kind after another are taken up to this number."""


def proposals(model: Model) -> dict[str, str]:
    """Name → formula, a point for each unit: the resources, pieces, attributes, tracks and variables of a player."""
    kinds = (_resources(model), _places(model), _tracks(model), _variables(model), _attributes(model), _kinds(model))
    out: dict[str, str] = {}
    for found in kinds:
        here = dict(found)
        if len(out) + len(here) <= MOST_TERMS:
            out |= here
    return out


def _resources(model: Model) -> Iterator[tuple[str, str]]:
    for id, resource in model.resources.items():
        if "player" in resource.held_by:
            yield f"has_{id}", f"100 * p.{id}"
            yield f"first_{id}", f"100 * min(p.{id}, 3)"


def _places(model: Model) -> Iterator[tuple[str, str]]:
    zones = [id for id, zone in model.zones.items() if zone.per_player and zone.pieces is not None]
    for id in [*zones, *(id for id, board in model.boards.items() if board.per_player)]:
        yield f"size_{id}", f"100 * size(p.{id})"


def _held(model: Model) -> list[tuple[str, PieceDecl]]:
    """Each zone of a player with the class of the pieces in it."""
    zones = [(id, zone.pieces) for id, zone in model.zones.items() if zone.per_player]
    return [(id, model.pieces[of]) for id, of in zones if of in model.pieces and of is not None]


def _attributes(model: Model) -> Iterator[tuple[str, str]]:
    for id, cls in _held(model):
        for name, kind in cls.attributes.items():
            if kind == "int":
                yield f"sum_{id}_{name}", f"100 * sum(x.{name} for x in p.{id})"


def _kinds(model: Model) -> Iterator[tuple[str, str]]:
    for id, cls in _held(model):
        for kind in cls.kinds:
            yield f"count_{id}_{kind}", f"100 * count(x in p.{id} if x.kind is {kind})"


def _tracks(model: Model) -> Iterator[tuple[str, str]]:
    for id in model.tracks:
        yield f"step_{id}", f"100 * p.marker[{id}].step"


def _variables(model: Model) -> Iterator[tuple[str, str]]:
    for id, variable in model.player_state.items():
        if variable.type == "int":
            yield f"is_{id}", f"100 * p.{id}"
        elif variable.type == "bool":
            yield f"is_{id}", f"if p.{id} then 100 else 0"


def write_module(
    folder: Path, added: Mapping[str, str], replaced: Mapping[str, str], about: Sequence[str] = ()
) -> Path:
    """A module in a folder that adds hints and replaces others, one a line. about: lines of comment before them. The
    file."""
    lines = [*(f"# {line}" for line in about), "module: {}", "hints:"]
    for verb, hints in (("add", added), ("replace", replaced)):
        if hints:
            lines += [f"  {verb}:", *(f"    {id}: {_quoted(formula)}" for id, formula in hints.items())]
    if not added and not replaced:
        lines[-1] = "hints: {}"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "hints.yaml"
    write_whole(path, "\n".join(lines) + "\n")
    return path


def _quoted(formula: str) -> str:
    return "'" + " ".join(formula.split()).replace("'", "''") + "'"


def accepted(
    folder: Path,
    game: str | Path,
    players: int,
    modules: Sequence[str | Path],
    options: Mapping[str, object],
    terms: Mapping[str, str],
) -> dict[str, str]:
    """Those of the terms with which the ruleset has no mistakes, as the module in the folder has them then.
    RulesetError: it has others."""
    left = dict(terms)
    while True:
        path = write_module(folder, left, {})
        try:
            load(game, players, modules=[*modules, folder], options=options)
            return left
        except RulesetError as error:
            lines = path.read_text(encoding="utf-8").splitlines()
            wrong = {
                lines[d.span.line - 1].strip().partition(":")[0]
                for d in error.diagnostics
                if d.span is not None and Path(d.span.path).name == path.name
            }
            if not wrong & left.keys():
                raise
            left = {id: formula for id, formula in left.items() if id not in wrong}
