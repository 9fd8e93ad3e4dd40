"""A page that comes quickly: at most 60 KB of script and style, as they travel, before it can be used."""

import gzip

import pytest
from playwright.sync_api import Response

from tests.web.browsing import Visitor
from tests.web.conftest import Visit

MOST = 60 * 1024


def first_load(visitor: Visitor, path: str) -> dict[str, int]:
    loaded: dict[str, int] = {}

    def note(response: Response) -> None:
        if response.request.resource_type in ("script", "stylesheet"):
            loaded[response.url] = 0

    visitor.page.on("response", note)
    visitor.go(path).wait_for_load_state("networkidle")
    for address in loaded:
        loaded[address] = len(gzip.compress(visitor.context.request.get(address).body(), 9))
    return loaded


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_start_page_and_the_table_weigh_little(visit: Visit, language: str) -> None:
    visitor = visit(settings={"language": language}, service_workers="block")
    for path in ("/", f"/t/{visitor.open_table(bots=[None, 'eager'])}"):
        loaded = first_load(visitor, path)
        assert loaded, "the page has no script"
        assert sum(loaded.values()) <= MOST, loaded
