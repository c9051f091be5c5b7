"""The messages of a language server as they come in: each that asks for an answer gets one, whatever it looks like.

pygls reads what is well formed; here is told apart what is not, by the rules of JSON-RPC and of the protocol. Messages
are read ahead of being taken, so that a check knows when others wait, and a request that waits can be cancelled.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO

from lsprotocol import types as lsp
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcRequestCancelled,
    JsonRpcServerNotInitialized,
)
from pygls.io_ import StdoutWriter

from cli.editor.server import RulesetServer

MOST_BYTES = 64 << 20
"""A longer message is not read."""
MOST_HEADER = 1 << 16
NO_OBJECT = "a message is an object, its id a string or a whole number"
_LENGTH = re.compile(rb"Content-Length:[ \t]*(\d{1,18})[ \t]*\r?\n?$", re.IGNORECASE)
_NEXT = re.compile(rb"Content-Length:[ \t]*\d+\r?\n", re.IGNORECASE)


class Wire:
    """Reads messages from one stream, and answers on the other until the client says `exit` or has gone."""

    def __init__(self, server: RulesetServer, read: BinaryIO, write: BinaryIO) -> None:
        self.server = server
        self.protocol = server.protocol
        self.protocol.set_writer(StdoutWriter(write))
        self._read = read
        self._left = b""
        """read already, and not part of the last message after all"""
        self._waiting: deque[object] = deque()
        """messages that are not taken yet, and mistakes in those that could not be read; None: nothing more comes"""
        self._asking: set[object] = set()
        """requests that wait, and"""
        self._cancelled: set[object] = set()
        """those of them that nobody waits for any more"""
        server.is_asked = lambda: bool(self._waiting)
        self._is_initialized = self._is_shut_down = False

    def serve(self) -> None:
        try:
            asyncio.run(self._serve())
        except (BrokenPipeError, KeyboardInterrupt, SystemExit):
            pass  # the client has gone, or said so
        finally:
            self.server.shutdown()  # type: ignore[no-untyped-call]

    async def _serve(self) -> None:
        arrived = asyncio.Event()
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as readers:
            reading = loop.run_in_executor(readers, self.read_all, lambda: loop.call_soon_threadsafe(arrived.set))
            while await arrived.wait():
                arrived.clear()
                while self._waiting:
                    message = self._waiting.popleft()
                    if message is None:
                        return await reading
                    self.take(message)
                    await asyncio.sleep(0)

    def read_all(self, arrived: Callable[[], object]) -> None:
        """Read messages as they come, until the client says `exit` or has gone."""
        message: object = None
        try:
            while not (isinstance(message, dict) and message.get("method") == lsp.EXIT):
                message = self._message()
                if message is None:
                    break
                if not self._cancels(message):
                    self._waiting.append(message)
                    arrived()
        finally:
            self._waiting.append(None)
            arrived()

    def _cancels(self, message: object) -> bool:
        """Whether a message cancels a request that waits."""
        if not isinstance(message, dict):
            return False
        id, params = message.get("id"), message.get("params")
        if "method" in message and isinstance(id, str | int):
            self._asking.add(id)
        if message.get("method") != lsp.CANCEL_REQUEST or not isinstance(params, dict):
            return False
        if not isinstance(id := params.get("id"), str | int) or id not in self._asking:
            return False
        self._cancelled.add(id)
        return True

    # ---- framing

    def _message(self) -> object:
        """The next message, or the mistake in it. None: nothing more comes."""
        length: int | None = None
        while line := self._line():
            found = _LENGTH.search(line)
            if found:
                length = int(found[1])
            elif not line.strip() and length is not None:
                break
            elif line[:15].lower() == b"content-length:":
                return JsonRpcParseError(message=f"no length of a message: {_shown(line)}")
        else:
            return None
        if length > MOST_BYTES:
            return JsonRpcParseError(message=f"a message of more than {MOST_BYTES:,} bytes is not read")
        body = self._exactly(length)
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            # A length that is too large has swallowed the beginning of the next message.
            if following := _NEXT.search(body):
                self._left = body[following.start() :] + self._left
            return JsonRpcParseError(message=f"no JSON: {error}")
        return JsonRpcInvalidRequest(message=NO_OBJECT) if message is None else message

    def _line(self) -> bytes:
        if b"\n" not in self._left:
            self._left += self._read.readline(MOST_HEADER)
        at = self._left.find(b"\n") + 1 or len(self._left)
        line, self._left = self._left[:at], self._left[at:]
        return line

    def _exactly(self, length: int) -> bytes:
        if len(self._left) < length:
            self._left += self._read.read(length - len(self._left))
        body, self._left = self._left[:length], self._left[length:]
        return body

    # ---- one message

    def take(self, data: object) -> None:
        """Hand a message on to where it is answered, or answer that it cannot be."""
        if isinstance(data, JsonRpcException):
            return self._refuse(None, data)
        id, method = (data.get("id"), data.get("method")) if isinstance(data, dict) else (None, None)
        is_request = isinstance(data, dict) and "id" in data and "method" in data
        try:
            if not isinstance(data, dict) or isinstance(id, bool) or not isinstance(id, str | int | None):
                id = None
                raise JsonRpcInvalidRequest(message=NO_OBJECT)
            self._asking.discard(id)
            if id in self._cancelled:
                self._cancelled.discard(id)
                raise JsonRpcRequestCancelled(message="cancelled")
            if data.get("jsonrpc") != "2.0" or not ("method" not in data or isinstance(method, str)):
                raise JsonRpcInvalidRequest(message='`jsonrpc` must be "2.0" and `method` a string')
            if method is not None:
                self._check_order(method, is_request)
                if method not in self._known:
                    raise JsonRpcMethodNotFound.of(method)
            elif "id" not in data:
                raise JsonRpcInvalidRequest(message="a message has a method, or answers one")
            self.protocol.handle_message(_careful(self.protocol.structure_message, data))
        except JsonRpcException as error:
            # Notifications have no answers; those that are no messages at all are told of without an id.
            if is_request or not isinstance(data, dict) or ("method" not in data and "id" not in data):
                self._refuse(id, error)
            return
        except Exception as error:
            if is_request:
                self._refuse(id, JsonRpcInternalError(message=f"{type(error).__name__}: {error}"))
            self.server.report_server_error(error, JsonRpcInternalError)
            return
        self._is_initialized = self._is_initialized or method == lsp.INITIALIZE
        self._is_shut_down = self._is_shut_down or method == lsp.SHUTDOWN

    @property
    def _known(self) -> set[str]:
        manager = self.protocol.fm
        return {*manager.builtin_features, *manager.features, lsp.CANCEL_REQUEST}

    def _check_order(self, method: str, is_request: bool) -> None:
        """Refuse what comes before `initialize` or after `shutdown`."""
        if method == lsp.EXIT:
            return
        if self._is_shut_down:
            raise JsonRpcInvalidRequest(message="the server was shut down")
        if not self._is_initialized and method != lsp.INITIALIZE:
            raise JsonRpcServerNotInitialized(message="`initialize` comes first")
        if self._is_initialized and method == lsp.INITIALIZE:
            raise JsonRpcInvalidRequest(message="`initialize` comes once")

    def _refuse(self, id: str | int | None, error: JsonRpcException) -> None:
        answer = {"code": error.code, "message": error.message}
        self.protocol._send_data({"jsonrpc": "2.0", "id": id, "error": answer})


def _careful(structured: Callable[[dict[str, Any]], Any], data: dict[str, Any]) -> Any:
    """A message with values of the protocol's types. JsonRpcInvalidParams: they are others."""
    try:
        return structured(data)
    except Exception as error:  # pygls lets through what the library behind it raises
        raise JsonRpcInvalidParams(message=f"the parameters of `{data.get('method')}` are not its own") from error


def _shown(line: bytes) -> str:
    return ascii(line[:80].decode("utf-8", "replace").strip())
