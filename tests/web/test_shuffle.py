"""Two people begin a game: their browsers promise numbers for the shuffle, and show them when both have."""

import asyncio
import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from skipbo.client import Account, AsyncTableClient
from skipbo.protocol import commands as asked
from skipbo.protocol.fairness import check_proof, commitment_to_entropy
from skipbo.record import record_from_line
from tests.web.browser import PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.players import at
from tests.web.table_setup import account, play_on
from tests.web.test_play import QUICK


def open_table(visitor: Visitor, **options: Any) -> str:
    """As the start page opens a table for several people."""
    wanted = {"options": {"pace": 0, "stock": 3, **options}, "ready": False}
    table: str = visitor.post("/api/v1/tables", wanted)["id"]
    return table


def noted(visitor: Visitor, table: str, game: int = 1) -> dict[str, Any]:
    """What the browser has stored before the deal."""
    stored: str = visitor.page.evaluate("() => localStorage.getItem('skipbo.promises')")
    promise: dict[str, Any] = json.loads(stored)[f"{table}/{game}"]
    return promise


def dealt(page: Page) -> None:
    expect(page.locator(at("0s"))).to_be_visible()


def test_two_browsers_promise_numbers_and_check_afterwards_that_both_kept_to_them(visit: Visit) -> None:
    ann, bob = visit(settings=QUICK), visit(PHONE, name="Bob", settings=QUICK)
    table = open_table(ann)
    ann.go(f"/t/{table}").get_by_role("button", name="Start with bots").wait_for()
    bob.go(f"/t/{table}").get_by_role("button", name="Join").tap()
    ann.page.get_by_role("button", name="Start the game").click()
    dealt(ann.page)
    dealt(bob.page)
    promises = noted(ann, table)
    assert promises["seats"] == noted(bob, table)["seats"] == [commitment_to_entropy(e) for e in promises["entropy"]]
    assert all(promises["entropy"])
    accounts = [account(ann), account(bob)]
    with ThreadPoolExecutor(2) as programs:
        list(programs.map(play_on, accounts, [table, table]))
    record = record_from_line(accounts[0].record(table, 1))
    check_proof(accounts[0].proof(table, 1), record.seed, ",".join([promises["commitment"], *promises["seats"]]))
    for visitor in (ann, bob):
        page = visitor.go(f"/t/{table}/games/1?check")
        dialog = page.get_by_role("dialog", name="Check the shuffle")
        expect(dialog.get_by_text("Nobody chose these cards.")).to_be_visible()
        expect(dialog.get_by_text("Every seat had promised its number before any was shown.")).to_be_visible()
        expect(dialog.get_by_text(f"/games/1 --commitment {promises['commitment']},")).to_be_visible()
        expect(dialog.locator(".bad")).to_have_count(0)


def test_a_page_that_is_reloaded_after_its_promise_still_shows_its_number(visit: Visit) -> None:
    ann, bob = visit(settings=QUICK), visit(PHONE, name="Bob", settings=QUICK)
    table = open_table(ann)
    ann.go(f"/t/{table}").get_by_role("button", name="Start with bots").wait_for()
    page = bob.go(f"/t/{table}")
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("button", name="Wait, I am not ready")).to_be_visible()
    second = bob.context.new_page()  # another tab of the same person
    second.goto(f"/t/{table}")
    page.reload()
    expect(page.get_by_role("button", name="Wait, I am not ready")).to_be_visible()
    ann.page.get_by_role("button", name="Start the game").click()
    for each in (ann.page, page, second):
        dealt(each)


class Withholder:
    """A program that sits down and promises a number which it does not show."""

    def __init__(self, account: Account, table: str) -> None:
        self._account, self._table = account, table

    def be_ready(self, *, shows: bool = False) -> None:
        """Until the table gives up or, if it shows its number, until the game has begun."""
        with ThreadPoolExecutor(1) as apart:  # this thread has a loop already, which drives the browser
            apart.submit(asyncio.run, self._be_ready(shows)).result()

    async def _be_ready(self, shows: bool) -> None:
        async with AsyncTableClient(self._account, self._table) as place:
            if place.now.own is None:
                await place.sit()
            if shows:
                await place.ready()
            else:
                commitment = commitment_to_entropy(secrets.token_hex(16))
                await place.do(asked.Ready(id=secrets.token_hex(8), commitment=commitment))
            async for update in place.updates():
                if not update.table.seats[1].ready:
                    return


@pytest.mark.slow
def test_a_player_who_withholds_a_number_is_named_and_the_others_need_not_do_anything(visit: Visit) -> None:
    ann, bob = visit(settings=QUICK), visit(name="Bob", settings=QUICK)
    table = open_table(ann)
    page = ann.go(f"/t/{table}?begin")
    page.get_by_role("button", name="Start with bots").wait_for()
    expect(page.get_by_text("ready", exact=True)).to_be_visible()
    program = Withholder(account(bob), table)
    program.be_ready()
    expect(page.get_by_text("Bob: no number for the shuffle. It begins again with new numbers.").first).to_be_visible()
    expect(page.get_by_text("Not ready yet: Bob.")).to_be_visible()
    program.be_ready(shows=True)
    dealt(page)
    assert all(noted(ann, table)["entropy"])
