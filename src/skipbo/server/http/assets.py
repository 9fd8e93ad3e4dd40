"""The table in the browser: the files that `make page` builds, read once, so that no others can be asked for."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from skipbo.i18n import translate as _
from skipbo.server.http import headers
from skipbo.server.http.negotiation import accepts, has, tag_of

FOLDER = Path(__file__).parent.parent / "page"
INDEX = "index.html"
# What the page itself shows by its address; the page knows what is there.
ADDRESSES = (
    "/",
    "/lobby",
    "/t/{table}",
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
}
PACKED = {".br": "br", ".gz": "gzip"}  # files beside others, the best first
ASSETS = "assets/"  # whose names change with what is in them
LASTING = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


@dataclass(frozen=True, slots=True)
class File:
    name: str
    forms: Mapping[str, tuple[bytes, str]]  # by how they are packed: the bytes, and a tag for them

    def answer(self, request: Request, status: HTTPStatus = HTTPStatus.OK) -> Response:
        coding = next((each for each in PACKED.values() if each in self.forms and accepts(request.headers, each)), "")
        body, tag = self.forms[coding]
        told = headers.PAGE | {
            "Cache-Control": LASTING if self.name.startswith(ASSETS) else ASK_AGAIN,
            "ETag": tag,
            "Vary": "Accept-Encoding",
        }
        if status == HTTPStatus.OK and has(request.headers, tag):
            return Response(None, HTTPStatus.NOT_MODIFIED, told)
        if coding:
            told["Content-Encoding"] = coding
        return Response(body, status, told, KINDS.get(PurePosixPath(self.name).suffix, "application/octet-stream"))


class Page:
    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = files

    @classmethod
    def read(cls, folder: Path = FOLDER) -> "Page":
        """All files of a built page; none where it has not been built."""
        names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        packed = {name for name in names if PurePosixPath(name).suffix in PACKED}
        return cls({name: _read(folder, name, packed) for name in names - packed})

    @property
    def is_built(self) -> bool:
        return INDEX in self._files

    def routes(self) -> list[Route]:
        shown = [Route(address, self.index) for address in ADDRESSES]
        return shown + [Route(f"/{name}", _answering(file)) for name, file in self._files.items()]

    async def index(self, request: Request) -> Response:
        return self.show(request, HTTPStatus.OK)

    def show(self, request: Request, status: HTTPStatus) -> Response:
        """The page, which sees for itself what is at its address; or how to get one."""
        if self.is_built:
            return self._files[INDEX].answer(request, status)
        missing = HTTPStatus.SERVICE_UNAVAILABLE if status == HTTPStatus.OK else status
        return PlainTextResponse(not_built() + "\n", missing, headers.DATA)


def not_built() -> str:
    return _("The page has not been built: “make page” does that, in a copy of the source.")


def _read(folder: Path, name: str, packed: set[str]) -> File:
    forms = {coding: folder / (name + suffix) for suffix, coding in PACKED.items() if name + suffix in packed}
    return File(name, {coding: _form(path) for coding, path in ({"": folder / name} | forms).items()})


def _form(path: Path) -> tuple[bytes, str]:
    content = path.read_bytes()
    return content, tag_of(content)


def _answering(file: File) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return file.answer(request)

    return answer
