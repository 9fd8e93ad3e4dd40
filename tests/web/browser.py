"""People in front of real browsers: windows of four sizes, and nothing that goes wrong there goes unnoticed."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

PATIENCE = 60_000  # ms: a machine that does three things at once may take its time; what is wrong stays wrong
# A page that is left takes its requests with it
HARMLESS = (r"ERR_ABORTED",)
# So that a test can look at a chosen card before it is played, and nobody waits for what others do
DIRECTLY = {"oneTap": False, "pace": "instant", "replayPace": "instant", "flights": False}
KEEP_SETTINGS = """if (location.protocol === 'http:' && !localStorage.getItem('skipbo.settings'))
  localStorage.setItem('skipbo.settings', %s);"""
# Somebody who has been at a kitchen table before, and has closed what explains it
KNOW_KITCHENS = """if (location.protocol === 'http:' && !localStorage.getItem('skipbo.kitchen'))
  localStorage.setItem('skipbo.kitchen', '{"open": false}');"""
NO_NETWORK = (r"net::ERR_", r"WebSocket connection to .* failed", r"\b503 ")


@dataclass(frozen=True, slots=True)
class Window:
    width: int
    height: int
    touch: bool = False


DESKTOP = Window(1280, 800)
TABLET = Window(820, 1180, touch=True)
PHONE = Window(390, 844, touch=True)
NARROW = Window(320, 640, touch=True)
# From a small phone to a screen that is far wider than high
SIZES = {
    "small phone": Window(360, 640, touch=True),
    "phone": Window(390, 844, touch=True),
    "landscape": Window(844, 390, touch=True),
    "tablet": Window(820, 1180, touch=True),
    "desktop": Window(1440, 900),
    "wide": Window(2560, 1080),
}
WINDOWS = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE, "narrow": NARROW}


class Host(Protocol):
    """What serves the page."""

    url: str
    folder: Path


class Visitor:
    """Somebody with a browser of their own. Whatever their browser complains about fails the test, unless excused."""

    def __init__(
        self,
        browser: Browser,
        server: Host,
        window: Window = DESKTOP,
        *,
        name: str | None = "Ann",
        settings: dict[str, Any] | None = None,
        query: str = "",
        **context: Any,
    ) -> None:
        self.server = server
        self.url = server.url
        self.window = window
        self._query = query  # of every address that is gone to, such as ?lang=qps
        self.context: BrowserContext = browser.new_context(
            base_url=self.url,
            viewport={"width": window.width, "height": window.height},
            has_touch=window.touch,
            is_mobile=window.touch,
            locale=context.pop("locale", "en-GB"),
            service_workers=context.pop("service_workers", "block"),  # to keep the whole page takes a while
            **context,
        )
        self.context.add_init_script(KEEP_SETTINGS % json.dumps(json.dumps(DIRECTLY | (settings or {}))))
        self.context.add_init_script(KNOW_KITCHENS)
        self.context.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self._excused = list(HARMLESS)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self._complain(f"uncaught: {error.error}"))
        self.context.on("requestfailed", self._failed)
        self.context.on("response", self._response)
        if name is not None:
            self.post("/api/v1/guests", {"name": name, "cookie": True})
        self.page: Page = self.context.new_page()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        response = self.context.request.post(path, data=body, headers={"Origin": self.url})
        assert response.ok, response.text()
        return response.json()

    def get(self, path: str) -> Any:
        response = self.context.request.get(path)
        assert response.ok, response.text()
        return response.json()

    def open_table(self, **options: Any) -> str:
        """Opens a table as the start page would, with bots that do not wait, and answers its id."""
        table: str = self.post("/api/v1/tables", {"options": {"pace": 0, "stock": 3, **options}})["id"]
        return table

    def go(self, path: str) -> Page:
        self.page.goto(path + (self._query.replace("?", "&") if "?" in path else self._query))
        return self.page

    def wait_until_kept(self) -> None:
        """Until the browser has kept the page, and does without a network from now on."""
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")

    def excuse(self, *patterns: str) -> None:
        self._excused += patterns

    @contextmanager
    def without_network(self) -> Iterator[None]:
        """Complaints about the network are what a browser should have meanwhile."""
        self.excuse(*NO_NETWORK)
        self.context.set_offline(True)
        try:
            yield
        finally:
            self.context.set_offline(False)

    def unexcused(self) -> list[str]:
        return [each for each in self.complaints if not any(re.search(pattern, each) for pattern in self._excused)]

    def leave(self) -> None:
        self.context.close()

    def _complain(self, what: str) -> None:
        self.complaints.append(what)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):  # told below, with more
            self._complain(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        self._complain(f"{request.failure} {request.method} {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"{response.status} {response.request.method} {response.url}")
