"""A page that comes quickly: at most 60 KB of script and style, as they travel, before it can be used."""

import gzip

import pytest
from playwright.sync_api import Response

from tests.web.browser import DESKTOP, PHONE, Visitor, Window
from tests.web.conftest import Visit

MOST = 60 * 1024


def first_load(visitor: Visitor, path: str) -> dict[str, int]:
    loaded: list[str] = []

    def note(response: Response) -> None:
        if response.request.resource_type in ("script", "stylesheet"):
            loaded.append(response.url)

    visitor.page.on("response", note)
    visitor.go(path).wait_for_load_state("networkidle")
    return {
        address.rpartition("/")[2]: len(gzip.compress(visitor.context.request.get(address).body(), 9))
        for address in loaded
    }


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_the_start_page_and_the_table_weigh_little(visit: Visit, window: Window) -> None:
    visitor = visit(window, service_workers="block")
    for path in ("/", f"/t/{visitor.open_table(bots=[None, 'eager'], pace=10_000)}"):
        loaded = first_load(visitor, path)
        assert loaded, "the page has no script"
        assert sum(loaded.values()) <= MOST, "\n".join(f"{size:6} {name}" for name, size in loaded.items())
