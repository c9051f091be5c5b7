"""The server: pages, the making of tables, and a socket for every window.

Whoever has a link may do what it says and nothing else. Texts of rulesets are data: no page runs a script that is not a
file of ours, and nothing is fetched from elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from cli.screen.phrases import LANGUAGES
from cli.watching import Watch
from cli.web import desk
from cli.web.desk import NotOffered
from cli.web.hub import BOTS, Hub, Refused, Table, Window
from cli.web.workers import Failed

STATIC = Path(__file__).parent / "static"

LONGEST = 16_384
"""Bytes of what a page may send at once."""

PER_SECOND, AT_ONCE, PATIENCE = 10.0, 40, 200
"""So many messages a second of one window are answered, so many at once; after so many more it is shut out."""

TABLES_PER_MINUTE = 60

LOOK = 0.2
"""Seconds between two looks at the files of rulesets that are watched."""

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; frame-src 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "geolocation=(), camera=(), microphone=()",
}


class Bucket:
    """Lets so many a second pass, and so many at once."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self._per_second, self._most = per_second, at_once
        self._left, self._at = at_once, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Refuses hosts that nobody named, so that no other site's name leads here, and sets the headers of answers."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        needs_origin = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
        is_ours = _name(host) in self._hosts and (not needs_origin or _is_of(origin, host))
        if not is_ours:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse("not for this host\n", 403)(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                new = [(k.encode(), v.encode()) for k, v in _HEADERS.items() if k.encode() not in known]
                message["headers"] = [*message["headers"], *new]
            await send(message)

        await self._app(scope, receive, sent)


def _name(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""


def _is_of(origin: str | None, host: str) -> bool:
    """Whether a page of ours asks: its origin is the host it asks."""
    return origin is not None and urlsplit(origin).netloc == host and urlsplit(origin).scheme in ("http", "https")


class Server:
    """The routes over a hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._making = Bucket(TABLES_PER_MINUTE / 60, TABLES_PER_MINUTE)

    def routes(self) -> list[Route | WebSocketRoute]:
        files = {path.name: path for path in STATIC.iterdir() if path.is_file()}

        async def static(request: Request) -> Response:
            path = files.get(request.path_params["name"])
            return PlainTextResponse("not found\n", 404) if path is None else _file(path)

        async def lobby(request: Request) -> Response:
            return _file(files["index.html"])

        async def table(request: Request) -> Response:
            return _file(files["table.html"])

        return [
            Route("/", lobby),
            Route("/table", table),
            Route("/static/{name}", static),
            Route("/api/games", self.games),
            Route("/api/modules", self.modules),
            Route("/api/tables", self.make, methods=["POST"]),
            WebSocketRoute("/ws", self.socket),
        ]

    async def games(self, request: Request) -> Response:
        language = _language(request.query_params.get("lang"))
        return JSONResponse({"games": await self.hub.offered(language), "bots": list(BOTS)})

    async def modules(self, request: Request) -> Response:
        language = _language(request.query_params.get("lang"))
        try:
            found = await self.hub.modules(request.query_params.get("game", ""), language)
        except (Refused, Failed):
            return JSONResponse({"refused": "no_game"}, 404)
        return JSONResponse({"modules": found})

    async def make(self, request: Request) -> Response:
        """Make a table; its links."""
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST:
                return JSONResponse({"refused": "too_long"}, 413)
        if not self._making.take():
            return JSONResponse({"refused": "slow_down"}, 429)
        try:
            wanted = _wanted(json.loads(body))
        except (ValueError, TypeError, KeyError, RecursionError):
            return JSONResponse({"refused": "not_understood"}, 400)
        try:
            links = await self.hub.make(*wanted)
        except Refused as refused:
            return JSONResponse({"refused": str(refused)}, 400)
        except Failed as error:
            return JSONResponse({"refused": "ruleset", "why": list(map(str, error.args))}, 400)
        return JSONResponse({"links": [[link.token, list(link.seats), link.is_host] for link in links]})

    # ---- sockets

    async def socket(self, ws: WebSocket) -> None:
        """A window: it says which link it has, then it is shown its table until it is closed."""
        await ws.accept()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # a window may close at any moment
            hello = _understood(await asyncio.wait_for(_text(ws), 10))
            link = self.hub.store.link(str(hello.get("token"))) if hello.get("t") == "hello" else None
            if link is None:
                await ws.send_text('{"t":"refused","why":"no_table"}')
                await ws.close(1008)
                return
            try:
                table = await self.hub.opened(link.table)
                window = self.hub.enter(table, link, _language(hello.get("lang")))
            except Refused as refused:
                await _send(ws, {"t": "refused", "why": str(refused)})
                await ws.close(1013)
                return
            tasks = {asyncio.create_task(work(ws, table, window)) for work in (self._show, self._listen)}
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()  # a fault of ours is told, and the window connects again
            finally:
                for task in tasks:
                    task.cancel()
                self.hub.leave(table, window)

    async def _show(self, ws: WebSocket, table: Table, window: Window) -> None:
        """Send what is new whenever something may be."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await _send(ws, {"t": "seats", **_seats(table, window, self.hub.is_workshop)})
            readings = -1
            seats: dict[str, Any] = {}
            while True:
                await window.changed.wait()
                window.changed.clear()
                if readings != table.readings and not table.mistakes:
                    readings = table.readings
                    await self._game(ws, table, window)
                if (now := _seats(table, window, self.hub.is_workshop)) != seats:
                    seats = now
                    await _send(ws, {"t": "seats", **now})
                try:
                    message = await self.hub.message(table, window)
                except (NotOffered, Failed) as error:
                    message = desk.as_bytes({"t": "fault", "text": str(error)})
                if message is not None and message != window.sent:
                    window.sent = message
                    await ws.send_text(message.decode())
                    window.foresee(self._brings(ws, table, window))

    async def _game(self, ws: WebSocket, table: Table, window: Window) -> None:
        """What the page must know of the game."""
        try:
            game, _ = await self.hub.workers.keep(table.spec.table, desk.of_game, table.spec, window.language)
        except Failed as error:
            table.fault = table.fault or str(error)
        else:
            await ws.send_text(game.decode())

    async def _brings(self, ws: WebSocket, table: Table, window: Window) -> None:
        """What the options bring, where it is the window's turn."""
        seat = window.seat
        if table.due != seat or table.is_over or table.fault:
            return
        decision = table.decision(seat)
        with contextlib.suppress(NotOffered, Failed, WebSocketDisconnect, RuntimeError):
            texts = await self.hub.workers.think(
                table.spec.table, desk.brings, table.spec, list(table.entries), seat, window.language
            )
            await _send(ws, {"t": "brings", "decision": decision, "texts": texts})

    async def _listen(self, ws: WebSocket, table: Table, window: Window) -> None:
        """Answer what a window asks, as often as it may."""
        bucket, over = Bucket(PER_SECOND, AT_ONCE), 0
        while True:
            text = await _text(ws)
            if not bucket.take():
                over += 1
                if over > PATIENCE:
                    await ws.close(1008)
                    return
                continue
            message = _understood(text)
            answer: dict[str, Any] = {"t": "answer", "to": message.get("t"), "id": message.get("id")}
            try:
                found = await self._answer(table, window, message)
            except Refused as refused:
                answer |= {"refused": str(refused)}
                window.changed.set()
            except NotOffered:
                answer |= {"refused": "late"}
            except Failed as error:
                answer |= {"refused": "fault", "text": str(error), "why": list(map(str, error.args))}
            else:
                if isinstance(found, bytes):
                    await ws.send_text(found.decode())
                    continue
                answer["found"] = found
            await _send(ws, answer)

    async def _answer(self, table: Table, window: Window, message: dict[str, Any]) -> Any:
        asked = _ASKED.get(str(message.get("t")))
        if asked is None:
            raise Refused("not_understood")
        return await asked(self.hub, table, window, message)


# ---- what a window may ask

Asked = Callable[[Hub, Table, Window, dict[str, Any]], Awaitable[Any]]


async def _take(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> None:
    if window.seat not in window.link.seats:
        raise Refused("not_yours")
    await hub.take(table, window.seat, str(message.get("decision")), str(message.get("key")))


async def _undo(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> None:
    if window.seat not in window.link.seats:
        raise Refused("not_yours")
    await hub.undo(table, window.seat)


async def _why(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    if table.due != window.seat:
        raise Refused("late")
    task = desk.why_shown if "at" in message else desk.why
    asked = str(message.get("at", message.get("key", "")))
    return await hub.workers.think(
        table.spec.table, task, table.spec, list(table.entries), window.seat, window.language, asked
    )


async def _advice(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    return await hub.workers.think(
        table.spec.table, desk.advice, table.spec, list(table.entries), window.seat, window.language
    )


async def _score(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    return await hub.workers.keep(
        table.spec.table, desk.score, table.spec, list(table.entries), window.seat, window.language
    )


async def _about(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    return await hub.workers.think(
        table.spec.table, desk.about, table.spec, window.language, str(message.get("name"))[:200]
    )


async def _rules(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    return await hub.workers.think(table.spec.table, desk.rulebook, table.spec, window.language)


async def _look(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    line = message.get("line")
    if not isinstance(line, int) or line < 0:
        raise Refused("not_understood")
    return await hub.workers.think(
        table.spec.table, desk.at_line, table.spec, list(table.entries), window.seat, window.language, line
    )


async def _face(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> None:
    hub.turn_to(table, window, message.get("seat", -1))


async def _sit(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> None:
    seat = message.get("seat")
    if not isinstance(seat, int) or not (window.link.is_host or seat in window.link.seats):
        raise Refused("not_yours")
    await hub.sit(table, seat, str(message.get("kind")))


async def _links(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    if not window.link.is_host:
        raise Refused("not_yours")
    return [[link.token, list(link.seats), link.is_host] for link in hub.store.links(table.spec.table)]


async def _go_back(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> None:
    if not window.link.is_host or table.fault != "changed":
        raise Refused("not_yours")
    await hub.go_back(table)


async def _log(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    """The whole game as a file: it holds what is hidden, so it is for the end, or for games that hide nothing."""
    _laid_open(hub, table, window)
    if table.spec.given:
        raise Refused("begun_within")  # a log says how a game began, and this one did not
    return await hub.workers.keep(table.spec.table, desk.log, table.spec, list(table.entries), list(table.seats))


def _laid_open(hub: Hub, table: Table, window: Window) -> None:
    """Refused: what is hidden on the table is not for this window."""
    if not (table.is_over or not table.differs or hub.is_workshop and window.link.is_host):
        raise Refused("hidden")


async def _scenario(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    """The position after a line of the log as a scenario."""
    _laid_open(hub, table, window)
    return await _of_line(desk.scenario, hub, table, window, message)


async def _position(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    """The position after a line of the log, to be changed by hand."""
    _own_workshop(hub, window)
    return await _of_line(desk.position, hub, table, window, message)


async def _of_line(task: Callable[..., Any], hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    line = message.get("line")
    if not isinstance(line, int) or line < 0:
        raise Refused("not_understood")
    arguments = (list(table.entries), window.seat, window.language, line)
    try:
        return await hub.workers.think(table.spec.table, task, table.spec, *arguments)
    except NotOffered:
        raise Refused("nobody") from None


async def _lay(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> Any:
    """A new table that begins with a position which was written by hand; the link to it."""
    _own_workshop(hub, window)
    given = message.get("given")
    if not isinstance(given, str) or not given.strip():
        raise Refused("not_understood")
    return (await hub.lay(table, given))[0].token


def _own_workshop(hub: Hub, window: Window) -> None:
    if not (hub.is_workshop and window.link.is_host):
        raise Refused("not_yours")


async def _ping(hub: Hub, table: Table, window: Window, message: dict[str, Any]) -> None:
    return None


_ASKED: dict[str, Asked] = {
    "take": _take, "undo": _undo, "why": _why, "advice": _advice, "score": _score, "about": _about, "rules": _rules,
    "look": _look, "face": _face, "sit": _sit, "links": _links, "log": _log, "ping": _ping,
    "go_back": _go_back, "scenario": _scenario, "position": _position, "lay": _lay,
}  # fmt: skip


# ---- the form of messages


async def _text(ws: WebSocket) -> str:
    """The next message; one that is too long, or no text, counts as empty."""
    message = await ws.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text") or ""
    return text if len(text) <= LONGEST else ""


def _understood(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


async def _send(ws: WebSocket, message: dict[str, Any]) -> None:
    await ws.send_text(desk.as_bytes(message).decode())


def _seats(table: Table, window: Window, is_workshop: bool) -> dict[str, Any]:
    """Who sits where, and what the window may do."""
    present = sorted({seat for other in table.windows for seat in other.link.seats})
    return {
        "seats": list(table.seats), "mine": list(window.link.seats), "host": window.link.is_host, "bots": list(BOTS),
        "present": present, "workshop": window.link.is_host and is_workshop,
    }  # fmt: skip


def _wanted(found: Any) -> tuple[str, list[str], dict[str, object], list[str], int | None, bool]:
    """What a table is to be made of. ValueError: it is not understood."""
    modules, options, seats, seed = found["modules"], found["options"], found["seats"], found.get("seed")
    texts = [found["game"], *modules, *options, *seats]
    values = [isinstance(value, str | int | bool) for value in options.values()]
    is_sound = all(isinstance(text, str) and len(text) < 200 for text in texts) and all(values)
    is_path = any("/" in module or "\\" in module for module in modules)
    if not is_sound or is_path or not 1 <= len(seats) <= 20 or not (seed is None or type(seed) is int):
        raise ValueError
    if seed is not None and abs(seed) >= 10**15:
        raise ValueError
    return found["game"], list(modules), dict(options), list(seats), seed, bool(found.get("one_screen"))


def _language(wanted: object) -> str:
    return str(wanted) if wanted in LANGUAGES else LANGUAGES[0]


def _file(path: Path) -> Response:
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
    return FileResponse(path, media_type=kinds.get(path.suffix), headers={"cache-control": "no-cache"})


def app(hub: Hub, hosts: Sequence[str], watched: Sequence[Watch] = ()) -> ASGIApp:
    """The whole server. hosts: the names under which it may be asked. watched: rulesets that are read again when one of
    their files is saved."""

    async def watching() -> None:
        while True:
            await asyncio.sleep(LOOK)
            if any([watch.changed() for watch in watched]):
                await hub.reread()

    @contextlib.asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        looking = asyncio.create_task(watching()) if watched else None
        yield
        if looking is not None:
            looking.cancel()
        hub.close()

    return Guard(Starlette(routes=Server(hub).routes(), lifespan=running), hosts)


__all__ = ["app"]
