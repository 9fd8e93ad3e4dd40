"""The files of the page, which `make page` builds. They are read once, at the start; no other file can be requested."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from skipbo.i18n import translate as _
from skipbo.server.http import headers
from skipbo.server.http.negotiation import accepts, etag_of, has_etag

FOLDER = Path(__file__).parent.parent / "page"
INDEX = "index.html"
END_OF_HEAD = b"</head>"
# Addresses at which the page itself decides what to show
ADDRESSES = (
    "/",
    "/lobby",
    "/t/{table}/games/{game:int}",
    "/t/{table}/games/{game:int}/{move:int}",
    "/learn",
    "/rules",
    "/rules/{edition}",
    "/history",
)
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
}
ENCODINGS = {".br": "br", ".gz": "gzip"}  # of compressed files that lie beside the others, the best first
ASSETS = "assets/"  # files with a digest of their content in their names
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"


@dataclass(frozen=True, slots=True)
class File:
    name: str
    forms: Mapping[str, tuple[bytes, str]]  # by encoding ("" for none): the content and its ETag

    def response(self, request: Request, status: HTTPStatus = HTTPStatus.OK) -> Response:
        usable = (each for each in ENCODINGS.values() if each in self.forms and accepts(request.headers, each))
        encoding = next(usable, "")
        body, etag = self.forms[encoding]
        sent = headers.PAGE | {
            "Cache-Control": IMMUTABLE if self.name.startswith(ASSETS) else REVALIDATE,
            "ETag": etag,
            "Vary": "Accept-Encoding",
        }
        if status == HTTPStatus.OK and has_etag(request.headers, etag):
            return Response(None, HTTPStatus.NOT_MODIFIED, sent)
        if encoding:
            sent["Content-Encoding"] = encoding
        return Response(body, status, sent, KINDS.get(PurePosixPath(self.name).suffix, "application/octet-stream"))


class Page:
    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = files

    @classmethod
    def read(cls, folder: Path = FOLDER) -> "Page":
        """Reads all files of the page; there are none if it has not been built."""
        names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        compressed = {name for name in names if PurePosixPath(name).suffix in ENCODINGS}
        return cls({name: _read(folder, name, compressed) for name in names - compressed})

    @property
    def is_built(self) -> bool:
        return INDEX in self._files

    def show_with(self, request: Request, tags: str) -> Response:
        """Returns the page with tags in its head, for somebody who looks at it without opening it."""
        if not tags or not self.is_built:
            return self.show(request, HTTPStatus.OK)
        plain, _etag = self._files[INDEX].forms[""]
        body = plain.replace(END_OF_HEAD, tags.encode() + END_OF_HEAD, 1)
        sent = headers.PAGE | {"Cache-Control": REVALIDATE, "ETag": etag_of(body), "Vary": "Accept-Language"}
        if has_etag(request.headers, sent["ETag"]):
            return Response(None, HTTPStatus.NOT_MODIFIED, sent)
        return Response(body, HTTPStatus.OK, sent, KINDS[".html"])

    def routes(self) -> list[Route]:
        screens = [Route(address, self.index) for address in ADDRESSES]
        return screens + [Route(f"/{name}", _endpoint(file)) for name, file in self._files.items()]

    async def index(self, request: Request) -> Response:
        return self.show(request, HTTPStatus.OK)

    def show(self, request: Request, status: HTTPStatus) -> Response:
        """Returns the page or, if there is none, a text that says how to build it."""
        if self.is_built:
            return self._files[INDEX].response(request, status)
        missing = HTTPStatus.SERVICE_UNAVAILABLE if status == HTTPStatus.OK else status
        return PlainTextResponse(not_built() + "\n", missing, headers.DATA)


def not_built() -> str:
    return _("The page has not been built. Run “make page” in a copy of the source.")


def _read(folder: Path, name: str, compressed: set[str]) -> File:
    paths = {encoding: folder / (name + end) for end, encoding in ENCODINGS.items() if name + end in compressed}
    return File(name, {encoding: _form(path) for encoding, path in ({"": folder / name} | paths).items()})


def _form(path: Path) -> tuple[bytes, str]:
    content = path.read_bytes()
    return content, etag_of(content)


def _endpoint(file: File) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        return file.response(request)

    return respond
