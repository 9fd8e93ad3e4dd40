"""Starts the server: uvicorn with the settings that tables need."""

import gc
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import uvicorn
from starlette.types import ASGIApp

from skipbo.bots import Bot
from skipbo.game import Game
from skipbo.protocol.options import TableOptions
from skipbo.server.app import LARGEST, create_app
from skipbo.server.hub import Hub
from skipbo.server.keeping import choose
from skipbo.server.settings import Settings
from skipbo.server.showing import legal_moves
from skipbo.server.sqlite import SqliteStore
from skipbo.server.telemetry import JsonLines, tell

PING = 20.0  # seconds: a peer that does not answer for as long again is gone
BACKLOG = 2048
SEND_BUFFER = 64 * 1024  # bytes that the system may keep for one reader


def configure(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=settings.shutdown,
        timeout_keep_alive=30,
        backlog=BACKLOG,
        server_header=False,
        access_log=False,  # addresses of tables are secrets between friends
        log_config=None,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        lifespan="on",
    )


def listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # a peer that stops reading is gone after a while, whatever waits for it
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
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("skipbo.server").setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # its lines name paths


def allow_many_files() -> None:
    """Every socket is a file: as many as this system allows."""
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def collect_garbage_rarely() -> None:
    """What is loaded stays. Looking for cycles through all tables and sockets takes a second: that is done seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 500)


def warm_up() -> None:
    """Compiles, or loads, what the first table would otherwise keep everybody waiting for."""
    for referee in Game.referees:
        game, bot = Game(stock=1, key=bytes(32), referee=referee), Bot(TableOptions().substitute, seed=0)
        while game.outcome is None:
            seat = game.turn
            legal_moves(game, seat)
            game.play(choose(bot, game.view(seat)))


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serves until it is told to stop; `announce` gets the address."""
    listener = listen(settings)
    store = SqliteStore(Path(settings.data))
    log_to(sys.stderr, settings.log_level)
    allow_many_files()
    hub = Hub(store, settings.limits)
    warm_up()
    collect_garbage_rarely()
    server = uvicorn.Server(configure(create_app(hub, settings), settings))
    host, port = listener.getsockname()[:2]
    announce(settings.url or f"http://{f'[{host}]' if ':' in host else host}:{port}")
    tell("serving", port=port)
    server.run(sockets=[listener])
