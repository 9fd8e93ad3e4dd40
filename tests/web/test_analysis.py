"""The coach in the page: what was luck, what was skill, and what would have been better, on the player's own device."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect
from tools.page.files import PAGE

from skipbo.bots import Bot
from skipbo.coach.analysis import FIRST_LOOK, analyse
from skipbo.game.game import Game
from skipbo.record import to_record
from tests.repetition import later
from tests.web.browser import SIZES, Visitor
from tests.web.conftest import Visit
from tests.web.players import OVER, Tapper, at
from tests.web.table_setup import account, deal, play_on
from tests.web.test_play import QUICK

LOOKS = 2
# Lets the page's own worker try every decision of a game in several looks, and returns what the last one found
TRY = """([address, record, rounds]) => new Promise((resolve, reject) => {
  const worker = new Worker(address, { type: "module" });
  const found = [];
  let answers = 0;
  worker.onerror = reject;
  worker.onmessage = ({ data }) => {
    if ("decisions" in data) {
      found.length = data.decisions;
      for (const count of rounds)
        for (let number = 0; number < data.decisions; number++) worker.postMessage({ number, count });
    } else {
      found[data.number] = data.decision;
      if (++answers === rounds.length * found.length) resolve(found);
    }
  };
  worker.postMessage(record);
})"""


def finish(game: Game, bot: str = "eager") -> Game:
    bots = [Bot(bot, seed=seat) for seat in range(game.table.players)]
    while game.outcome is None:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return game


def blunder() -> tuple[Game, int]:
    """A game in which seat 0 could win and discards instead, and the number of that move."""
    for number in range(100):
        game = finish(Game(stock=3, key=bytes([number, *range(31)])))
        last = list(game.moves)[-1]
        game.undo()
        if game.turn == 0 and str(last).startswith("s>") and (bad := discard_of(game)) is not None:
            moves = len(game.moves)
            game.play(bad)
            return finish(game), moves
    raise AssertionError("no game is won by seat 0")


def discard_of(game: Game) -> str | None:
    return next((str(move) for move in game.legal_moves if ">d" in str(move)), None)


def line_of(game: Game) -> bytes:
    return msgspec.json.encode(to_record(game)) + b"\n"


def open_file(visitor: Visitor, folder: Path, game: Game) -> Page:
    """Somebody opens a record from a file."""
    file = folder / "games.jsonl"
    file.write_bytes(line_of(game))
    page = visitor.go("/history")
    page.get_by_label("Open a file").set_input_files(file)
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    return page


def assert_arrow(page: Page, source: str, goal: str) -> None:
    """One arrow, from the middle of a place to that of another, and nothing that a press could hit."""
    expect(page.locator(".arrows .head")).to_have_count(1)
    arrow, places = page.locator(".arrows").bounding_box(), [page.locator(each) for each in (source, goal)]
    assert arrow is not None
    ends = (page.locator(f".arrows .{part}").get_attribute("d") for part in ("shaft", "head"))
    for end, place in zip(ends, places, strict=True):
        x, y = map(float, re.findall(r"-?[\d.]+", str(end))[:2])
        box = place.bounding_box()
        assert box is not None
        assert box["x"] <= arrow["x"] + x <= box["x"] + box["width"]
        assert box["y"] <= arrow["y"] + y <= box["y"] + box["height"]
    assert page.locator(".arrows").evaluate("arrows => getComputedStyle(arrows).pointerEvents") == "none"


def wait_until_done(page: Page) -> None:
    expect(page.get_by_role("button", name="More precise")).to_be_visible()


def cells(table: Locator, row: str) -> list[float]:
    texts = table.get_by_role("row", name=re.compile(f"^{row}")).get_by_role("cell").all_inner_texts()
    return [float(text) for text in texts]


def test_after_a_game_in_the_browser_luck_and_skill_add_up(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    page = visitor.go("/?stock=2")
    page.get_by_text("Options").click()
    page.get_by_role("switch", name="In this browser").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(at("0s"))).to_be_visible()
    Tapper(page).play_to_the_end()
    expect(page.locator(OVER)).to_be_visible()
    page.get_by_role("link", name="Analyse").click()
    expect(page).to_have_url(re.compile(r"/games/1/0\?analyse$"))
    wait_until_done(page)
    expect(page.locator(".curve polyline")).to_have_count(2)
    table = page.get_by_role("table", name="In points of a hundred")
    summands = [cells(table, row) for row in ("start", "luck", "own decisions", "those of others")]
    for side, result in enumerate(cells(table, "result")):
        assert sum(row[side] for row in summands) == pytest.approx(result, abs=0.25)
        assert result in (0, 100)


def test_a_blunder_of_a_game_from_a_file_is_listed_and_the_better_move_marked(visit: Visit, tmp_path: Path) -> None:
    game, move = blunder()
    page = open_file(visit(settings=QUICK), tmp_path, game)
    page.get_by_role("button", name="Analyse").click()
    wait_until_done(page)
    page.get_by_role("button", name=re.compile(rf"^Move {move + 1}, South")).click()
    expect(page.get_by_role("slider", name="Move")).to_have_value(str(move))
    said = page.get_by_role("group", name="The decision on the board")
    expect(said).to_contain_text(re.compile(r"South lost \d+\.\d points \(±\s\d+\.\d\)"))
    expect(said).to_contain_text("This wins the game.")
    expect(page.locator(f'{at("0s")}[data-state~="hinted"]')).to_have_count(1)
    expect(page.locator('[data-place^="b"][data-state~="goal"]')).to_have_count(1)
    expect(said).to_contain_text(re.compile(r"Luck: [+\-−]?\d+\.\d points for South\."))
    assert_arrow(page, at("0s"), '[data-place^="b"][data-state~="goal"]')
    said.get_by_role("button", name="Play it from here").click()
    expect(page).to_have_url(re.compile(r"/t/local-[\w-]+$"))
    Tapper(page).wait()
    expect(page.locator(at("0s"))).to_contain_text("1")


@pytest.mark.slow
def test_keys_go_through_the_curve_and_from_mistake_to_mistake(visit: Visit, tmp_path: Path) -> None:
    game, move = blunder()
    page = open_file(visit(settings=QUICK), tmp_path, game)
    page.get_by_role("button", name="Analyse").focus()
    page.keyboard.press("Enter")
    wait_until_done(page)
    slider = page.get_by_role("slider", name="Move")
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_value(str(len(game.moves)))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Move (\d+) of \1, South \d+%, North \d+%$"))
    expect(page.get_by_text("This is the end of the game.")).to_be_visible()
    back = page.get_by_role("button", name="Previous mistake")
    back.focus()
    for _mistake in range(len(game.moves)):
        if slider.input_value() == str(move):
            break
        page.keyboard.press("Enter")
    expect(slider).to_have_value(str(move))
    expect(back).to_be_focused()
    expect(page.locator("[aria-live]").filter(has_text=re.compile("South lost .* Better: ")).first).to_be_attached()


def test_strokes_of_luck_are_told_with_their_cards_and_lead_to_their_moves(visit: Visit, tmp_path: Path) -> None:
    game, _move = blunder()
    page = open_file(visit(settings=QUICK), tmp_path, game)
    page.get_by_role("button", name="Analyse").click()
    wait_until_done(page)
    expect(page.get_by_role("heading", name="The greatest strokes of luck")).to_be_visible()
    strokes = page.get_by_role("button", name=re.compile(r"^After move \d+: \+\d+\.\d points for (South|North)\."))
    said = strokes.all_inner_texts()
    assert 1 <= len(said) <= 3
    assert any("drawn: " in text or "next on the stock pile: " in text for text in said)
    move = re.findall(r"\d+", said[0])[0]
    strokes.first.click()
    expect(page.get_by_role("slider", name="Move")).to_have_value(move)


# Fills the database of analyses with old ones of other games
FILL = """count => new Promise((resolve, reject) => {
  const request = indexedDB.open("skipbo-analyses", 1);
  request.onerror = reject;
  request.onsuccess = () => {
    const transaction = request.result.transaction("analyses", "readwrite");
    for (let number = 0; number < count; number++)
      transaction.objectStore("analyses").put({ key: `old ${number}`, kept_at: number, analysis: null });
    transaction.oncomplete = () => { request.result.close(); resolve(); };
  };
})"""
KEPT = """() => new Promise((resolve, reject) => {
  const request = indexedDB.open("skipbo-analyses", 1);
  request.onerror = reject;
  request.onsuccess = () => {
    const keys = request.result.transaction("analyses").objectStore("analyses").getAllKeys();
    keys.onsuccess = () => { request.result.close(); resolve(keys.result); };
  };
})"""


def test_after_a_reload_an_analysis_is_there_at_once_and_the_oldest_are_let_go(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    table = deal(visitor, 5, stock=1, bots=[None, "planner"])
    play_on(account(visitor), table)
    page = visitor.go(f"/t/{table}/games/1?analyse")
    wait_until_done(page)
    (key,) = page.evaluate(KEPT)
    summands = cells(page.get_by_role("table", name="In points of a hundred"), "luck")
    page.reload()
    expect(page.get_by_text("256 worlds tried for each decision")).to_be_visible()
    wait_until_done(page)
    assert not page.workers
    assert cells(page.get_by_role("table", name="In points of a hundred"), "luck") == summands
    page.evaluate(FILL, 60)
    page.get_by_role("button", name="More precise").click()
    expect(page.get_by_text("512 worlds tried for each decision")).to_be_visible()
    wait_until_done(page)
    kept = page.evaluate(KEPT)
    assert len(kept) == 50
    assert key in kept
    page.reload()
    expect(page.get_by_text("512 worlds tried for each decision")).to_be_visible()


def test_while_a_game_goes_on_there_is_nothing_to_analyse(visit: Visit) -> None:
    """The games of its match that are over can be analysed: they say nothing about its cards."""
    visitor = visit(settings=QUICK)
    visitor.excuse(r"404 GET .*/games/\d/replay")
    table = deal(visitor, 5, stock=5, games=2, bots=[None, "planner"])  # which no bot wins in its first turn
    page = visitor.go(f"/t/{table}")
    expect(page.locator(at("0s"))).to_be_visible()
    analyse_ = page.get_by_text("Analyse")
    expect(analyse_).to_have_count(0)
    page.goto(f"/t/{table}/games/1?analyse")
    expect(page.get_by_text("Only finished games can be replayed.")).to_be_visible()
    expect(analyse_).to_have_count(0)
    play_on(account(visitor), table)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(OVER)).to_be_hidden()
    expect(analyse_).to_have_count(0)
    page.goto(f"/t/{table}/games/2?analyse")
    expect(page.get_by_text("Only finished games can be replayed.")).to_be_visible()
    page.goto(f"/t/{table}/games/1?analyse")
    expect(page.locator(".curve")).to_be_visible()


@pytest.mark.parametrize("size", ["small phone", later("landscape")])
def test_on_a_phone_no_card_moves_with_what_is_said(visit: Visit, tmp_path: Path, size: str) -> None:
    game, move = blunder()
    page = open_file(visit(SIZES[size], settings=QUICK), tmp_path, game)
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".curve")).to_be_visible()
    felt = page.locator(".board .felt")
    places = [page.locator(at(place)) for place in ("0s", "b1", "1s")]
    page.get_by_role("button", name="Next mistake").click()
    boxes = [place.bounding_box() for place in places]
    for _ in range(3):
        page.get_by_role("button", name="Next move").click()
        assert [place.bounding_box() for place in places] == boxes
    assert felt.evaluate("felt => felt.parentElement.scrollHeight <= felt.parentElement.clientHeight")
    summary = page.get_by_role("button", name="Summary")
    if summary.count():
        summary.click()
    page.get_by_role("button", name=re.compile(rf"^Move {move + 1}, South")).click()
    expect(page.get_by_role("slider", name="Move")).to_have_value(str(move))
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.slow
def test_an_analysis_is_stopped_goes_on_is_not_made_again_and_ends_with_its_screen(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    table = visitor.open_table(bots=[None, "planner"], stock=10)
    play_on(account(visitor), table)
    page = visitor.go(f"/t/{table}/games/1?analyse")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("progressbar", name="Worlds tried so far")).to_be_hidden()
    page.get_by_role("button", name="More precise").click()
    expect(page.get_by_role("progressbar", name="Worlds tried so far")).to_be_visible()
    expect(page.get_by_text("256 worlds tried for each decision")).to_be_visible()
    for _again in range(2):
        page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_text("256 worlds tried for each decision")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    with page.expect_worker():
        page.get_by_role("button", name="More precise").click()
    page.get_by_role("link", name="To the start page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert not page.workers


def test_a_kitchen_table_says_that_it_has_no_analysis(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    table = deal(visitor, 5, stock=1, referee="kitchen", bots=[None, "planner"])
    play_on(account(visitor), table)
    page = visitor.go(f"/t/{table}/games/1?analyse")
    page.get_by_role("button", name="Log and more").click()
    expect(page.get_by_text("A game at a kitchen table cannot be analysed.")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse")).to_have_count(0)


@pytest.mark.slow  # compiling the searcher takes a minute
@pytest.mark.parametrize(
    ("edition", "players", "partners"), [("2003", 2, False), ("2016", 3, False), ("2003", 4, True), ("1967", 6, True)]
)
def test_an_analysis_in_the_page_is_that_of_python(visit: Visit, edition: str, players: int, partners: bool) -> None:
    game = finish(Game(edition, players=players, partners=partners, stock=3, key=bytes(32)), "casual")
    page = visit().go("/")
    (worker,) = PAGE.glob("assets/analysis-worker-*.js")
    rounds = [FIRST_LOOK * 2**look for look in range(LOOKS - 1)]
    given = [f"/assets/{worker.name}", msgspec.to_builtins(to_record(game)), [FIRST_LOOK, *rounds]]
    tried: list[dict[str, Any]] = page.evaluate(TRY, given)
    found = analyse(game, worlds=FIRST_LOOK * 2 ** (LOOKS - 1))
    assert len(tried) == len(found.decisions)
    for here, there in zip(tried, found.decisions, strict=True):
        assert (here["seat"], here["first"]) == (there.seat, there.first)
        assert here["played"] == [str(move) for move in there.played]
        assert here["best"] == [str(move) for move in there.best]
        assert here["before"] == list(there.before)
        assert here["after"] == list(there.after)
        assert here["cost"] == there.cost
        assert here["error"] == pytest.approx(there.error, rel=1e-12)
