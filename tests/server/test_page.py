"""The files of the page: their addresses, encodings, caching and headers."""

import gzip
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from skipbo.server.http.assets import Page
from tests.server.server_process import InThread, served

SCRIPT = "assets/index-B1ub.js"
FILES = {
    "index.html": b"<!doctype html><title>skipbo</title>" * 20,
    SCRIPT: b"console.log('hello')" * 20,
    "assets/nunito-Xy.woff2": b"wOF2",
    "sw.js": b"self.skipWaiting()",
    "manifest.webmanifest": b"{}",
    "icon.svg": b"<svg/>",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    for name in ("index.html", SCRIPT):
        (folder / f"{name}.gz").write_bytes(gzip.compress(FILES[name]))
        (folder / f"{name}.br").write_bytes(b"brotli of " + name.encode())
    (folder.parent / "secret.txt").write_text("secret")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data"), page=Page.read(folder)) as server:
        yield server


def ask(server: InThread, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, content


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/?edition=mattel-2003&players=4",
        "/lobby",
        "/t/JjF3-x_9",
        "/t/JjF3-x_9/games/2",
        "/t/JjF3-x_9/games/2/41",
        "/learn",
        "/rules",
        "/rules/brownfield-1967",
        "/history",
    ],
)
def test_every_address_of_the_page_returns_it(server: InThread, address: str) -> None:
    response, content = ask(server, address)
    assert (response.status, content) == (200, FILES["index.html"])
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("address", ["/nothing", "/t", "/t/x/games/last", "/assets/index-old.js", "/lobby.html"])
def test_an_unknown_address_returns_the_page_with_status_404(server: InThread, address: str) -> None:
    response, content = ask(server, address)
    assert (response.status, content) == (404, FILES["index.html"])
    tag = response.headers["ETag"]
    assert ask(server, address, If_None_Match=tag)[0].status == 404


def test_unknown_paths_of_the_api_return_refusals_instead_of_the_page(server: InThread) -> None:
    for method, path, status in (("GET", "/api/v1/nothing", 404), ("POST", "/nothing", 404), ("POST", "/lobby", 405)):
        response, content = ask(server, path, method)
        assert (response.status, response.headers["Content-Type"]) == (status, "application/json")
        assert b"not-found" in content
    assert ask(server, "/api/v1/me/token")[0].status == 405
    assert ask(server, "/healthz")[1] == b"ok\n"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (SCRIPT, "text/javascript; charset=utf-8"),
        ("assets/nunito-Xy.woff2", "font/woff2"),
        ("sw.js", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("icon.svg", "image/svg+xml"),
        ("index.html", "text/html; charset=utf-8"),
    ],
)
def test_files_have_their_content_type_and_only_those_with_a_digest_are_immutable(
    server: InThread, name: str, kind: str
) -> None:
    response, content = ask(server, f"/{name}")
    assert (response.status, response.headers["Content-Type"], content) == (200, kind, FILES[name])
    lasting = name.startswith("assets/")
    assert response.headers["Cache-Control"] == ("public, max-age=31536000, immutable" if lasting else "no-cache")
    head, nothing = ask(server, f"/{name}", "HEAD")
    assert (head.status, head.headers["Content-Length"], nothing) == (200, str(len(content)), b"")


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", None),
        ("identity", None),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("BR", "br"),
        ("gzip;q=0", None),
    ],
)
def test_a_file_is_sent_in_an_encoding_that_the_browser_accepts(
    server: InThread, accepted: str, coding: str | None
) -> None:
    response, content = ask(server, f"/{SCRIPT}", Accept_Encoding=accepted)
    assert response.headers["Content-Encoding"] == coding
    assert response.headers["Vary"] == "Accept-Encoding"
    packed = {None: FILES[SCRIPT], "br": b"brotli of " + SCRIPT.encode(), "gzip": gzip.compress(FILES[SCRIPT])}
    assert len(content) == len(packed[coding])
    assert (gzip.decompress(content) if coding == "gzip" else content) == (
        FILES[SCRIPT] if coding == "gzip" else packed[coding]
    )


def test_a_file_without_a_compressed_form_is_sent_as_it_is(server: InThread) -> None:
    response, content = ask(server, "/icon.svg", Accept_Encoding="br, gzip")
    assert response.headers["Content-Encoding"] is None
    assert content == FILES["icon.svg"]


def test_a_compressed_form_has_no_address_of_its_own(server: InThread) -> None:
    assert ask(server, f"/{SCRIPT}.gz")[0].status == 404


def test_a_matching_etag_returns_304(server: InThread) -> None:
    tags = set()
    for accepted in ("", "gzip", "br"):
        tag = ask(server, "/lobby", Accept_Encoding=accepted)[0].headers["ETag"]
        tags.add(tag)
        response, content = ask(server, "/", Accept_Encoding=accepted, If_None_Match=f'"x", {tag}')
        assert (response.status, content) == (304, b"")
        assert response.headers["ETag"] == tag
        assert response.headers["Cache-Control"] == "no-cache"
    assert len(tags) == 3


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
        "//etc/passwd",
        "/assets/..\\..\\secret.txt",
        "/index.html%00.js",
        "/.",
    ],
)
def test_no_path_leads_out_of_the_folder(server: InThread, path: str) -> None:
    response, content = ask(server, path)
    assert response.status == 404
    assert b"secret" not in content


def test_the_content_policy_allows_only_the_pages_own_server(server: InThread) -> None:
    for path in ("/", "/nothing", f"/{SCRIPT}"):
        headers = ask(server, path)[0].headers
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert policy["style-src"] == policy["connect-src"] == "'self'"
        assert "'unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


def test_without_a_page_the_answer_says_how_to_build_it(tmp_path: Path) -> None:
    nothing = Page.read(tmp_path / "nowhere")
    assert not nothing.is_built
    with served(tmp_path / "data", page=nothing) as server:
        for path, status in (("/", 503), ("/t/x", 503), ("/nothing", 404)):
            response, content = ask(server, path)
            assert (response.status, response.headers["Content-Type"]) == (status, "text/plain; charset=utf-8")
            assert b"make page" in content
        assert ask(server, "/api/v1/lobby")[0].status == 200
