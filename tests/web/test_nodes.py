"""At several nodes behind a proxy: whoever plays notices nothing when one of them is told to stop."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tools.cluster import Cluster

from tests.server.needs import needs_cluster
from tests.web.browser import NO_NETWORK
from tests.web.conftest import Visit
from tests.web.players import Tapper
from tests.web.table_setup import account
from tests.web.test_play import QUICK

pytestmark = [needs_cluster, pytest.mark.slow]

WATCH = """() => {
    window.statuses = new Set();
    const statuses = () => document.querySelectorAll('[role=status]');
    const look = () => statuses().forEach((each) => window.statuses.add(each.innerText));
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


class ServedCluster(Cluster):
    """As a visitor knows it: by the address of its proxy."""

    @property
    def url(self) -> str:
        return self.proxy.url


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedCluster]:
    cluster = ServedCluster(tmp_path_factory.mktemp("nodes"))
    yield cluster
    cluster.end()


def test_a_page_moves_to_another_node_and_nothing_is_seen_of_it(visit: Visit, server: ServedCluster) -> None:
    visitor = visit(settings=QUICK)
    visitor.excuse(*NO_NETWORK)
    visitor.go("/")
    table = account(visitor).open_table(players=2, bots=[None, "planner"], pace=0)
    page = visitor.go(f"/t/{table}")
    player = Tapper(page)
    player.play_turn()
    page.evaluate(WATCH)
    for node in server.nodes:
        node.stop()
        player.play_turn()
        node.start()
    said = page.evaluate("() => [...window.statuses].join(' | ')")
    assert "restarting" not in said
    assert "No connection" not in said
    expect(page.get_by_text("No connection")).to_be_hidden()
