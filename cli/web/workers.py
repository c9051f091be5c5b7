"""Processes in which positions are carried out and bots think, so that neither holds the server.

A table is always asked about at the same keeper, which knows it already; what may take long goes to the thinkers. A
process that takes too long, or dies, is replaced.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from cli.screen.diagnostics import lines_of
from cli.web.desk import NotOffered
from interpreter.diagnostics import RulesetError

T = TypeVar("T")

_TOLD = 5
"""So many mistakes of a ruleset are told."""

PATIENCE = 20.0
"""Seconds for one answer of a keeper."""

THOUGHT = 90.0
"""Seconds for one answer of a thinker."""


class Failed(Exception):
    """What a worker was asked cannot be done, and the reasons: the ruleset has mistakes, or its rules fail."""

    def __str__(self) -> str:
        return " ".join(map(str, self.args))


class TooLong(Failed):
    """A worker took longer than it may, or died of it."""


class Workers:
    """keepers, thinkers: how many processes of each."""

    def __init__(self, keepers: int = 1, thinkers: int = 1) -> None:
        self._keepers = [_Worker(0) for _ in range(keepers)]
        self._thinkers = [_Worker(5) for _ in range(thinkers)]

    async def keep(self, table: str, task: Callable[..., T], *arguments: Any) -> T:
        """What a task answers about a table. Failed; NotOffered, where the task raises that."""
        return await _of(self._keepers, table).run(PATIENCE, task, *arguments)

    async def think(self, table: str, task: Callable[..., T], *arguments: Any) -> T:
        """The same where it may take a while."""
        return await _of(self._thinkers, table).run(THOUGHT, task, *arguments)

    def restart(self) -> None:
        """Forget everything, as where rules were changed; what is under way is asked again."""
        for worker in (*self._keepers, *self._thinkers):
            worker.replace()

    def close(self) -> None:
        for worker in (*self._keepers, *self._thinkers):
            worker.end()


def _of(workers: list[_Worker], table: str) -> _Worker:
    return workers[zlib.crc32(table.encode()) % len(workers)]


class _Worker:
    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._pool = self._begun()

    def _begun(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, context, initializer=_begin, initargs=(self._niceness,))

    async def run(self, seconds: float, task: Callable[..., T], *arguments: Any) -> T:
        for attempt in (1, 2):
            pool = self._pool
            try:
                future = asyncio.get_running_loop().run_in_executor(pool, _carried_out, task, arguments)
                future.add_done_callback(_heard)
                # Shielded: a pool that breaks stumbles over what somebody stopped to wait for.
                return await asyncio.wait_for(asyncio.shield(future), seconds)
            except BrokenProcessPool:
                self.replace(pool)
                if attempt == 2:
                    raise TooLong("it broke off") from None
            except TimeoutError:
                self.replace(pool)
                raise TooLong("it took too long") from None
        raise AssertionError("the second attempt returns or raises")

    def replace(self, pool: ProcessPoolExecutor | None = None) -> None:
        """Another process in place of one that died or hangs (pool; None: of whichever there is). Whoever waits for it
        is told that it died."""
        if pool is None or self._pool is pool:
            old, self._pool = self._pool, self._begun()
            _stop(old)

    def end(self) -> None:
        _stop(self._pool)


def _heard(future: asyncio.Future[Any]) -> None:
    """Nobody may wait for an answer any more; what went wrong with it is no news then."""
    if not future.cancelled():
        future.exception()


def _carried_out(task: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    """In a worker: what goes wrong becomes words, since other exceptions do not survive the way back."""
    try:
        return task(*arguments)
    except NotOffered:
        raise
    except RulesetError as error:
        told = ("\n".join(line.plain for line in lines_of(d)) for d in list(error.diagnostics)[:_TOLD])
        raise Failed(*told) from None
    except Exception as error:
        raise Failed(str(error) or type(error).__name__) from error


def _stop(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False)  # what waits for it is told that it broke


def _begin(niceness: int) -> None:
    """In a new process: the server alone answers ctrl+C, and what only thinks stands back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)


__all__ = ["Failed", "TooLong", "Workers"]
