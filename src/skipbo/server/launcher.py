"""Configures and runs uvicorn."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import msgspec
import uvicorn
from starlette.types import ASGIApp

from skipbo.bots.bot import Bot
from skipbo.game.game import Game
from skipbo.kernel.compiler import INTERPRETED
from skipbo.protocol.options import TableOptions
from skipbo.record import to_line, to_record
from skipbo.server.app import LARGEST, create_app
from skipbo.server.config import Settings
from skipbo.server.http.assets import Page
from skipbo.server.hub import Hub
from skipbo.server.json_log import JsonFormatter, log_event
from skipbo.server.sockets.rehearsal import AUTO, websocket_protocol
from skipbo.server.store.lock import FolderLock
from skipbo.server.store.sqlite import SqliteStore
from skipbo.server.table.hints import hint
from skipbo.server.table.keeper import choose, notice
from skipbo.server.table.replays import replay

PING = 20.0  # seconds between pings, and until a client that does not answer one is disconnected
BACKLOG = 2048
SEND_BUFFER = 64 * 1024  # bytes that the system may buffer for one client


def configure(
    app: ASGIApp, settings: Settings, websocket: type[asyncio.Protocol] | str | None = None
) -> uvicorn.Config:
    """Returns the configuration of uvicorn; `websocket` is its class for WebSockets, by default the best that works."""
    return uvicorn.Config(
        app,
        ws=websocket or websocket_protocol(),
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=settings.shutdown,
        timeout_keep_alive=30,
        backlog=BACKLOG,
        server_header=False,
        access_log=False,  # the address of a table is its key
        log_config=None,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        lifespan="on",
    )


def listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers listen on one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # disconnects a client that stops reading
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(2 * PING * 1000))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        error.filename = f"{settings.host}:{settings.port}"
        raise
    listener.listen(BACKLOG)
    return listener


def log_to(stream: TextIO, level: str) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("skipbo.server").setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # its messages contain addresses of tables


def allow_many_files() -> None:
    """Raises the limit of open files, of which every connection is one, as far as the system allows."""
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def collect_garbage_rarely() -> None:
    """Runs full collections rarely, because one over all tables and connections takes up to a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 500)


def warm_up() -> None:
    """Compiles, or loads from the cache, all code that tables need."""
    for referee in Game.referees:
        game, bot = Game(stock=1, key=bytes(32), referee=referee), Bot(TableOptions().substitute, seed=0)
        view = game.view(game.turn)
        hint(view, 0)
        notice(bot, view)
        while game.outcome is None:
            game.legal_acts(game.turn).texts()
            game.play(choose(bot, game.view(game.turn)))
        record = to_record(game)
        replay(to_line(msgspec.structs.replace(record, moves=record.moves[:1])), 1)
    collect_garbage_rarely()


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serves until a signal stops it; `announce` gets the address."""
    run(listen(settings), settings, Page.read(), lambda address, _id: announce(address))


def run(listener: socket.socket, settings: Settings, page: Page, announce: Callable[[str, str], None]) -> None:
    """Serves on a socket that listens already; `announce` gets the address and the hub's id."""
    with FolderLock(Path(settings.data)):
        log_to(sys.stderr, settings.log_level)
        store = SqliteStore(Path(settings.data))
        allow_many_files()
        hub = Hub(store, settings.limits)
        app = create_app(hub, settings, page, prepare=None if INTERPRETED else warm_up)
        server = uvicorn.Server(configure(app, settings))
        host, port = listener.getsockname()[:2]
        announce(settings.url or f"http://{f'[{host}]' if ':' in host else host}:{port}", hub.id)
        log_event("serving", port=port, websockets="asgi" if websocket_protocol() == AUTO else "fast")
        server.run(sockets=[listener])
