"""The page as a folder on a plain web space, below a path: no server of ours, no headers, nothing but files."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tools.web_space import WebSpace

from skipbo import Game
from skipbo.record import to_line, to_record
from tests.web.browser import NO_NETWORK, PHONE, Visitor
from tests.web.players import OVER, Tapper, at
from tests.web.test_alone import KNOWN_CHANCE, play_with_a_reload
from tests.web.test_play import QUICK

DROPPED = """([name, bytes]) => {
  const packet = new DataTransfer();
  packet.items.add(new File([new Uint8Array(bytes)], name));
  return packet;
}"""
LOCAL = re.compile(r"/games/skipbo/#/t/local-[\w-]+$")


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebSpace]:
    space = WebSpace(tmp_path_factory.mktemp("space"))
    yield space
    space.stop()


@contextmanager
def visiting(browser: Browser, space: WebSpace, **options: Any) -> Iterator[Visitor]:
    visitor = Visitor(browser, space, name=None, settings=QUICK, **options)
    yield visitor
    visitor.leave()
    assert not visitor.unexcused(), "\n".join(visitor.unexcused())


def play_now(visitor: Visitor, options: str = "?stock=3") -> Page:
    page = visitor.go(f"#/{options}")
    page.reload()  # an address behind a hash is no other page
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(LOCAL)
    expect(page.locator(at("0s"))).to_be_visible()
    return page


@pytest.mark.slow
def test_from_a_folder_a_game_is_played_without_a_network_replayed_saved_and_verified(
    browser: Browser, space: WebSpace, tmp_path: Path
) -> None:
    with visiting(browser, space, service_workers="allow") as visitor:
        visitor.context.add_init_script(KNOWN_CHANCE)
        visitor.go("")
        visitor.wait_until_kept()
        with visitor.without_network():
            page = play_now(visitor, "?stock=3&bots=planner")  # which rolls no dice
            record = play_with_a_reload(page)
            expect(page.locator(OVER)).to_contain_text("You have won")
            page.get_by_role("button", name="Check the shuffle").click()
            expect(page.get_by_text("These cards follow from the key of the record.")).to_be_visible()
            page.keyboard.press("Escape")
            page.get_by_role("link", name="Replay").click()
            expect(page.get_by_role("group", name="Building piles")).to_be_visible()
            expect(page).to_have_url(re.compile(r"#/t/local-[\w-]+/games/1/\d+$"))
            visitor.go("#/history")
            with page.expect_download() as saving:
                page.get_by_role("button", name="Save the games").click()
            saved = tmp_path / "saved.json"
            saving.value.save_as(saved)
    with visiting(browser, space) as friend:
        page = friend.go("#/history")
        page.get_by_label("Open a file").set_input_files(saved)
        expect(page.get_by_text("1 table was added.")).to_be_visible()
        expect(page.get_by_role("listitem").filter(has_text="With Baru")).to_have_count(1)
        records = tmp_path / "records.jsonl"
        spoilt = json.dumps(json.loads(record) | {"moves": []})
        records.write_text(f"{record}\n{spoilt}\nnonsense\n")
        page.get_by_label("Open a file").set_input_files(records)
        expect(page.get_by_text("This record does not hold")).to_be_visible()
        expect(page.get_by_text("Line 3: This line is no record")).to_be_visible()
        page.get_by_role("region", name="Files").get_by_role("button", name="Replay").click()
        expect(page.get_by_role("group", name="Building piles")).to_be_visible()
        page.reload()
        expect(page.get_by_role("group", name="Building piles")).to_be_visible()
        page.get_by_role("button", name="Log and more").click()
        page.get_by_role("button", name="The same deal again").click()
        expect(page).to_have_url(LOCAL)
        expect(page.locator(at("0s"))).to_be_visible()


def test_rules_and_lessons_are_there_and_what_needs_a_server_is_not(browser: Browser, space: WebSpace) -> None:
    with visiting(browser, space, window=PHONE) as visitor:
        page = visitor.go("")
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        expect(page.get_by_role("button", name="Play with friends")).to_have_count(0)
        expect(page.get_by_role("link", name="Lobby")).to_have_count(0)
        page.get_by_role("link", name="Rules").click()
        expect(page).to_have_url(re.compile("#/rules$"))
        page.get_by_role("link", name="1967").click()
        expect(page.get_by_text("Debit Pile").first).to_be_visible()
        page.go_back()
        page.go_back()
        page.get_by_role("link", name="Learn it in three minutes").click()
        expect(page.get_by_role("group", name="Building piles")).to_be_visible()
        page.reload()
        expect(page.get_by_role("group", name="Building piles")).to_be_visible()


def drop(page: Page, name: str, content: bytes) -> None:
    """A file falls from the desktop onto the page."""
    packet = page.evaluate_handle(DROPPED, [name, list(content)])
    page.get_by_role("region", name="Files").dispatch_event("drop", {"dataTransfer": packet})


def test_a_file_of_records_may_be_compressed_and_dropped_and_its_game_is_saved_with_the_others(
    browser: Browser, space: WebSpace, tmp_path: Path
) -> None:
    game = Game("mattel-2016", stock=1, key=bytes(32))
    while game.outcome is None:
        game.play(game.legal_moves.codes[-1])
    line = to_line(to_record(game))
    with visiting(browser, space) as visitor:
        page = visitor.go("#/history")
        drop(page, "games.jsonl.gz", gzip.compress(line))
        expect(page.get_by_text("1 game in games.jsonl.gz")).to_be_visible()
        page.get_by_role("region", name="Files").get_by_role("button", name="Replay").click()
        expect(page.get_by_role("group", name="Building piles")).to_be_visible()
        replayed = page.url
        visitor.go("#/history")
        with page.expect_download() as saving:
            page.get_by_role("button", name="Save the games").click()
        saved = tmp_path / "saved.json"
        saving.value.save_as(saved)
        drop(page, "broken.jsonl.gz", gzip.compress(line)[:40])
        expect(page.get_by_text("There is no game in broken.jsonl.gz.")).to_be_visible()
    with visiting(browser, space) as friend:
        page = friend.go("#/history")
        drop(page, "saved.json", saved.read_bytes())
        expect(page.get_by_text("1 game was added.")).to_be_visible()
        page.goto(replayed)
        expect(page.get_by_role("group", name="Building piles")).to_be_visible()


def bring_a_newer_version(space: WebSpace, page: Page) -> None:
    worker = space.folder / "sw.js"
    worker.write_text(re.sub(r'OWN \+ "\w+"', 'OWN + "newer"', worker.read_text()))
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((kept) => kept.update())")


def kept_versions(page: Page) -> list[str]:
    names: list[str] = page.evaluate("() => caches.keys()")
    return [name.rpartition(" ")[2] for name in names]


@contextmanager
def a_game_of_this_version(browser: Browser, folder: Path) -> Iterator[tuple[WebSpace, Visitor, Tapper]]:
    """A visitor in the second turn of a game, with all files kept, on a web space that gets a newer version."""
    space = WebSpace(folder)
    try:
        with visiting(browser, space, service_workers="allow") as visitor:
            visitor.excuse(*NO_NETWORK)
            visitor.go("")
            visitor.wait_until_kept()
            player = Tapper(play_now(visitor))
            player.play_turn()
            player.wait()
            yield space, visitor, player
    finally:
        space.stop()


def test_a_new_version_is_used_when_the_player_wants_it_and_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    with a_game_of_this_version(browser, tmp_path) as (space, _visitor, player):
        page, before = player.page, player.look()
        bring_a_newer_version(space, page)
        table = page.url
        page.get_by_role("link", name="Home").click()
        with page.expect_navigation():
            page.get_by_role("button", name="Use it now").click()
        page.goto(table)
        expect(page.locator(at("0s"))).to_be_visible()
        player.wait()
        assert player.look() == before
        assert kept_versions(page) == ["newer"]


def test_a_new_version_that_one_tab_asks_for_is_used_in_another_whose_game_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    with a_game_of_this_version(browser, tmp_path) as (space, visitor, player):
        page, before = player.page, player.look()
        page.evaluate("() => { window.older = true; }")
        other = visitor.context.new_page()
        other.goto(visitor.url)
        bring_a_newer_version(space, other)
        with page.expect_navigation():
            other.get_by_role("button", name="Use it now").click()
        page.bring_to_front()
        expect(page.locator(at("0s"))).to_be_visible()
        assert not page.evaluate("() => window.older")
        player.wait()
        assert player.look() == before
        assert kept_versions(page) == ["newer"]
        page.get_by_role("button", name="Settings").click()  # which were never loaded before
        expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
