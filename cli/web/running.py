"""Starts the server and opens its page."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from cli.screen.console import out
from cli.watching import Watch
from cli.web.hub import Hub
from cli.web.server import LONGEST, app
from cli.web.store import Store
from cli.web.workers import Workers
from interpreter.loading.source import find

HERE = ("localhost", "127.0.0.1", "::1")


def serve(
    uvicorn: ModuleType,
    games: Sequence[str],
    kept: Path | None,
    host: str,
    port: int,
    names: Sequence[str],
    *,
    opens: bool,
    watch: bool = False,
    pace: float = 0.5,
) -> None:
    """Serve until ctrl+C. watch: rulesets are read again when they are saved.

    OSError: the port is taken, or the file cannot be written."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(128)  # who opens the address that is printed is answered when the server has begun
    hub = Hub(Store(kept), Workers(1, max(1, (os.cpu_count() or 2) - 1)), games, pace=pace, is_workshop=watch)
    here = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    address = f"http://{here}:{listening.getsockname()[1]}/"
    out().print(address, soft_wrap=True)
    found = [find(game) for game in games] if watch else []
    watched = [Watch(path, ()) for path in found if path is not None]
    config = uvicorn.Config(
        app(hub, [*HERE, *names], watched), log_level="warning", ws_max_size=2 * LONGEST, ws_max_queue=16,
        timeout_graceful_shutdown=1, access_log=False, server_header=False,
    )  # fmt: skip
    if opens:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    uvicorn.Server(config).run(sockets=[listening])
