"""Simulations in several processes when some of them are killed: nothing is lost, nothing is left running."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.analysis import simulate
from interpreter.analysis.processes import MOST_DEATHS, WorkerDied, collect, ctrl_c_held_back, parts
from interpreter.analysis.tally import Tally
from tests.players.games import ORCHARD

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds that anything may take before a test fails."""
TIMES = ("seconds", "games_per_second", "decisions_per_second")


@dataclass
class Numbers:
    """A sum of numbers. Workers of this job die at the number `deadly` as long as `lives` has a file to take away."""

    folder: str
    deadly: int
    seed: int = 0

    def worker(self) -> Callable[[Sequence[int]], list[int]]:
        return self.play

    def play(self, numbers: Sequence[int]) -> list[int]:
        if self.deadly in numbers:
            for life in Path(self.folder).iterdir():
                life.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
        return [n * n for n in numbers]


@dataclass
class Masks:
    """Says of each process whether it began with Ctrl-C held back."""

    seed: int = 0

    def worker(self) -> Callable[[Sequence[int]], list[bool]]:
        return self.play

    def play(self, numbers: Sequence[int]) -> list[bool]:
        return [signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()) for _ in numbers]


def numbers(folder: Path, deaths: int) -> Iterator[list[int]]:
    for i in range(deaths):
        (folder / str(i)).touch()
    job = Numbers(str(folder), 37)
    return parts(job, job.worker(), 100, 2)


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    found = [n for part in numbers(tmp_path, MOST_DEATHS - 1) for n in part]
    assert found == [n * n for n in range(100)]
    assert list(tmp_path.iterdir()) == []
    assert multiprocessing.active_children() == []


def test_processes_that_die_again_and_again_are_told_with_what_is_finished(tmp_path: Path) -> None:
    found: list[int] = []
    with pytest.raises(WorkerDied, match=f"{MOST_DEATHS} processes died in the games 36 to 41 of .* SIGKILL"):
        for part in numbers(tmp_path, MOST_DEATHS):
            found += part
    assert found == [n * n for n in range(36)]
    assert multiprocessing.active_children() == []


def test_what_is_finished_is_reported_with_the_reason() -> None:
    def some() -> Iterator[Tally]:
        yield Tally(games=4)
        raise WorkerDied("killed")

    total, cut = collect(Tally(), some(), 9, None)
    assert (total.games, cut) == (4, "killed")


def children(pid: int) -> list[int]:
    """The processes that one has begun and that still run."""
    out = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):  # it has just ended
            continue
        if int(parent) == pid and state != "Z":
            out.append(int(path.parent.name))
    return out


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.02)


def workers_of(command: subprocess.Popen[str], count: int) -> list[int]:
    """Its processes that play."""
    found: list[int] = []

    def are_there() -> bool:
        found[:] = [p for p in children(command.pid) if b"spawn_main" in Path(f"/proc/{p}/cmdline").read_bytes()]
        return len(found) == count

    until(are_there)
    return found


def begun(*more: str, games: int = 2_000_000) -> subprocess.Popen[str]:
    """A simulation with two processes, in a session of its own like that of a terminal."""
    arguments = ["-m", "cli.main", "simulate", str(ORCHARD), "--jobs", "2", "--games", str(games), "--seed", "3", *more]
    return subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip


on_linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


@on_linux
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_no_process_outlives_a_killed_parent(how: signal.Signals) -> None:
    with begun() as command:
        workers = workers_of(command, 2)
        command.send_signal(how)
        command.communicate(timeout=PATIENCE)
        until(lambda: not any(map(is_running, workers)))
    assert command.returncode == -how


@on_linux
def test_processes_begin_with_ctrl_c_held_back() -> None:
    """Until they ignore it: one that is still importing would end in a traceback."""
    script = (
        "import signal, tests.analysis.test_processes as t\n"
        "from interpreter.analysis import processes\n"
        "if __name__ == '__main__':\n"
        "    job = t.Masks()\n"
        "    print(*[m for part in processes.parts(job, job.worker(), 2, 2) for m in part])\n"
    )
    shown = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["True", "True"]


@on_linux
def test_a_killed_worker_changes_no_digit_of_the_report() -> None:
    with begun("--format", "json", games=1000) as command:
        os.kill(workers_of(command, 2)[0], signal.SIGKILL)
        out, err = command.communicate(timeout=PATIENCE)
    assert (command.returncode, err) == (0, "")
    calm = simulate(ORCHARD, 2, 1000, seed=3, jobs=1)
    assert {**json.loads(out), **dict.fromkeys(TIMES)} == {**json.loads(json.dumps(calm)), **dict.fromkeys(TIMES)}


def test_ctrl_c_waits_whichever_thread_it_reaches() -> None:
    """The system hands it to any thread that does not hold it back."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    over = threading.Event()
    other = threading.Thread(target=over.wait, daemon=True)
    other.start()
    try:
        with ctrl_c_held_back():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
            assert heard == []
        assert heard == [signal.SIGINT]
    finally:
        over.set()
        signal.signal(signal.SIGINT, before)


@on_linux
def test_ctrl_c_shows_what_is_finished_and_leaves_nothing_running() -> None:
    with begun("--format", "json") as command:
        workers = workers_of(command, 2)
        os.killpg(command.pid, signal.SIGINT)  # as a terminal does: the workers get it too
        out, err = command.communicate(timeout=PATIENCE)
    assert (command.returncode, err) == (130, "")
    report = json.loads(out)
    assert report["interrupted"] and report["cut_short_by"] == "interrupted"
    assert sum(line["games"] for line in report["endings"].values()) == report["finished"] < report["games"]
    assert not any(map(is_running, workers))
