"""A server and a browser outside pytest, for what makes pictures and for long looks at everything."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import sync_playwright
from tools.chromium import ARGUMENTS, find_chromium
from tools.server import Process

from tests.web.browser import Visitor


class Come(Protocol):
    def __call__(self, *window: Any, **context: Any) -> Visitor: ...


@contextmanager
def studio() -> Iterator[Come]:
    """Answers a way to let somebody come with a browser of their own; they leave when the next state is wanted."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Process(Path(folder) / "data")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)

        def come(*window: Any, **context: Any) -> Visitor:
            return Visitor(browser, server, *window, **context)

        try:
            yield come
        finally:
            browser.close()
            server.stop()


@contextmanager
def guests(come: Come) -> Iterator[Come]:
    """Who comes meanwhile leaves afterwards."""
    visitors: list[Visitor] = []

    def remembered(*window: Any, **context: Any) -> Visitor:
        visitors.append(come(*window, **context))
        return visitors[-1]

    try:
        yield remembered
    finally:
        for visitor in visitors:
            visitor.leave()
