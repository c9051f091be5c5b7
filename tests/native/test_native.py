"""The native form: the same games as Python's for the same seeds, the same faults, and what happens without one."""

from __future__ import annotations

import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import interpreter as rw
from interpreter.analysis import SimulationError, simulate
from interpreter.analysis.recorder import Played, Recorder
from interpreter.envs import Encoding
from interpreter.loading.source import folder_from_text
from interpreter.native import NoNative, compiling
from interpreter.native.building import FLAGS, RUNTIME, built, compiler, form_of, stored
from interpreter.native.engine import backs_of, hidden_from, what_is_known
from interpreter.native.library import AGAIN_PLEASE, LIST, depths_of
from interpreter.native.stepping import Position
from interpreter.players import bot_named
from interpreter.runtime.machine import GameFault
from interpreter.runtime.seats import SEARCH, Seat
from tests.analysis.test_simulate import faulty
from tests.lockstep import engine_of, play
from tests.players.games import orchard

needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
together = pytest.mark.xdist_group("native")  # each library is compiled once

TRICKY = """
game: {id: tricky, players: [2, 3]}
resources: {coin: {}, wood: {group: good}, clay: {group: good}}
pieces:
  tile: {attributes: {size: int, gives: good}, start: bag, state: {mark: int},
         kinds: {plain: {copies: 3, size: 1, gives: wood}, bare: {copies: 2, size: 2, gives: clay},
                 odd: {copies: 4, size: 3, gives: wood}}}
zones: {bag: {pieces: tile, deck: true}, mine: {pieces: tile, per: player}, gone: {pieces: tile}}
state: {player: {steps: int}}
menus: {m: {}}
actions:
  dig: {menu: m, do: gain 1 coin}
  saw: {menu: m, do: pay 2 coin; gain 3 wood}
  swap: {menu: m, do: pay 1 wood; gain 2 clay}
  fetch:
    menu: m
    do: "require size(bag) > 0; pay 1 coin; draw 1 from bag as t; move t to my mine; gain t.size coin"
  drop: {menu: m, choose: t in my mine, do: move t to gone; gain 1 t.gives}
scoring:
  categories:
    goods: {worth: p.wood + 2 * p.clay}
    tiles: {worth: sum(t.size for t in p.mine)}
phases:
  game:
    do: |
      repeat 6 times { each of players does { do one of m } }
      end game
"""


BIDS = """
game: {id: bids, players: [3]}
resources: {coin: {seen_by: owner}, vp: {}}
pieces:
  card: {attributes: {size: int}, start: stack, kinds: {low: {copies: 9, size: 1}, high: {copies: 9, size: 4}}}
zones:
  stack: {pieces: card, deck: true}
  hand: {pieces: card, per: player, seen_by: owner}
  gone: {pieces: card}
setup: {do: 'each of players does { gain 5 coin; draw 5 from stack to my hand }'}
phases:
  game:
    do: |
      repeat 2 times {
        simultaneously each of players does {
          choose bid in 0..my coin; choose c in my hand; choose up to 2 of my hand as many
        }
        for p in players { p does {
          let cost = min(bid[p], my coin)
          lose cost coin; gain size(many[p]) vp
          if c[p] is not none { gain (bid[p] * c[p].size) vp; move c[p] to gone }
        } }
      }
      end game
scoring: {categories: {points: {worth: p.vp + p.coin}}}
"""


def bids() -> rw.Game:
    return rw.load(folder_from_text(BIDS), 3)


def tricky(players: int = 2, **changes: str) -> rw.Game:
    text = TRICKY
    for old, new in changes.items():
        text = text.replace(old, new)
    return rw.load(folder_from_text(text), players)


def played(game: rw.Game, bots: tuple[str, ...], engine: str, seed: int) -> tuple[Any, ...]:
    """One game between bots as it is counted."""
    recorder, found = Recorder(game, engine=engine), Played()
    recorder.play([bot_named(name, seed * 100 + p) for p, name in enumerate(bots)], seed, found)
    assert (recorder.native.engine is not None) == (engine == "native")
    return found.counts, found.forced, found.decisions, found.sheet, dict(recorder.entered)


@needs_compiler
@together
@pytest.mark.parametrize("game", [orchard, lambda: tricky(3), bids, lambda: rw.load("puerto_rico", 3)],
                         ids=["orchard", "tricky", "bids", "puerto_rico"])  # fmt: skip
def test_both_forms_play_the_same_game(game: Any) -> None:
    loaded = game()
    engine = engine_of(loaded)
    assert all(play(loaded, engine, seed) > 5 for seed in range(2))
    for bots in (("random", "random"), ("greedy", "random"), ("greedy", "greedy"), ("mcts:3", "greedy")):
        names = tuple(bots[p % 2] for p in range(loaded.players))
        for seed in range(3 if loaded.id != "puerto_rico" or "mcts:3" not in bots else 1):
            assert played(loaded, names, "native", seed) == played(loaded, names, "python", seed)


@needs_compiler
@together
def test_a_simulation_is_the_same_in_both_forms() -> None:
    reports = []
    for engine in ("python", "native"):
        report = simulate("puerto_rico", 3, 20, seed=3, bots=("random", "greedy"), jobs=1, engine=engine)
        reports.append({name: v for name, v in report.items() if "second" not in name})
    assert reports[0] == reports[1]


@needs_compiler
@together
def test_auto_changes_over_when_it_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games begin in Python and go on in C, and are the same as if nothing had happened; so do bots by themselves."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("interpreter.native.ASK_AGAIN", 0.0)
    game, found = tricky(2), []
    recorder, plain = Recorder(game, engine="auto"), Recorder(game, engine="python")
    for seed in range(3):
        one, other = Played(), Played()
        recorder.play([bot_named("mcts:3", p) for p in range(2)], seed, one)
        plain.play([bot_named("mcts:3", p) for p in range(2)], seed, other)
        assert (one.counts, one.forced, one.course) == (other.counts, other.forced, other.course)
        found.append(one.engine is not None)
        if seed == 0:
            assert game.native.pick(game.start(1).slots, 2, Seat(SEARCH, 1), 0) is None
            with compiling([game.program], "native"):
                pass
    assert found == [False, True, True] and game.native.engine is not None


@needs_compiler
@together
def test_a_position_is_a_value() -> None:
    position = Position(engine_of(tricky()), 4)
    other = position.copy()
    before = position.slots
    other.apply(other.count - 1)
    assert position.slots == before != other.slots
    position.apply(position.count - 1)
    assert position.slots == other.slots and position.player == other.player
    with pytest.raises(IndexError, match="there is no option 99"):
        position.apply(99)


def picks(game: rw.Game, bot: str, seed: int, decisions: int) -> list[tuple[int | None, int]]:
    """What a bot by itself picks in C, and in Python, at the first decisions of a game."""
    engine_of(game)
    state, out = game.start(seed), []
    while not state.is_over and len(out) < decisions:
        mine, theirs = bot_named(bot, len(out)), bot_named(bot, len(out))
        view, seat = mine.view(state), mine.seat()
        theirs.view(state)
        assert seat is not None
        found = game.native.pick(view.slots, len(view.options), seat, mine.rng.state)
        out.append((None if found is None else found[0], theirs.pick(view)))
        assert found is None or found[1] == theirs.rng.state
        state.apply_option(state.options[out[-1][1]])
    return out


@needs_compiler
@together
@pytest.mark.parametrize("game", [orchard, lambda: tricky(3), bids, lambda: rw.load("puerto_rico", 3)],
                         ids=["orchard", "tricky", "bids", "puerto_rico"])  # fmt: skip
def test_bots_by_themselves_pick_the_same(game: Any) -> None:
    for bot in ("greedy", "mcts:12"):
        found = picks(game(), bot, 3, 14)
        assert len(found) == 14 and all(mine == theirs for mine, theirs in found)


@needs_compiler
@together
def test_two_prices_do_not_mix() -> None:
    """Programs of one text share one library and have their own tables."""
    dear = tricky(**{"plain: {copies: 3, size: 1": "plain: {copies: 3, size: 7"})
    games = [tricky(), dear]
    engines = [engine_of(game) for game in games]
    assert engines[0].library.form.files == engines[1].library.form.files
    for seed in range(3):
        for game, engine in zip(games, engines, strict=True):
            assert play(game, engine, seed) > 5


@needs_compiler
@together
def test_a_long_thought_can_be_interrupted() -> None:
    """What C does between two looks at Python's signals is bounded, also within one decision."""
    game = tricky()
    engine = engine_of(game)
    view = game.start(1)
    state = engine.library.put(engine.thread, view.slots)
    assert engine.library.c.rw_list(engine.thread, state) == LIST
    seat = engine.library.ffi.new("Seat *", Seat(SEARCH, 10**9, False, 12, 3, 0.6, 1.5, 0.3).in_c(1))
    for goes_on in (0, 1, 1):
        began = time.monotonic()
        assert engine.library.c.rw_pick(engine.thread, state, seat, goes_on) == AGAIN_PLEASE
        assert time.monotonic() - began < 2  # 0.1 on a quiet machine


@needs_compiler
@together
def test_a_fault_is_that_of_python() -> None:
    """C gives up, and Python plays the same game to the same place."""
    game = tricky(**{"one of m } }": "one of m } }\n      players[1] does { gain 4 / (my wood - 3) coin }"})
    said = []
    for engine in ("python", "native"):
        recorder = Recorder(game, engine=engine)
        if engine == "native":
            engine_of(game)
        for seed in range(40):
            try:
                recorder.play([bot_named("random", seed + p) for p in range(2)], seed, Played())
            except GameFault as fault:
                said.append((seed, str(fault)))
                break
    assert len(said) == 2 and said[0] == said[1] and "division by 0" in said[0][1]


def test_without_a_compiler_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.native.building.compiler", lambda: None)
    game = tricky()
    with pytest.raises(NoNative, match="there is no C compiler"):
        built(game.program)
    with pytest.raises(NoNative), compiling([game.program], "native"):
        pass
    with compiling([game.program], "auto", 1000):
        recorder, found = Recorder(game, engine="auto"), Played()
        recorder.play([bot_named("random", p) for p in range(2)], 1, found)
    assert found.sheet is not None


@needs_compiler
def test_a_failing_compiler_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.native.building.compiler", lambda: ("false",))
    monkeypatch.setattr("interpreter.native.building._version", lambda command: "false")
    with pytest.raises(NoNative, match="the C compiler failed"):
        built(tricky(2, **{"repeat 6": "repeat 7"}).program)


@needs_compiler
@together
def test_a_library_that_others_can_write_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = tricky().program
    assert stored(program) is None
    built(program)
    (library,) = (tmp_path / "rulewright").glob("*.so")
    assert stored(program) is not None
    library.chmod(0o722)
    assert stored(program) is None


@needs_compiler
def test_compiling_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    stop = threading.Event()
    stop.set()
    with pytest.raises(NoNative, match="was stopped"):
        built(tricky().program, stop)


def test_prices_are_no_part_of_the_text() -> None:
    """Trying another price compiles nothing."""
    cheap, dear = form_of(tricky().program), form_of(tricky(**{"copies: 2, size: 2": "copies: 2, size: 9"}).program)
    assert cheap is not None and dear is not None
    assert cheap.files == dear.files and cheap.cells != dear.cells


DRIVER = """
#include "envs.h"
#include "notes.h"
#include <stdio.h>
#include <stdlib.h>
X *rw_thread(i64);
int rw_put(X *, S *, const cell *, const cell *, const unsigned char *);
void rw_load(X *, const cell *, const int32_t *, const int32_t *, int, const int32_t *, int, const u64 *);
void rw_stack(S *, const cell *, int, int);
void rw_hidden(X *, int, const int32_t *, const int32_t *, const int32_t *, const int32_t *);
int rw_notes_begin(X *);
void rw_begin_game(X *, S *, const S *, u64, int);
int rw_play(X *, S *, Seat *, i64);
void rw_end(X *);
DATA
int main(void) {
    X *x = rw_thread(1 << 24);
    S *start = malloc(sizeof(S)), *s = malloc(sizeof(S));
    cell first[] = {START, -1, 3};
    rw_load(x, cells, keys, lists, sizeof lists / 8, deep, sizeof deep / 8, masks);
    if (rw_put(x, start, values, items, is_list)) return 2;
    rw_stack(start, first, 3, 0);
HIDDEN
    for (u64 game = 0; game < 42; game++) {
        Seat seats[N_PLAYERS];
        for (u64 p = 0; p < N_PLAYERS; p++) {
            i64 kind = 1 + (i64)(game % 3);
            seats[p] = (Seat){kind, game * 10 + p, kind == SEARCH ? 40 : 200, 0, 6, 3, 0.6, 1.5, 0.3};
        }
        rw_notes_begin(x);
        rw_begin_game(x, s, start, game, 1);
        int r = rw_play(x, s, seats, -1);
        while (r == PAUSED) r = rw_play(x, s, seats, -2);
        if (r != OVER) return 3;
    }
    enum { ROWS_OF_IT = 5, WIDE = ACTIONS_OF_IT, SEEN = SEEN_OF_IT };
    static Game *rows;
    static Seat kinds[ROWS_OF_IT * N_PLAYERS];
    static i64 actions[ROWS_OF_IT], taken[ROWS_OF_IT];
    static float seen[ROWS_OF_IT * SEEN], rewards[ROWS_OF_IT * N_PLAYERS];
    static unsigned char mask[ROWS_OF_IT * WIDE], over[ROWS_OF_IT];
    static int32_t player[ROWS_OF_IT];
    rows = malloc(sizeof(Game) * ROWS_OF_IT);
    for (int p = 0; p < N_PLAYERS; p++) kinds[2 * N_PLAYERS + p] = (Seat){p ? GREEDY : ELSEWHERE, 0, 200};
    Env e = {of_actions, of_frames, start, rows, ROWS_OF_IT, 2, ROWS_OF_IT, actions, kinds, seen, mask, player,
             rewards, over, taken};
    for (int i = 0; i < ROWS_OF_IT; i++) if (rw_env_reset(x, &e, i, 7 + (u64)i)) return 4;
    for (int step = 0; step < 300; step++) {
        for (int i = 0; i < ROWS_OF_IT; i++) {
            int k = step * 7 + i;
            do k = (k + 1) % WIDE; while (!mask[i * WIDE + k]);
            actions[i] = k;
        }
        if (rw_env_step(x, &e)) return 5;
        for (int p = 0; p < N_PLAYERS; p++) if (rw_env_see(x, &e, step % ROWS_OF_IT, p, seen)) return 6;
    }
    free(rows);
    rw_end(x);
    free(start), free(s);
    puts("played");
    return 0;
}
"""


@needs_compiler
@pytest.mark.parametrize("game", [pytest.param(tricky, marks=pytest.mark.slow), bids])
def test_sanitizers_find_nothing(tmp_path: Path, game: Any) -> None:
    """Games of players of all kinds in a program of their own, built with the sanitizers and all warnings."""
    encoding = Encoding(game())
    program = encoding.program
    form = form_of(program)
    assert form is not None
    start = program.layout.start
    rows = {
        "const cell cells": form.cells, "const int32_t keys": form.keys or (0, 0),
        "const int32_t lists": [n for pair in form.lists or ((0, 0),) for n in pair],
        "const int32_t deep": [n for pair in form.deep or ((0, 0),) for n in pair],
        "const u64 masks": form.masks or (0,), "const int32_t backs": backs_of(program),
        "const int32_t known": what_is_known(program, form), "const int32_t belonging": (0, 0),
        **{f"const int32_t hidden{seat}": hidden_from(program, seat) for seat in range(program.players)},
        "const cell values": [len(v) if isinstance(v, tuple) else int(v or 0) for v in start],  # type: ignore[call-overload]
        "const cell items": [x for v in start if isinstance(v, tuple) for x in v] or (0,),
        "const unsigned char is_list": [int(isinstance(v, tuple)) for v in start],
        "const int32_t of_actions": encoding.table, "const int32_t of_frames": depths_of(form.frames),
    }  # fmt: skip
    hides = "".join(f"rw_hidden(x, {seat}, hidden{seat}, belonging, known, backs);" for seat in range(program.players))
    data = "\n".join(f"static {name}[] = {{{', '.join(map(str, row))}}};" for name, row in rows.items())
    for name, text in form.files.items():
        (tmp_path / name).write_text(text)
    driver = DRIVER.replace("DATA", data).replace("HIDDEN", hides)
    driver = driver.replace("ACTIONS_OF_IT", str(len(encoding.actions))).replace("SEEN_OF_IT", str(encoding.size))
    (tmp_path / "main.c").write_text(driver)
    command = compiler()
    assert command is not None
    flags = [f for f in FLAGS if f not in ("-w", "-fno-sanitize=undefined", "-fPIC")]
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g"]
    warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-clobbered", "-Wno-unused-parameter"]
    include = [f"-I{tmp_path}", f"-I{RUNTIME}"]
    made = [str(path) for path in tmp_path.glob("*.c")]
    subprocess.run([*command, *flags, *warnings, *include, "-fsyntax-only", *map(str, RUNTIME.glob("*.c"))], check=True)
    sources = [*made, *map(str, sorted(RUNTIME.glob("*.c")))]
    linked = subprocess.run(
        [*command, *flags, *checks, "-w", *include, *sources, "-o", str(tmp_path / "driver"), "-lm"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if linked.returncode and "asan" in linked.stderr:
        pytest.skip("the compiler has no sanitizers")
    assert linked.returncode == 0, linked.stderr
    ran = subprocess.run([str(tmp_path / "driver")], capture_output=True, text=True, check=False)
    assert ran.stdout == "played\n", ran.stderr


@needs_compiler
@together
def test_a_game_that_fails_is_told_with_its_seed(tmp_path: Path) -> None:
    """What `simulate` says of a fault does not depend on the engine."""
    folder, said = faulty(tmp_path / "faulty"), []
    for engine in ("python", "native"):
        with pytest.raises(SimulationError) as caught:
            simulate(folder, 2, 2, bots=("random",), jobs=1, engine=engine)
        said.append((str(caught.value), str(caught.value.fault and caught.value.fault.diagnostic())))
    assert said[0] == said[1]
