"""Logs: what is written is read back, replays to the same game, and every way of being broken has its diagnostic."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import interpreter as rw
from cli.logs import named_by
from interpreter.diagnostics import Diagnostics, Source
from interpreter.files import write_whole
from interpreter.loading.fingerprint import changes, fingerprint
from interpreter.runtime import log as logs
from tests.cli.running import Outcome


def played(folder: Path, seed: int) -> tuple[rw.State, str]:
    """A game of random choices, and its log."""
    game = rw.load(folder)
    state = game.start(seed)
    chance = random.Random(seed)
    while not state.is_over:
        state.apply(chance.choice(state.decision.keys))
    header = logs.Header(str(folder), "1", (), dict(game.program.options), game.players, seed, fingerprint(folder))
    return state, logs.dumps(header, [(None if p is None else game.seats[p], key) for p, key in state.entries()])


def codes_of(text: str) -> list[tuple[str, int | None]]:
    found = Diagnostics()
    assert logs.loads(Source("game.jsonl", text), found) is None
    return [(d.code, d.span.line if d.span else None) for d in found]


@pytest.mark.parametrize("seed", range(5))
def test_a_log_replays_to_the_same_game(cards: Path, seed: int) -> None:
    state, text = played(cards, seed)
    found = Diagnostics()
    log = logs.loads(Source("game.jsonl", text), found)
    assert log is not None
    again = logs.replay(log, state.game, found)
    assert list(found) == []
    assert again == state
    assert again.entries() == state.entries()
    assert again.rng.state == state.rng.state


def test_half_a_log_goes_on_as_the_whole_did(cards: Path) -> None:
    state, text = played(cards, 3)
    found = Diagnostics()
    log = logs.loads(Source("game.jsonl", text), found)
    assert log is not None
    # Cut where a player is to decide: the answer of chance that is due there would be asked for.
    cut = next(i for i, entry in enumerate(log.entries) if i >= len(log.entries) // 2 and entry.seat is not None)
    half = logs.replay(log, state.game, found, most=cut)
    half.ask_chance = False
    for entry in log.entries[cut:]:
        if entry.seat is not None:
            half.apply(entry.key)
    assert half == state


def test_what_is_no_log(tmp_path: Path) -> None:
    header = played_header()
    assert codes_of("") == [("E550", None)]
    assert codes_of("not json\n") == [("E551", 1)]
    assert codes_of("[1, 2]\n") == [("E552", 1)]
    assert codes_of("null\n") == [("E552", 1)]
    assert codes_of('{"game": ' + "9" * 6000 + "}\n") == [("E551", 1)]
    assert codes_of(json.dumps(header | {"rulewright": 99})) == [("E553", 1)]
    assert codes_of(json.dumps(header | {"players": "three", "seed": None})) == [("E552", 1), ("E552", 1)]
    assert codes_of(json.dumps(header | {"players": True})) == [("E552", 1)]
    assert codes_of(json.dumps(header) + '\n["a"]\n["a", "x"]\n{}\n["a", 3]\n["a", "x\n') == [
        ("E558", 2), ("E558", 4), ("E558", 5), ("E551", 6),
    ]  # fmt: skip
    assert codes_of("[" * 100_000) == [("E551", 1)]
    for path in (tmp_path / "none.jsonl", tmp_path):
        found = Diagnostics()
        assert logs.read(path, found) is None
        assert [d.code for d in found] == ["E550"]


def played_header() -> dict[str, object]:
    text = logs.dumps(logs.Header("cards", "1", (), {}, 2, 1), [])
    header = json.loads(text)
    assert isinstance(header, dict)
    return header


def replayed(folder: Path, change: Callable[[list[str]], list[str]]) -> list[tuple[str, int | None, tuple[str, ...]]]:
    state, text = played(folder, 1)
    found = Diagnostics()
    log = logs.loads(Source("game.jsonl", "".join(change(text.splitlines(keepends=True)))), found)
    assert log is not None
    logs.replay(log, state.game, found)
    return [(d.code, d.span.line if d.span else None, d.near) for d in found]


def test_entries_that_do_not_fit(cards: Path) -> None:
    first = next(i for i, line in enumerate(played(cards, 1)[1].splitlines()) if line.startswith('["ann"'))

    def misspelt(lines: list[str]) -> list[str]:
        return [*lines[:first], '["ann", "hihg"]\n', *lines[first + 1 :]]

    def other_seat(lines: list[str]) -> list[str]:
        return [*lines[:first], lines[first].replace("ann", "bob"), *lines[first + 1 :]]

    assert replayed(cards, misspelt) == [("E555", first + 1, ("high",))]
    assert replayed(cards, other_seat) == [("E556", first + 1, ())]
    end = len(played(cards, 1)[1].splitlines())
    assert replayed(cards, lambda lines: [*lines, '["ann", "high"]\n']) == [("E557", end + 1, ())]


def test_a_fingerprint_is_of_rules_alone(tiny: Path) -> None:
    before = fingerprint(tiny)
    assert set(before) == {"ruleset.yaml", "flow.yaml", "scoring.yaml"}
    (tiny / "texts" / "en.yaml").write_text("names: {}\n")
    assert fingerprint(tiny) == before
    (tiny / "flow.yaml").write_text((tiny / "flow.yaml").read_text() + "\n# more\n")
    (tiny / "scoring.yaml").rename(tiny / "points.yaml")
    assert changes(before, fingerprint(tiny)) == [
        "flow.yaml has changed", "points.yaml is new", "scoring.yaml is gone",
    ]  # fmt: skip


def test_a_module_belongs_to_the_fingerprint() -> None:
    with_module = fingerprint("puerto_rico", ["cost_swap"])
    assert set(with_module) - set(fingerprint("puerto_rico")) == {"modules/cost_swap/module.yaml"}


def test_replay_tells_the_game(cards: Path, tmp_path: Path, command: Callable[..., Outcome]) -> None:
    state, text = played(cards, 2)
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    outcome = command("replay", path)
    assert outcome.code == 0
    assert "Score sheet" in outcome.out
    assert "ann: Lay" in outcome.out
    values = json.loads(command("replay", path, "--format", "json").out)
    assert values["over"] is True
    assert list(values["sheet"]["totals"].values()) == list(state.sheet().totals)
    assert "On the table" in command("replay", path, "--until", 3).out


def test_replay_refuses_other_rules_unless_forced(cards: Path, tmp_path: Path, command: Callable[..., Outcome]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(played(cards, 2)[1])
    rules = cards / "ruleset.yaml"
    rules.write_text(rules.read_text() + "\n# a remark\n")
    outcome = command("replay", path)
    assert outcome.code == 1
    assert "E554" in outcome.err
    assert "ruleset.yaml has changed" in outcome.err
    assert command("replay", path, "--force").code == 0


# ---- what is found again, wherever it lies


def kept(folder: Path, modules: tuple[str, ...] = ()) -> str:
    """The log that `play` would write of a game not yet begun."""
    ids, places = named_by(str(folder), [Path(m) if "/" in m else m for m in modules])
    game = rw.load(folder, modules=modules)
    header = logs.Header(
        game.id, "1", ids, dict(game.program.options), game.players, 1, fingerprint(folder, modules), {}, places
    )
    return logs.dumps(header, [])


def test_a_log_knows_its_game_by_id_and_content(cards: Path, tmp_path: Path, command: Callable[..., Outcome]) -> None:
    text = kept(cards)
    first = json.loads(text.splitlines()[0])
    assert (first["game"], first["modules"]) == ("cards", []) and first["places"] == {"": str(cards.resolve())}
    path = cards / "game.jsonl"
    path.write_text(text)
    assert command("replay", path).code == 0
    moved = tmp_path / "elsewhere"
    cards.rename(moved)  # with the log in it
    assert command("replay", moved / "game.jsonl").code == 0
    away = tmp_path / "logs" / "game.jsonl"
    away.parent.mkdir()
    (moved / "game.jsonl").rename(away)
    told = command("replay", away)
    assert told.code == 1 and "E580" in told.err and "`rulewright replay LOG GAME`" in told.err
    assert command("replay", away, moved).code == 0
    (moved / "ruleset.yaml").write_text((moved / "ruleset.yaml").read_text() + "\n# a remark\n")
    assert "E554" in command("replay", away, moved).err
    cards.mkdir()
    (cards / "ruleset.yaml").write_text((moved / "ruleset.yaml").read_text().replace("id: cards", "id: dice"))
    assert "E581" in command("replay", away, cards).err


def test_so_it_does_its_modules(cards: Path, tmp_path: Path, command: Callable[..., Outcome]) -> None:
    here = tmp_path / "here"
    assert command("new", "module", "extra", "--for", cards, "--in", here).code == 0
    path = tmp_path / "logs" / "game.jsonl"
    path.parent.mkdir()
    path.write_text(kept(cards, (str(here / "extra"),)))
    first = json.loads(path.read_text())
    assert first["modules"] == ["extra"] and first["places"]["extra"] == str((here / "extra").resolve())
    assert command("replay", path, cards, "--trust", here).code == 0
    there = tmp_path / "there"
    here.rename(there)
    told = command("replay", path, cards)
    assert told.code == 1 and "E580" in told.err and "--trust MODULE" in told.err
    assert command("replay", path, cards, "--trust", there / "extra").code == 0
    (there / "extra").rename(tmp_path / "extra")  # beside the game that is named
    assert command("replay", path, cards).code == 0


def test_a_seat_is_told_what_it_saw(cards: Path, tmp_path: Path, command: Callable[..., Outcome]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(played(cards, 2)[1].splitlines()[:4]) + "\n")
    is_open = command("replay", path)
    assert "This is the open view" in is_open.err
    own = command("replay", path, "--seat", 2)
    assert own.code == 0 and "open view" not in own.err and own.out != is_open.out
    state = rw.load(cards).start(2)
    values = json.loads(command("replay", path, "--seat", "bob", "--format", "json").out)
    assert "entries" not in values and values["sheet"] is None and len(values["told"]) > 0
    assert values["table"] != json.loads(command("replay", path, "--format", "json").out)["table"]
    assert "there is no seat `9`" in command("replay", path, "--seat", "9").err
    assert state.game.seats[1] == "bob"


def test_a_broken_log_is_no_traceback(tmp_path: Path, command: Callable[..., Outcome]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    outcome = command("replay", path)
    assert (outcome.code, outcome.out) == (1, "")
    assert "E550" in outcome.err
    assert command("replay", tmp_path / "nothing").code == 2  # as with a game that is not there


def test_writing_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    write_whole(path, "old\n")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError):
        write_whole(path, "new\n")
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]
    assert path.read_text() == "old\n"


def test_a_moment_of_a_log_becomes_a_scenario(cards: Path, tmp_path: Path, command: Callable[..., Outcome]) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text(played(cards, 3)[1], encoding="utf-8")
    where = ("--for", str(cards), "--in", str(tmp_path), "--from", str(file))
    early = command("new", "scenario", "early", *where, "--until", "0")
    assert early.code == 1 and "nobody has decided" in early.err
    for name, until in (("late", ()), ("middle", ("--until", "9"))):
        assert command("new", "scenario", name, *where, *until).code == 0
        assert "1 of 1 scenarios hold" in command("test", str(cards), "--scenarios", str(tmp_path / f"{name}.yaml")).out
