"""Tables that are played at: who is there, whose turn it is, and what goes to whom. Knows no position."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cli.web import desk
from cli.web.desk import Entry, NotOffered, Spec
from cli.web.store import PERSON, Link, Store
from cli.web.workers import Failed, Workers
from interpreter.runtime.views import WATCHER

MOST_TABLES = 10_000
MOST_WINDOWS = 64
"""Windows open at one table."""

BOTS = ("random", "greedy", "mcts:50", "mcts:200")
"""The bots that may sit at a table: none that thinks for long."""


class Refused(Exception):
    """What was asked is not possible; the text is a code for the page."""


@dataclass(eq=False)
class Window:
    """One open page. seat: whose view it has now; told: lines of the log it has; sent: the last message, so that
    nothing is sent twice. changed: there may be something new."""

    link: Link
    language: str
    seat: int
    told: int = 0
    sent: bytes = b""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    foreseeing: asyncio.Task[None] | None = None

    def foresee(self, work: Coroutine[Any, Any, None] | None) -> None:
        """Work out what options bring, instead of what was worked out before; None: nothing."""
        if self.foreseeing is not None:
            self.foreseeing.cancel()
        self.foreseeing = None if work is None else asyncio.create_task(work)


@dataclass(eq=False)
class Table:
    """A table in play. seats: who sits on each. epoch: how often something was taken back. due: who decides."""

    spec: Spec
    seats: list[str]
    entries: list[Entry]
    epoch: int = 0
    due: int | None = None
    is_over: bool = False
    differs: bool = False
    """whether one seat sees what another does not"""
    fault: str = ""
    """why it cannot go on; `changed` where the rules do not allow what was taken any more"""
    mistakes: tuple[str, ...] = ()
    """of the rules, while somebody writes them"""
    readings: int = 0
    """how often the rules were read anew"""
    windows: set[Window] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    drawn: dict[tuple[int, str, int], tuple[bytes, int]] = field(default_factory=dict)
    """what was drawn of the position as it stands"""
    bots: asyncio.Task[None] | None = None

    @property
    def people(self) -> list[int]:
        return [seat for seat, kind in enumerate(self.seats) if kind == PERSON]

    def decision(self, seat: int) -> str:
        """How a seat names its decision: nothing in it tells what others have decided."""
        return f"{self.epoch}.{sum(who == seat for who, _ in self.entries)}"


class Hub:
    """All tables. pace: seconds between two decisions of bots while somebody looks. is_workshop: rules are being
    written here, so whoever made a table may look at everything on it and lay it otherwise."""

    def __init__(
        self, store: Store, workers: Workers, games: Sequence[str], *, pace: float = 0.5, is_workshop: bool = False
    ) -> None:
        self.store = store
        self.workers = workers
        self.games = tuple(games)
        self.pace = pace
        self.is_workshop = is_workshop
        self._tables: dict[str, Table] = {}
        self._offered: dict[str, list[dict[str, Any]]] = {}

    # ---- tables

    async def offered(self, language: str) -> list[dict[str, Any]]:
        """What tables can be made of."""
        if language not in self._offered:
            self._offered[language] = await self.workers.think("", desk.offered, self.games, language)
        return self._offered[language]

    async def modules(self, game: str, language: str) -> list[dict[str, Any]]:
        """The modules of a game. Refused: there is no such game here."""
        if game not in self.games:
            raise Refused("no_game")
        return await self.workers.think("", desk.modules_of, game, language)

    async def make(
        self,
        game: str,
        modules: Sequence[str],
        options: dict[str, object],
        seats: Sequence[str],
        seed: int | None,
        one_screen: bool,
    ) -> list[Link]:
        """A new table; its links: the host's first (who plays the first seat of a person, or all of them at one
        screen), then those of the other people, then that for watching. Refused; Failed."""
        if game not in self.games or self.store.count() >= MOST_TABLES:
            raise Refused("no_game" if game not in self.games else "full")
        if any(kind != PERSON and kind not in BOTS for kind in seats):
            raise Refused("no_bot")
        seed = secrets.randbelow(1_000_000) if seed is None else seed
        spec = Spec(secrets.token_urlsafe(9), game, tuple(modules), tuple(sorted(options.items())), len(seats), seed)
        return await self._made(spec, seats, one_screen)

    async def lay(self, table: Table, given: str) -> list[Link]:
        """A new table like another, which begins with a position in the words of `given`; its links, as of `make`.
        Failed: there is no such position."""
        if self.store.count() >= MOST_TABLES:
            raise Refused("full")
        spec = replace(table.spec, table=secrets.token_urlsafe(9), given=given)
        one_screen = any(len(link.seats) > 1 for link in self.store.links(table.spec.table))
        return await self._made(spec, table.seats, one_screen)

    async def _made(self, spec: Spec, seats: Sequence[str], one_screen: bool) -> list[Link]:
        await self.workers.keep(spec.table, desk.start, spec)
        people = [seat for seat, kind in enumerate(seats) if kind == PERSON]
        own = tuple(people if one_screen else people[:1])
        others = [] if one_screen else people[1:]
        links = [(own, True), *(((seat,), False) for seat in others), ((), False)]
        return self.store.make(spec, seats, links)

    async def opened(self, id: str) -> Table:
        """A table as it was kept. Refused: there is none."""
        if id in self._tables:
            return self._tables[id]
        kept = self.store.table(id)
        if kept is None:
            raise Refused("no_table")
        table = Table(kept.spec, list(kept.seats), list(kept.entries))
        self._tables[id] = table
        async with table.lock:
            await self._settle(table)
        return table

    async def _settle(self, table: Table) -> None:
        """Let chance answer, and see whose turn it is; what comes of it is kept."""
        try:
            due = await self.workers.keep(table.spec.table, desk.go_on, table.spec, table.entries)
            _, table.differs = await self.workers.keep(table.spec.table, desk.of_game, table.spec, "en")
        except NotOffered:
            table.fault = "changed"
        except Failed as error:
            table.fault = str(error)
        else:
            self._took(table, due)

    async def reread(self) -> None:
        """The rules were changed: tables go on under the new ones, or say what stops them."""
        self.workers.restart()
        self._offered.clear()
        for table in list(self._tables.values()):
            async with table.lock:
                await self._reread(table)

    async def _reread(self, table: Table) -> None:
        table.mistakes, table.readings, table.epoch = (), table.readings + 1, table.epoch + 1
        for window in table.windows:
            window.told = 0
        try:
            fits = await self.workers.keep(table.spec.table, desk.fits, table.spec, table.entries)
        except Failed as error:
            table.mistakes = tuple(map(str, error.args))
            self._show(table)
            return
        table.fault = "" if fits == len(table.entries) else "changed"
        if table.fault:
            self._show(table)
        else:
            await self._settle(table)

    async def go_back(self, table: Table) -> None:
        """Back to the last position that the rules as they are now allow."""
        async with table.lock:
            fits = await self.workers.keep(table.spec.table, desk.fits, table.spec, table.entries)
            self.store.cut(table.spec.table, fits)
            del table.entries[fits:]
            await self._reread(table)

    def _took(self, table: Table, due: desk.Due) -> None:
        if due.entries:
            self.store.add(table.spec.table, len(table.entries), due.entries)
            table.entries += due.entries
        table.due, table.is_over = due.player, due.is_over
        self._show(table)

    def _show(self, table: Table) -> None:
        """Something may be new for everybody."""
        table.drawn.clear()
        for window in table.windows:
            window.changed.set()
        self._call_bots(table)

    # ---- playing

    async def take(self, table: Table, seat: int, decision: str, key: str) -> None:
        """A seat takes an option. Refused: `late` where it is not the decision that is due, `not_offered`."""
        async with table.lock:
            if table.due != seat or table.decision(seat) != decision:
                raise Refused("late")
            await self._take(table, seat, key)

    async def _take(self, table: Table, seat: int, key: str) -> None:
        try:
            due = await self.workers.keep(table.spec.table, desk.take, table.spec, table.entries, seat, key)
        except NotOffered:
            raise Refused("not_offered") from None
        except Failed as error:
            table.fault = str(error)
            self._show(table)
            return
        self._took(table, due)

    async def undo(self, table: Table, seat: int) -> None:
        """A seat takes its last decision back. Refused: it may not."""
        async with table.lock:
            number = await self.workers.keep(table.spec.table, desk.undo, table.spec, table.entries, seat, table.people)
            if number is None:
                raise Refused("not_undone")
            self.store.cut(table.spec.table, number)
            del table.entries[number:]
            table.epoch += 1
            for window in table.windows:
                window.told = 0
            await self._settle(table)

    async def sit(self, table: Table, seat: int, kind: str) -> None:
        """Somebody else sits on a seat from now on: a bot, or a person again."""
        if seat not in range(len(table.seats)) or kind not in (PERSON, *BOTS):
            raise Refused("no_bot")
        table.seats[seat] = kind
        self.store.seat(table.spec.table, table.seats)
        self._show(table)

    def _call_bots(self, table: Table) -> None:
        is_theirs = table.due is not None and table.seats[table.due] != PERSON and not (table.fault or table.mistakes)
        if is_theirs and (table.bots is None or table.bots.done()):
            table.bots = asyncio.create_task(self._play_bots(table))

    async def _play_bots(self, table: Table) -> None:
        """Bots decide until it is the turn of a person."""
        while (
            table.due is not None
            and table.seats[table.due] != PERSON
            and not (table.fault or table.mistakes)
            and table.windows
        ):
            seat, entries = table.due, list(table.entries)
            try:
                key = await self.workers.think(table.spec.table, desk.bot, table.spec, entries, seat, table.seats[seat])
            except NotOffered:
                continue  # the table went on otherwise
            except Failed as error:
                table.fault = str(error)
                self._show(table)
                return
            async with table.lock:
                if table.due == seat and table.entries == entries:
                    await self._take(table, seat, key)
            await asyncio.sleep(self.pace)

    # ---- windows

    def enter(self, table: Table, link: Link, language: str) -> Window:
        """Somebody opens a page. Refused: too many are open."""
        if len(table.windows) >= MOST_WINDOWS:
            raise Refused("full")
        window = Window(link, language, link.seats[0] if link.seats else WATCHER)
        if len(link.seats) > 1 and table.due in link.seats and not table.differs:
            window.seat = table.due or 0
        table.windows.add(window)
        window.changed.set()
        self._call_bots(table)
        return window

    async def message(self, table: Table, window: Window) -> bytes | None:
        """What a window is to be sent now; None: it has it already."""
        if table.mistakes:
            return desk.as_bytes({"t": "mistakes", "texts": table.mistakes})
        if table.fault:
            return desk.as_bytes({"t": "fault", "text": table.fault})
        due, mine = table.due, window.link.seats
        if len(mine) > 1 and due in mine and due is not None and due != window.seat:
            if table.differs:
                # Somebody else looks at the same screen: nothing of the next one's is on it before they say so.
                return desk.as_bytes({"t": "cover", "seat": due})
            window.seat, window.told = due, 0
        key = window.seat, window.language, window.told
        if key not in table.drawn:
            entries = list(table.entries)
            arguments = (*key[:2], table.people, window.told, table.decision(window.seat))
            found = await self.workers.keep(table.spec.table, desk.draw, table.spec, entries, *arguments)
            if entries != table.entries:
                window.changed.set()
                return None
            table.drawn[key] = found
        message, window.told = table.drawn[key]
        return message

    def turn_to(self, table: Table, window: Window, seat: int) -> None:
        """Who looks at a screen of several people. Refused: it is none of theirs."""
        if seat not in window.link.seats:
            raise Refused("not_yours")
        window.seat, window.told = seat, 0
        window.changed.set()

    def leave(self, table: Table, window: Window) -> None:
        """A page is closed."""
        window.foresee(None)
        table.windows.discard(window)
        if not table.windows and not table.lock.locked():
            self._tables.pop(table.spec.table, None)

    def close(self) -> None:
        for table in self._tables.values():
            if table.bots is not None:
                table.bots.cancel()
        self.workers.close()
        self.store.close()


__all__ = ["BOTS", "Hub", "Refused", "Table", "Window"]
