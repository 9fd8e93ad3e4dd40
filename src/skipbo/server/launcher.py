"""Configures and runs uvicorn."""

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TextIO

import uvicorn
from starlette.types import ASGIApp

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import INTERPRETED
from skipbo.server.app import LARGEST, create_app
from skipbo.server.colleagues import Colleagues
from skipbo.server.config import Settings
from skipbo.server.http.assets import Page
from skipbo.server.http.door import GuardedHttp
from skipbo.server.hub import Hub
from skipbo.server.json_log import JsonFormatter, log_event
from skipbo.server.nodes.bell import Bell
from skipbo.server.nodes.company import Alone, Company
from skipbo.server.nodes.local_bell import LocalBell
from skipbo.server.sockets.rehearsal import AUTO, websocket_protocol
from skipbo.server.store.address import is_postgres, require_psycopg
from skipbo.server.store.interface import Store
from skipbo.server.store.lock import FolderLock
from skipbo.server.store.space import SpaceLimits
from skipbo.server.store.sqlite import SqliteStore
from skipbo.server.tracing import start_tracing
from skipbo.server.warmup import warm_up, warm_up_searches

PING = 20.0  # seconds between pings, and until a client that does not answer one is disconnected
PING_SLOW_PATH = 2.0  # the same where only uvicorn knows who is silent: others see within 5 seconds who is gone
BACKLOG = 2048
GLANCE = 0.1  # seconds between two looks whether somebody is in a hurry
MEGABYTE = 1_000_000
BELLS = ("redis://", "rediss://", "unix://")
SEND_BUFFER = 64 * 1024  # bytes that the system may buffer for one client


@dataclass(frozen=True)
class Slot:
    """A worker's number among those of its machine, and the folder that they share. Another worker may get it later."""

    folder: Path
    number: int

    @property
    def bells(self) -> Path:
        return self.folder / "bells"

    @property
    def numbers(self) -> Path:
        return self.folder / "numbers"

    def prepare(self) -> None:
        for folder in (self.bells, self.numbers):
            folder.mkdir(exist_ok=True)


def configure(
    app: ASGIApp, settings: Settings, websocket: type[asyncio.Protocol] | str | None = None
) -> uvicorn.Config:
    """Returns the configuration of uvicorn; `websocket` is its class for WebSockets, by default the best that works."""
    websocket = websocket or websocket_protocol()
    ping = PING_SLOW_PATH if websocket == AUTO else PING
    return uvicorn.Config(
        app,
        http=GuardedHttp,
        ws=websocket,
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=ping,
        ws_ping_timeout=ping,
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


class Server(uvicorn.Server):
    """Says at `/healthz` that it will stop before it does, so that proxies send nobody who would find its door closed.

    SIGINT stops it at once.
    """

    def __init__(self, config: uvicorn.Config, hub: Hub, notice: float) -> None:
        super().__init__(config)
        self._hub = hub
        self._notice = notice
        self._hurries = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._hurries = self._hurries or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.is_leaving = True
        log_event("leaving")
        deadline = time.monotonic() + self._notice
        while not self._hurries and time.monotonic() < deadline:
            await asyncio.sleep(GLANCE)
        await super().shutdown(sockets)


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
    # Its other messages contain addresses of tables, or come with every malformed request
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def allow_many_files() -> None:
    """Raises the limit of open files, of which every connection is one, as far as the system allows."""
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def run(
    listener: socket.socket,
    settings: Settings,
    page: Page,
    announce: Callable[[str, str], None],
    slot: Slot | None = None,
) -> None:
    """Serves on a socket that listens already; `announce` gets the address and the hub's id."""
    log_to(sys.stderr, settings.log_level)
    tracing = start_tracing(os.environ)
    with open_store(settings) as store:
        allow_many_files()
        searches = None if INTERPRETED else warm_up_searches
        hub = Hub(store, settings.limits, find_company(settings, slot), tracing, searches)
        colleagues = None if slot is None else Colleagues(slot.numbers, str(slot.number), hub.metrics.exposition)
        app = create_app(hub, settings, page, None if INTERPRETED else warm_up, colleagues)
        server = Server(configure(app, settings), hub, settings.notice if has_others(settings) else 0)
        announce(address_of(listener, settings), hub.id)
        port = listener.getsockname()[1]
        websockets = "asgi" if websocket_protocol() == AUTO else "fast"
        log_event("serving", port=port, websockets=websockets, traces=tracing is not None)
        server.run(sockets=[listener])


def address_of(listener: socket.socket, settings: Settings) -> str:
    host, port = listener.getsockname()[:2]
    return settings.url or f"http://{f'[{host}]' if ':' in host else host}:{port}"


def has_others(settings: Settings) -> bool:
    """Whether a proxy may send people to another server."""
    return bool(settings.proxies) and is_postgres(settings.data)


def check_company(settings: Settings) -> None:
    """Raises `Malformed` for a bell that cannot be rung."""
    if settings.bell and not is_postgres(settings.data):
        message = _("A bell is for several servers of one PostgreSQL database: give --data, or leave --bell out.")
        raise Malformed("settings", message)
    if settings.bell and find_spec("redis") is None:
        raise Malformed("settings", _("Redis needs another package: pip install 'skipbo[redis]'."))
    if settings.bell and not settings.bell.startswith(BELLS):
        raise no_bell(settings.bell)


def no_bell(address: str) -> Malformed:
    return Malformed(
        "settings", _("{bell} is no address of a Redis, such as redis://localhost:6379.").format(bell=address)
    )


def find_company(settings: Settings, slot: Slot | None = None) -> Company:
    """Returns the company of a server: with PostgreSQL, there may be others."""
    if not is_postgres(settings.data):
        return Alone()
    from skipbo.server.nodes.membership import Membership

    bell: Bell | None = None
    if settings.bell:
        from skipbo.server.nodes.redis_bell import RedisBell

        try:
            bell = RedisBell(settings.bell)
        except ValueError as error:
            raise no_bell(settings.bell) from error
    elif slot is not None:
        bell = LocalBell(slot.bells, str(slot.number))
    return Membership(settings.data, bell)


@contextmanager
def open_store(settings: Settings) -> Iterator[Store]:
    """Opens the store for this server alone; the server closes it. Raises `Malformed`."""
    limits = SpaceLimits(settings.quota * MEGABYTE, settings.reserve * MEGABYTE)
    if is_postgres(settings.data):
        require_psycopg()
        from skipbo.server.store.postgres.store import PostgresStore

        yield PostgresStore(settings.data, limits)
    else:
        folder = Path(settings.data)
        with FolderLock(folder):
            yield SqliteStore(folder, limits)
