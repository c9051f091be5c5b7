"""Every shipped ruleset in every shape it can be played in: the cases that properties and recordings run over."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from _pytest.mark import ParameterSet

import interpreter as rw
from interpreter.loading.source import find, shipped_games
from interpreter.runtime.rng import Rng

LARGEST = "archipelago"
"""The game whose tests take a third of all time."""

MOST_DECISIONS = 6_000
"""No shipped game comes near this many decisions of players and chance, however it is played."""


@dataclass(frozen=True)
class Case:
    """One way to set up a shipped game. options: (id, value) for those that differ from the default."""

    game: str
    players: int
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """`4_players`, `3_players+some_module`, `3_players+draft=no`: fit for file names."""
        changes = [*self.modules, *(f"{name}={str(value).lower()}" for name, value in self.options)]
        return "+".join([f"{self.players}_players", *changes])

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"

    def load(self) -> rw.Game:
        """The compiled game; the same object when asked again soon."""
        return _load(self)


@lru_cache(maxsize=8)
def _load(case: Case) -> rw.Game:
    return rw.load(case.game, case.players, modules=case.modules, options=dict(case.options))


# ---- what there is, read from the files: cheap enough for collecting tests, and independent of what is tested


@dataclass(frozen=True)
class ModuleFacts:
    """What a module says about its company. players: None where it leaves the numbers of the game. together: the
    numbers with another module. brings: it adds pieces, places or counters.
    """

    id: str
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    players: tuple[int, ...] | None
    together: Mapping[str, tuple[int, ...]]
    brings: bool


def _united(folder: Path) -> dict[str, dict[str, Any]]:
    """The sections `game` and `module` of a folder."""
    out: dict[str, dict[str, Any]] = {"game": {}, "module": {}, "with": {}}
    for path in sorted(folder.glob("*.yaml")):
        document = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) or {}
        for section, content in out.items():
            content.update(document.get(section) or {})
    return out


def folder_of(game: str) -> Path:
    path = find(game)
    assert path is not None
    return path


@cache
def base_of(game: str) -> dict[str, Any]:
    """The section `game` of a ruleset."""
    return _united(folder_of(game))["game"]


def _brings(folder: Path) -> bool:
    documents = [yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) or {} for path in folder.glob("*.yaml")]
    return any(section in document for document in documents for section in ("pieces", "zones", "spaces", "resources"))


@cache
def modules_of(game: str) -> dict[str, ModuleFacts]:
    out = {}
    for name in base_of(game).get("modules") or ():
        folder = folder_of(game) / "modules" / name
        found = _united(folder)
        module = found["module"]
        players = module.get("players") or (found["game"].get("patch") or {}).get("players")
        needs, excludes = (tuple(module.get(key) or ()) for key in ("needs", "excludes"))
        blocks = {
            other: ((block.get("game") or {}).get("patch") or {}).get("players")
            for other, block in found["with"].items()
        }
        together = {other: tuple(counts) for other, counts in blocks.items() if counts}
        out[name] = ModuleFacts(name, needs, excludes, tuple(players) if players else None, together, _brings(folder))
    return out


def with_needs(game: str, modules: tuple[str, ...]) -> tuple[str, ...]:
    """The modules and all that they need, in the order of the ruleset."""
    known, wanted = modules_of(game), list(modules)
    for name in wanted:
        wanted += [need for need in known[name].needs if need not in wanted]
    return tuple(name for name in known if name in wanted)


def combine(game: str, modules: tuple[str, ...]) -> bool:
    """Whether modules go together: none excludes another, and at most one sets the number of players."""
    facts = [modules_of(game)[name] for name in modules]
    if sum(f.players is not None for f in facts) > 1:
        return False
    return not any(other in f.excludes for f in facts for other in modules)


def players_of(game: str, modules: tuple[str, ...]) -> tuple[int, ...]:
    changed = [f.players for f in (modules_of(game)[m] for m in modules) if f.players is not None]
    if changed:
        return changed[0]
    together = [counts for m in modules for other, counts in modules_of(game)[m].together.items() if other in modules]
    return together[0] if together else tuple(base_of(game)["players"])


@cache
def module_sets(game: str) -> tuple[tuple[str, ...], ...]:
    """None, each module alone (with what it needs), each pair, and as many as go together."""
    names = tuple(modules_of(game))
    groups = [(), *((n,) for n in names), *itertools.combinations(names, 2), *largest_sets(game, names)]
    found = (with_needs(game, group) for group in groups)
    return tuple(dict.fromkeys(modules for modules in found if combine(game, modules)))


def largest_sets(game: str, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Sets to which no further module fits, one grown from each module; and without those that set the players."""
    out = []
    for first, pool in itertools.product(names, (names, [n for n in names if modules_of(game)[n].players is None])):
        grown = with_needs(game, (first,))
        for name in pool:
            more = with_needs(game, (*grown, name))
            grown = more if combine(game, more) else grown
        out.append(grown)
    return out


@cache
def all_cases() -> tuple[Case, ...]:
    """Every game at every number of players, each module at the smallest and the largest, modules together at one of
    them. `python -m tests.properties.all_sets` plays all there are."""
    out = []
    for game in shipped_games():
        for modules in module_sets(game):
            counts = players_of(game, modules)
            is_alone = modules in {with_needs(game, (name,)) for name in modules_of(game)}
            wanted = counts if not modules else (min(counts), max(counts)) if is_alone else (max(counts),)
            out += [Case(game, players, modules) for players in wanted]
    return tuple(dict.fromkeys(out))


@cache
def recorded_cases() -> tuple[Case, ...]:
    """Every game at every number of players, each module alone at the smallest, full sets at the largest."""
    out = []
    for game in shipped_games():
        alone = {with_needs(game, (name,)) for name in modules_of(game)}
        out += [Case(game, players) for players in players_of(game, ())]
        for modules in module_sets(game)[1:]:
            counts = players_of(game, modules)
            if modules in alone:
                out.append(Case(game, min(counts), modules))
            elif modules in largest_sets(game, tuple(modules_of(game))):
                out.append(Case(game, max(counts), modules))
    return tuple(dict.fromkeys(out))


@cache
def main_cases() -> tuple[Case, ...]:
    """Those of them that differ most: games at the smallest and the largest number of players, full sets, and modules
    that bring things or places of their own."""
    out = []
    for case in recorded_cases():
        counts = players_of(case.game, case.modules)
        is_alone = case.modules in {with_needs(case.game, (name,)) for name in modules_of(case.game)}
        if not case.modules:
            wanted = case.players in (min(counts), max(counts))
        else:
            wanted = not is_alone or any(modules_of(case.game)[name].brings for name in case.modules)
        if wanted:
            out.append(case)
    return tuple(out)


@cache
def widest_cases() -> tuple[Case, ...]:
    """The longest to compile: each game with as many modules as go together, at the largest number of players."""
    sets = {game: largest_sets(game, tuple(modules_of(game))) or [()] for game in shipped_games()}
    found = [Case(game, max(players_of(game, modules)), modules) for game in sets for modules in sets[game]]
    return tuple(dict.fromkeys(found))


@cache
def option_cases() -> tuple[Case, ...]:
    """Every value of every option that is not the default, alone, with the smallest number of players."""
    out = []
    for game in shipped_games():
        for name, option in (base_of(game).get("options") or {}).items():
            others = [value for value in option["values"] if value != option["default"]]
            out += [Case(game, min(players_of(game, ())), (), ((name, value),)) for value in others]
    return tuple(out)


@cache
def sample_cases() -> frozenset[Case]:
    """Three of each game, far apart: alone with the fewest players, with as many modules as go together and the most
    players (but for the largest game), and with another option. Tests of the others are marked as slow."""
    out = []
    for game in shipped_games():
        widest = [case for case in widest_cases() if case.game == game]
        out.append(Case(game, min(players_of(game, ()))))
        out += [] if game == LARGEST else [max(widest, key=lambda case: len(case.modules))]
        out += [case for case in option_cases() if case.game == game][:1]
    return frozenset(out)


# ---- playing


def random_choice(state: rw.State, rng: Rng) -> None:
    """Take a random option, chance's included, through its key, so that it is logged."""
    choices = state.decision.choices
    state.apply_choice(choices[rng.below(len(choices))])


def shipped_with_quick(*quick: str) -> list[ParameterSet]:
    """The ids of the shipped games as parameters: all but some are run by `make test-slow` only."""
    return [pytest.param(game, marks=() if game in quick else pytest.mark.slow) for game in shipped_games()]
