"""A page that comes quickly: at most 60 KB of script and style, as they travel, before it can be used."""

import gzip

import pytest
from playwright.sync_api import Response, expect

from tests.web.browser import DESKTOP, PHONE, Visitor, Window
from tests.web.conftest import Visit
from tests.web.players import at

MOST = 60 * 1024
KERNEL = ".wasm"
QUIET = 2_000  # ms


class Load:
    """What a visitor's browser loads, from now on."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._responses: list[Response] = []
        visitor.page.on("response", self._note)

    def _note(self, response: Response) -> None:
        self._responses.append(response)

    def settle(self) -> None:
        """Until nothing more comes: what the page loads by itself a second later counts, too."""
        page = self._visitor.page
        page.wait_for_load_state("networkidle")  # only the first of a page; after a press it has long been reached
        seen = -1
        while seen != len(self._parts()):
            seen = len(self._parts())
            page.wait_for_timeout(QUIET)

    def _parts(self) -> list[str]:
        """The address of each file of script and style."""
        return [each.url for each in self._responses if each.request.resource_type in ("script", "stylesheet")]

    def weigh(self) -> dict[str, int]:
        """The size of each file of script and style, as it travels."""
        get = self._visitor.context.request.get
        return {address.rpartition("/")[2]: len(gzip.compress(get(address).body(), 9)) for address in self._parts()}

    def has_kernel(self) -> bool:
        return any(response.url.endswith(KERNEL) for response in self._responses)


def is_light(load: Load) -> None:
    load.settle()
    parts = load.weigh()
    assert parts, "the page has no script"
    assert sum(parts.values()) <= MOST, "\n".join(f"{size:6} {name}" for name, size in parts.items())
    assert not load.has_kernel()


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_the_start_page_and_the_table_weigh_little(visit: Visit, window: Window) -> None:
    visitor = visit(window, service_workers="block")
    for path in ("/", f"/t/{visitor.open_table(bots=[None, 'eager'], pace=10_000)}"):
        load = Load(visitor)
        visitor.go(path)
        is_light(load)


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_a_friend_who_follows_a_link_and_joins_has_loaded_little_at_every_step(visit: Visit, window: Window) -> None:
    friend = visit(window, name=None, service_workers="block")
    load = Load(friend)
    page = friend.go(f"/t/{visit(name='Ann').open_table(players=3)}")
    page.get_by_label("Your name").fill("Bob")
    is_light(load)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("Bob (you)")).to_be_visible()
    is_light(load)


def test_the_rules_are_loaded_for_a_table_in_the_browser(visit: Visit) -> None:
    """So that the tests above would notice them."""
    visitor = visit(service_workers="block")
    load = Load(visitor)
    page = visitor.go("/")
    page.get_by_text("Options").click()
    page.get_by_role("switch", name="In this browser").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(at("0s"))).to_be_visible()
    load.settle()
    assert load.has_kernel()
