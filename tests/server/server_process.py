"""A real server in a thread of this process, where a test must reach behind it."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
import uvicorn
from tools.server import UNLIMITED

from skipbo.server.app import create_app
from skipbo.server.config import Settings
from skipbo.server.http.assets import Page
from skipbo.server.hub import Hub
from skipbo.server.launcher import configure, listen
from skipbo.server.limits import Limits
from skipbo.server.nodes.company import Company
from skipbo.server.sockets.rehearsal import AUTO
from skipbo.server.store.interface import Store
from skipbo.server.store.sqlite import SqliteStore
from tests.repetition import later

Result = TypeVar("Result")
# How `configure` lets messages through; the way that is only used where the fast one is refused is tried later
TRANSPORTS = [pytest.param(None, id="fast"), later(AUTO, id="asgi")]


class InThread:
    """A server in a thread of this process; `hub` is what a test may look into."""

    def __init__(
        self,
        store: Store,
        limits: Limits = UNLIMITED,
        settings: Settings | None = None,
        page: Page | None = None,
        websocket: str | None = None,
        company: Company | None = None,
    ) -> None:
        self.settings = settings or Settings(port=0)
        self._listener = listen(self.settings)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.hub = Hub(store, limits, company)
        app = create_app(self.hub, self.settings, page or Page({}))
        self._server = uvicorn.Server(configure(app, self.settings, websocket))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.005)

    def _serve(self) -> None:
        asyncio.run(self._keep_serving())

    async def _keep_serving(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve([self._listener])

    @property
    def connections(self) -> set[Any]:
        """The protocols of all connections."""
        return self._server.server_state.connections

    def run(self, doing: Coroutine[Any, Any, Result]) -> Result:
        """Runs something where the server runs."""
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(30)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()


@contextlib.contextmanager
def served(
    folder: Path,
    limits: Limits = UNLIMITED,
    settings: Settings | None = None,
    page: Page | None = None,
    websocket: str | None = None,
) -> Iterator[InThread]:
    """Serves a folder; `websocket` is one of `TRANSPORTS`."""
    server = InThread(SqliteStore(folder), limits, settings, page, websocket)
    try:
        yield server
    finally:
        server.stop()
