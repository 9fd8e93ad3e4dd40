"""What people see: the page and the terminal."""

import re
from html.parser import HTMLParser
from io import StringIO
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from skipbo.arena import Plan, Tournament, format, play, summarise, take_sample
from skipbo.arena.console import show
from skipbo.arena.report import command, report
from skipbo.arena.sample import Sample
from skipbo.game.table import Table
from skipbo.i18n import translate, use_language
from tests.external.conftest import UNHURRIED, Strange

VOID = {"meta", "br"}
STRONG = {"low": 0.6, "high": 0.8, "share": 0.7, "seats": 1}
WEAK = {"low": 0.2, "high": 0.4, "share": 0.3, "seats": 1}


class Page(HTMLParser):
    """Checks that every element is closed, and keeps what a reader would see."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of(plan: Plan) -> tuple[str, Tournament]:
    tournament, sample = play(plan), take_sample(plan)
    return report(tournament, sample, summarise(tournament, sample)), tournament


@pytest.fixture(scope="module")
def round_robin() -> tuple[str, Tournament]:
    return page_of(Plan.of(["eager", "random", "eager"], Table.of(stock=6), games=200))


def svgs(page: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg .*?</svg>", page, re.DOTALL)]


def test_the_report_needs_nothing_but_itself(round_robin: tuple[str, Tournament]) -> None:
    page = Page(round_robin[0])
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    addresses = re.findall(r"https?://[^\s\"'<)]+", round_robin[0])
    assert set(addresses) == {"http://www.w3.org/2000/svg"}, "a name of a format, not an address"
    assert all(url.startswith('"data:') for url in re.findall(r"url\((.{6})", round_robin[0]))
    assert "@import" not in round_robin[0]


def test_the_report_shows_ladder_matrix_lengths_race_and_settings(round_robin: tuple[str, Tournament]) -> None:
    page = Page(round_robin[0])
    for title in ("The ladder", "Who beats whom", "How long games are", "The race of the stock piles", "Bot by bot"):
        assert title in page.text
    assert "Forfeited games" not in page.text
    assert command(round_robin[1].plan) in page.text
    assert page.tags.count("svg") == 3


def test_every_picture_has_a_name_and_says_what_it_shows(round_robin: tuple[str, Tournament]) -> None:
    for svg in svgs(round_robin[0]):
        assert svg.get("role") == "img"
        title, description = svg[0], svg[1]
        assert title.tag.endswith("title")
        assert description.tag.endswith("desc")
        assert title.text
        assert description.text


def test_the_report_is_for_light_and_dark_and_for_phones(round_robin: tuple[str, Tournament]) -> None:
    assert "prefers-color-scheme: dark" in round_robin[0]
    assert '<meta name="viewport"' in round_robin[0]
    assert '<html lang="en">' in round_robin[0]


def test_a_bot_has_one_rating(round_robin: tuple[str, Tournament]) -> None:
    tournament = round_robin[1]
    rated = summarise(tournament, take_sample(tournament.plan))["ratings"]["bots"]
    rows = re.findall(r"<tr>(<th.*?)</tr>", round_robin[0].partition("Bot by bot")[2].partition("</section>")[0])
    elo = {re.findall(r">(.*?)<", row)[0]: re.findall(r"<td>(.*?)</td>", row)[4] for row in rows[1:]}
    assert elo.keys() == rated.keys()
    for label, rating in rated.items():
        assert elo[label].startswith(format.signed(rating["rating"]) + " (")
        assert f">{format.signed(rating['rating'])}</text>" in round_robin[0]
    assert "Elo is that of the ladder" in round_robin[0]


def test_the_report_shows_the_share_won_against_each_bot(round_robin: tuple[str, Tournament]) -> None:
    matrix = re.search(r'<table class="matrix">(.*?)</table>', round_robin[0], re.DOTALL)
    assert matrix
    rows = re.findall(r'<th scope="row"[^>]*>(.*?)</th>(.*?)</tr>', matrix[1], re.DOTALL)
    cells = {name: re.findall(r"<td[^>]*>(.*?)</td>", row) for name, row in rows}
    order = list(cells)
    assert order[-1] == "random"
    assert all(cells[name][place] == "·" for place, name in enumerate(order))
    assert cells["eager"][order.index("eager 2")] == "50.0%"


def test_names_and_seeds_cannot_break_the_page() -> None:
    plan = Plan.of(["eager", "random"], Table.of(stock=4), games=20, seed='<b>"&')
    page = page_of(plan)[0]
    assert "<b>" not in page
    assert "seed “&lt;b&gt;&quot;&amp;”" in page
    Page(page)


def test_the_report_lists_forfeits_with_their_reasons(strange: Strange) -> None:
    plan = Plan.of([strange("crash"), "random"], Table.of(stock=4), games=8, time_limit=UNHURRIED)
    page = Page(page_of(plan)[0])
    assert "How long games are" not in page.text, "none was played out"
    assert "Forfeited games" in page.text
    assert "one by nothing" in page.text
    assert "The race" not in page.text, "nobody plays these games twice"


def test_a_match_of_four_marks_the_share_of_equal_bots() -> None:
    page = page_of(Plan.of(["eager", "random"], Table.of(players=4, stock=4), games=40))[0]
    assert page.count('class="fair"') == 3, "for each bot, and the median of the lengths"


def test_the_command_plays_the_same_again() -> None:
    plan = Plan.of(
        ["eager", "process:./my bot"],
        Table.of("1967", players=6, partners=True, stock=7),
        games=50,
        hypotheses=(0.0, 5.0),
        seed="a b",
    )
    assert command(plan) == (
        "skipbo arena eager 'process:./my bot' --edition brownfield-1967 --players 6 --partners --stock 7 --games 50 "
        "--sprt 0,5 --seed 'a b' --time-limit 1"
    )


# Words


def match(one: dict[str, Any], other: dict[str, Any], players: int = 2) -> dict[str, Any]:
    return {"players": players, "bots": {"a": one, "b": other}}


def test_a_verdict_names_the_stronger_bot() -> None:
    assert format.verdict(match(WEAK, STRONG)) == "b beats a: it wins 70.0% of the games (60.0–80.0%)."
    assert format.verdict(match(STRONG, WEAK)).startswith("a beats b")
    even = {"low": 0.45, "high": 0.56, "share": 0.5, "seats": 1}
    assert format.verdict(match(even, even)).startswith("These games show no difference between a and b")


def test_a_verdict_compares_with_the_share_of_equal_bots() -> None:
    assert format.verdict(match(WEAK, STRONG | {"seats": 3}, players=4)).startswith("These games show no difference")
    few, none = ({"share": share, "low": share - 0.005, "high": share + 0.01, "seats": 1} for share in (0.02, 0.005))
    assert format.verdict(match(few, none)).startswith("a beats b"), "nearly all games were drawn"


@pytest.mark.parametrize(
    ("accepted", "begins"),
    [
        ("H1", "H1 is accepted: a is +10 Elo above b rather than 0"),
        ("H0", "H0 is accepted: a is 0 Elo above b"),
        (None, "Undecided"),
    ],
)
def test_a_sequential_test_says_what_it_decided(accepted: str | None, begins: str) -> None:
    test = {"elo0": 0.0, "elo1": 10.0, "llr": -2.951, "accepted": accepted}
    text = format.verdict({**match(STRONG, WEAK), "sprt": test, "games": 12_000})
    assert text.startswith(begins)
    assert text.endswith("(LLR −2.95, 12,000 games).")


def test_unbounded_elo_shows_the_bound_that_there_is() -> None:
    assert format.elo({"elo": None, "elo_low": None, "elo_high": -300.0}) == "< −300"
    assert format.elo({"elo": None, "elo_low": None, "elo_high": None}) == "–"


# The terminal


def shown(plan: Plan, width: int = 80) -> str:
    console = Console(width=width, file=StringIO())
    tournament = play(plan)
    show(summarise(tournament, take_sample(plan)), console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_a_match_fits_the_terminal_and_ends_with_a_verdict(width: int) -> None:
    text = shown(Plan.of(["random", "eager"], Table.of(players=4, stock=5), games=400), width)
    assert max(map(len, text.splitlines())) <= width
    assert re.search(r"│ random +│ +\d", text)
    assert re.search(r"│ eager ×3 +│ +\d", text)
    assert "beats" in text or "no difference" in text
    assert ("slowest" in text) == (width == 120)


def test_a_round_robin_shows_ratings_and_who_beat_whom() -> None:
    text = shown(Plan.of(["random", "eager", "eager"], Table.of(stock=5), games=100))
    assert text.index("│ eager ") < text.index("│ random ")
    assert "Ratings by Bradley–Terry." in text
    assert "won against" in text
    larger = shown(Plan.of(["random", "eager", "eager", "random"], Table.of(players=3, stock=5), games=30))
    assert "Ratings by Plackett–Luce." in larger
    assert "won against" not in larger


def test_many_bots_are_listed_match_by_match() -> None:
    text = shown(Plan.of(["eager"] * 9, Table.of(stock=1), games=2))
    assert "won against" not in text
    assert "eager 8 – eager 9" in text


def test_forfeits_are_shown_where_there_are_any(strange: Strange) -> None:
    broken = strange("crash")
    assert "forfeits" in shown(Plan.of([broken, "random"], Table.of(stock=4), games=4, time_limit=UNHURRIED))
    assert "forfeits" not in shown(Plan.of(["eager", "random"], Table.of(stock=4), games=4))


def test_long_names_and_brackets_leave_room_for_the_numbers() -> None:
    name, seed = "process:python3 /somewhere/far/away/my [b]ot.py", "[red]"
    plan = Plan.of([name, "eager"], Table.of(stock=4), games=4, seed=seed)
    bots = {label: {**STRONG, "elo": 50.0, "elo_low": -27.0, "elo_high": 167.0} for label in (name, "eager")}
    clocks = {"forfeits": 123, "seconds_per_move": 0.0123, "slowest_seconds": 0.5, "games": 4}
    summary = summarise(Tournament(plan), Sample())
    summary["bots"] = {label: bot | clocks for label, bot in bots.items()}
    console = Console(width=80, file=StringIO())
    show(summary, console)
    assert isinstance(console.file, StringIO)
    text = console.file.getvalue()
    assert "│ …y/my [b]ot.py │" in text
    assert "seed “[red]”" in text
    assert "+50 (−27…+167)" in text
    assert "12.3 ms" in text


@pytest.mark.parametrize("language", ["fr", "es", "pt"])
def test_the_report_speaks_the_language_in_use(language: str) -> None:
    try:
        use_language(language)
        page = page_of(Plan.of(["eager", "random"], Table.of(stock=4), games=20))[0]
        assert f'<html lang="{language}">' in page
        assert translate("moves a game") != "moves a game"
        assert translate("moves a game") in page
        Page(page)
    finally:
        use_language("en")
