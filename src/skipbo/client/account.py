"""A guest of a server: requests over HTTP, and the token that each of them carries."""

import urllib.error
import urllib.request
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, TypeVar

from msgspec import Struct

from skipbo.client.errors import not_skipbo, refusal_of, text_of
from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.protocol import messages
from skipbo.protocol.codec import VERSION, encode
from skipbo.protocol.compatibility import decode_server_answer
from skipbo.protocol.options import TableOptions

TIMEOUT = 30.0
STARTING = "starting"
JSON = "application/json"
Answer = TypeVar("Answer", bound=Struct)


class Account:
    """A guest of a server, known by a secret token."""

    def __init__(self, url: str, token: str | None = None) -> None:
        if not url.startswith(("http://", "https://")):
            raise Malformed(
                "url", _("“{url}” is not a server's address: it must begin with http:// or https://.").format(url=url)
            )
        self.url = url.rstrip("/")
        self.token = token

    @classmethod
    def create(cls, url: str, name: str) -> "Account":
        """Makes a new guest of this name."""
        account = cls(url)
        guest = account.ask("POST", "/guests", messages.GuestView, messages.NewGuest(name=name))
        account.token = guest.token
        return account

    def open_table(self, seat: int | None = 0, ready: bool = True, **options: Any) -> str:
        """Opens a table and returns its id. The options are those of `TableOptions`."""
        wanted = messages.NewTable(options=TableOptions(**options), seat=seat, ready=ready)
        return self.ask("POST", "/tables", messages.TableLink, wanted).id

    def tables(self) -> list[messages.OwnTable]:
        """Returns the tables where this guest has a seat, the latest first."""
        return self.ask("GET", "/me/tables", messages.OwnTables).tables

    def hint(self, table: str) -> messages.Hint:
        """Returns the move that the planner would play for this guest."""
        return self.ask("GET", f"/tables/{table}/hint", messages.Hint)

    def log(self, table: str) -> messages.TableLog:
        """Returns the events of the latest game at a table, as this guest could see them."""
        return self.ask("GET", f"/tables/{table}/log", messages.TableLog)

    def replay(self, table: str, game: int) -> messages.Replay:
        """Returns a finished game, move by move, with open hands."""
        return self.ask("GET", f"/tables/{table}/games/{game}/replay", messages.Replay)

    def lobby(self) -> list[messages.TableSummary]:
        return self.ask("GET", "/lobby", messages.Lobby).tables

    def history(self) -> list[messages.HistoryItem]:
        return self.ask("GET", "/me/history", messages.History).games

    def statistics(self) -> messages.Statistics:
        return self.ask("GET", "/me/statistics", messages.Statistics)

    def record(self, table: str, game: int) -> bytes:
        """Returns a finished game as a line of a record file."""
        return self.send("GET", f"/tables/{table}/games/{game}/record")

    def proof(self, table: str, game: int) -> messages.Proof:
        return self.ask("GET", f"/tables/{table}/games/{game}/proof", messages.Proof)

    def continue_game(self, table: str, game: int, moves: int = 0, seat: int | None = 0) -> str:
        """Opens a table that continues a finished game after its first `moves` moves; returns the id."""
        wanted = messages.GoOn(moves=moves, seat=seat)
        return self.ask("POST", f"/tables/{table}/games/{game}/tables", messages.TableLink, wanted).id

    def socket_address(self, table: str, since: int | None) -> str:
        """Returns the address of a table's WebSocket. The token goes into a header, never into an address."""
        resume = "" if since is None else f"?since={since}"
        return "ws" + self.url.removeprefix("http") + f"/api/v{VERSION}/tables/{table}/socket{resume}"

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, kind: type[Answer], body: Struct | None = None) -> Answer:
        data = self.send(method, path, body)
        try:
            return decode_server_answer(data, kind)
        except Malformed as error:
            raise not_skipbo(self.url, str(error)) from error

    def send(self, method: str, path: str, body: Struct | None = None) -> bytes:
        """Returns the body of the answer. Raises `Refused`, or `ConnectionFailed` if the answer is not one of ours."""
        headers = self.headers | {"Content-Type": JSON}
        data = None if body is None else encode(body)
        request = urllib.request.Request(f"{self.url}/api/v{VERSION}{path}", data, headers, method=method)
        while True:
            status, kind, answer = fetch(request)
            if kind != JSON and status != HTTPStatus.NO_CONTENT:
                raise not_skipbo(self.url, f"HTTP {status}, {kind}: {text_of(answer)}")
            if status < HTTPStatus.BAD_REQUEST:
                return answer
            error = refusal_of(self.url, status, answer)
            if error.code != STARTING:  # otherwise the server has let us wait for a while, and is asked again
                raise error


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it would carry the token along, to wherever it leads."""

    def redirect_request(self, *_what: Any) -> None:
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def fetch(request: urllib.request.Request) -> tuple[int, str, bytes]:
    """Returns the status, the content type and the body of an HTTP answer, be it an error or not."""
    try:
        with OPENER.open(request, timeout=TIMEOUT) as response:
            return response.status, response.headers.get_content_type(), response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers.get_content_type(), error.read()
    except HTTPException as error:
        raise not_skipbo(request.full_url, repr(error)) from error
