"""A server with the built page in a process of its own, and Debian's Chromium in front of it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tools.chromium import ARGUMENTS, find_chromium
from tools.server import Process

from tests.web.browser import PATIENCE, Visitor

FAILURES = Path("build/failures")

Visit = Callable[..., Visitor]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": find_chromium(), "args": ARGUMENTS}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    server = Process(tmp_path_factory.mktemp("web") / "data")
    yield server
    server.stop()


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, server: Process) -> Iterator[Visit]:
    """Somebody comes with a browser of their own: `visit(PHONE, name="Bob")`."""
    visitors: list[Visitor] = []

    def come(*window: Any, **context: Any) -> Visitor:
        visitors.append(Visitor(browser, server, *window, **context))
        return visitors[-1]

    yield come
    report = getattr(request.node, "rep_call", None)
    for number, visitor in enumerate(visitors):
        if report is not None and report.failed:
            FAILURES.mkdir(parents=True, exist_ok=True)
            visitor.page.screenshot(path=FAILURES / f"{request.node.name}-{number}.png")
        visitor.leave()
    complaints = [complaint for visitor in visitors for complaint in visitor.unexcused()]
    assert not complaints, "\n".join(complaints)
