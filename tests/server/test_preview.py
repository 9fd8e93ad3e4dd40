"""What a messenger shows of the link to a table: tags in the head of the page, and a picture that the server makes."""

import asyncio
import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from PIL import Image

from skipbo.client import Account, TableClient
from skipbo.i18n import LANGUAGES
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import decode
from skipbo.protocol.messages import TableInvitation
from skipbo.server.config import Settings
from skipbo.server.http.assets import Page
from skipbo.server.http.preview.picture import FOLDER, MOST_KEPT, KeptPictures, TablePicture, places
from skipbo.server.http.preview.tags import preferred_language
from skipbo.server.limits import Limits, Rate
from tests.server.server_process import InThread, served

INDEX = "<!doctype html><html><head><title>skipbo</title></head><body></body></html>"


class Tags(HTMLParser):
    """Reads the tags as a previewer does."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.elements: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        given = dict(attrs)
        if tag == "meta":
            self.found[given["property"] or ""] = given["content"] or ""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Page:
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text(INDEX)
    return Page.read(folder)


@pytest.fixture(scope="module")
def server(built: Page, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data"), page=built) as server:
        yield server


def ask(server: InThread, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, content


def preview(server: InThread, table: str, query: str = "", **headers: str) -> dict[str, str]:
    return Tags(ask(server, f"/t/{table}{query}", **headers)[1].decode()).found


def host_of(server: InThread, table: str) -> int | None:
    return decode(ask(server, f"/api/v1/tables/{table}")[1], TableInvitation).host


def test_a_preview_says_who_invites_to_which_game_and_shows_the_table(server: InThread) -> None:
    ann = Account.create(server.url, "Ann")
    table = ann.open_table(players=4, partners=True, stock=12)
    found = preview(server, table)
    assert found["og:title"] == "Ann invites you to a card table"
    assert found["og:description"] == "Standard, 2003 · 4 players · partners · 12 cards in each stock pile"
    assert found["og:url"] == f"{server.url}/t/{table}"
    assert found["og:image"] == f"{server.url}/previews/table-4-2-12.png"
    assert found["twitter:card"] == "summary_large_image"
    response, png = ask(server, found["og:image"].removeprefix(server.url))
    assert (response.status, response.headers["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(png)).size == (1200, 630)
    assert [found["og:image:width"], found["og:image:height"]] == ["1200", "630"]


def test_a_preview_speaks_the_language_of_the_request(server: InThread) -> None:
    ann = Account.create(server.url, "Ann")
    table = ann.open_table(edition="brownfield-1967", players=3)
    titles = {language: preview(server, table, Accept_Language=language)["og:title"] for language in LANGUAGES}
    assert len(set(titles.values())) == len(LANGUAGES)
    assert all("Ann" in title for title in titles.values())
    assert preview(server, table, "?lang=pt", Accept_Language="fr")["og:title"] == titles["pt"]
    assert "Debit Pile" in preview(server, table)["og:description"]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de, es;q=0.5, en;q=0.4", "es"),
        ("en;q=0.1, PT-BR", "pt"),
        ("xx;q=9, fr;q=nan, es;q=", "es"),
        ("fr;" * 10_000, "fr"),
    ],
)
def test_the_language_is_the_one_that_is_wanted_most(header: str, language: str) -> None:
    assert preferred_language({"accept-language": header}) == language


def test_a_hostile_name_stays_text(server: InThread) -> None:
    name = '"><script>x</script>'
    table = Account.create(server.url, name).open_table()
    page = ask(server, f"/t/{table}")[1].decode()
    assert Tags(page).found["og:title"] == f"{name} invites you to a card table"
    assert "script" not in Tags(page).elements


def test_a_hostile_host_header_stays_text(server: InThread) -> None:
    table = Account.create(server.url, "Ann").open_table()
    page = ask(server, f"/t/{table}", Host='x"><script>')[1].decode()
    assert "script" not in Tags(page).elements


def test_a_host_without_a_name_of_their_own_is_not_named(server: InThread) -> None:
    table = Account.create(server.url, "Guest 1234").open_table()  # as the server calls a guest without a name
    assert preview(server, table)["og:title"] == "You are invited to a card table"


def test_a_host_who_does_not_sit_there_is_not_named(server: InThread) -> None:
    ann = Account.create(server.url, "Ann")
    table = ann.open_table()
    assert host_of(server, table) == 0
    with TableClient(ann, table) as place:
        place.leave()
    assert host_of(server, table) is None
    assert preview(server, table)["og:title"] == "You are invited to a card table"


def test_a_preview_names_nobody_but_the_host_and_nothing_that_changes(server: InThread) -> None:
    """Messengers keep it for long."""
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bobby")
    table = ann.open_table(spectators=False)
    before = ask(server, f"/t/{table}")[1]
    with TableClient(bob, table) as his:
        his.sit()
        his.ready()
        assert his.now.game is not None
    with TableClient(ann, table) as hers:
        hers.do(asked.Lock(id="lock"))
    assert ask(server, f"/t/{table}")[1] == before
    assert b"Bobby" not in before


def test_the_page_of_a_table_is_kept_as_long_as_it_stays_the_same(server: InThread) -> None:
    table = Account.create(server.url, "Ann").open_table()
    response, _content = ask(server, f"/t/{table}")
    assert (response.headers["Cache-Control"], response.headers["Vary"]) == ("no-cache", "Accept-Language")
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    tag = response.headers["ETag"]
    assert ask(server, f"/t/{table}", If_None_Match=tag)[0].status == 304
    assert ask(server, f"/t/{table}", If_None_Match=tag, Accept_Language="fr")[0].status == 200


def test_an_unknown_table_has_the_page_without_a_preview(server: InThread) -> None:
    for table in ("nowhere", "%22%3E%3Cscript%3E", "x" * 5000):
        assert ask(server, f"/t/{table}")[1].decode() == INDEX


def test_the_addresses_in_a_preview_are_those_that_people_use(built: Page, tmp_path: Path) -> None:
    settings = Settings(port=0, url="https://cards.example")
    with served(tmp_path, page=built, settings=settings) as server:
        found = preview(server, Account.create(server.url, "Ann").open_table())
        assert found["og:image"] == "https://cards.example/previews/table-2-2-30.png"
        assert found["og:url"].startswith("https://cards.example/t/")


def test_a_proxy_says_how_people_reach_the_server(built: Page, tmp_path: Path) -> None:
    with served(tmp_path, page=built, settings=Settings(port=0, proxies=["127.0.0.1"])) as server:
        table = Account.create(server.url, "Ann").open_table()
        found = preview(server, table, Host="cards.example", X_Forwarded_Proto="https")
        assert found["og:image"].startswith("https://cards.example/previews/")


# Pictures


def test_there_is_a_picture_for_every_table(server: InThread) -> None:
    assert {path.stem for path in FOLDER.glob("*-*.png")} == set(places())
    ann = Account.create(server.url, "Ann")
    tables = [
        (players, partners)
        for players in range(2, 7)
        for partners in (False, True)
        if not partners or players in (4, 6)
    ]
    for edition in ("mattel-2003", "brownfield-1967"):
        for players, partners in tables:
            found = preview(server, ann.open_table(edition=edition, players=players, partners=partners))
            assert ask(server, found["og:image"].removeprefix(server.url))[0].status == 200


def test_a_picture_has_the_number_of_stock_cards_at_every_seat() -> None:
    ten, twelve = (Image.open(io.BytesIO(TablePicture(5, 5, stock).to_png())).convert("RGB") for stock in (10, 12))
    for left, top in places()["5-5"]:
        first, second = (left, top, left + 20, top + 30), (left + 20, top, left + 40, top + 30)
        assert ten.crop(first).tobytes() == twelve.crop(first).tobytes()
        assert ten.crop(second).tobytes() != twelve.crop(second).tobytes()


@pytest.mark.parametrize(
    "name", ["table-4-3-30", "table-7-7-30", "table-2-2-0", "table-2-2-100", "table-2-2-٣", "table", "x" * 5000]
)
def test_no_other_picture_is_made(server: InThread, name: str) -> None:
    path = "/previews/" + "".join(f"%{byte:02x}" for byte in name.encode()) + ".png"
    assert ask(server, path)[0].status == 404


def test_a_picture_that_somebody_has_is_not_sent_again(server: InThread) -> None:
    response, _png = ask(server, "/previews/table-2-2-30.png")
    assert response.headers["Cache-Control"] == "public, max-age=86400"
    assert ask(server, "/previews/table-2-2-30.png", If_None_Match=response.headers["ETag"])[0].status == 304


def test_only_the_latest_pictures_are_kept() -> None:
    async def make_many() -> None:
        kept = KeptPictures()
        pictures = [TablePicture(2, 2, stock) for stock in range(1, MOST_KEPT + 3)]
        for picture in pictures:
            await kept.make(picture)
        assert [picture for picture in pictures if kept.find(picture) is None] == pictures[:2]

    asyncio.run(make_many())


def test_a_flood_of_pictures_is_paid_by_its_sender(built: Page, tmp_path: Path) -> None:
    """Each that is made costs its address some work, and requests are limited; kept ones cost next to nothing."""
    limits = Limits(requests=Rate(30, 0.1), address_work=Rate(1_000, 10_000))
    with served(tmp_path, limits, page=built) as server:
        paths = [f"/previews/table-2-2-{stock}.png" for stock in range(1, 61)]
        with ThreadPoolExecutor(8) as together:
            answers = [response.status for response, _png in together.map(lambda path: ask(server, path), paths)]
        assert answers.count(200) <= 31
        assert set(answers) == {200, 429}
        assert ask(server, "/t/x")[1].decode() == INDEX, "the page itself comes to everybody"
