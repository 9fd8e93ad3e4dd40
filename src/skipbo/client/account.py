"""What a client asks over HTTP: who it is, and which tables there are."""

import urllib.error
import urllib.request
from typing import Any, TypeVar

from msgspec import Struct

from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import translate as _
from skipbo.protocol import messages
from skipbo.protocol.codec import VERSION, decode, encode
from skipbo.protocol.codes import describe
from skipbo.protocol.options import TableOptions

TIMEOUT = 30.0
STARTING = "starting"
Answer = TypeVar("Answer", bound=Struct)


class Refused(SkipboError):
    """The server has refused something; nothing has changed. `code` says why."""

    def __init__(self, refusal: messages.Refusal) -> None:
        super().__init__(refusal.code, describe(refusal.code))
        self.kind = refusal.kind


class Account:
    """A guest of a server, by a token that nobody else may see."""

    def __init__(self, url: str, token: str | None = None) -> None:
        if not url.startswith(("http://", "https://")):
            raise Malformed(
                "url", _("“{url}” is no address of a server: it begins with http:// or https://.").format(url=url)
            )
        self.url = url.rstrip("/")
        self.token = token

    @classmethod
    def come(cls, url: str, name: str) -> "Account":
        """A new guest: a name is enough."""
        account = cls(url)
        guest = account.ask("POST", "/guests", messages.GuestView, messages.NewGuest(name=name))
        account.token = guest.token
        return account

    def open_table(self, seat: int | None = 0, ready: bool = True, **options: Any) -> str:
        """A new table; answers its id. The options are those of `TableOptions`."""
        wanted = messages.NewTable(options=TableOptions(**options), seat=seat, ready=ready)
        return self.ask("POST", "/tables", messages.TableLink, wanted).id

    def tables(self) -> list[messages.OwnTable]:
        """The tables where this guest has a seat, the latest first."""
        return self.ask("GET", "/me/tables", messages.OwnTables).tables

    def hint(self, table: str) -> messages.Hint:
        """What the planner would play for this guest."""
        return self.ask("GET", f"/tables/{table}/hint", messages.Hint)

    def replay(self, table: str, game: int) -> messages.Replay:
        """A finished game, move by move, with open hands."""
        return self.ask("GET", f"/tables/{table}/games/{game}/replay", messages.Replay)

    def lobby(self) -> list[messages.TableSummary]:
        return self.ask("GET", "/lobby", messages.Lobby).tables

    def history(self) -> list[messages.HistoryItem]:
        return self.ask("GET", "/me/history", messages.History).games

    def statistics(self) -> messages.Statistics:
        return self.ask("GET", "/me/statistics", messages.Statistics)

    def record(self, table: str, game: int) -> bytes:
        """A finished game, as a line of a file of records."""
        return self.send("GET", f"/tables/{table}/games/{game}/record")

    def proof(self, table: str, game: int) -> messages.Proof:
        return self.ask("GET", f"/tables/{table}/games/{game}/proof", messages.Proof)

    def go_on(self, table: str, game: int, moves: int = 0, seat: int | None = 0) -> str:
        """A new table that goes on from a finished game after so many moves; answers its id."""
        wanted = messages.GoOn(moves=moves, seat=seat)
        return self.ask("POST", f"/tables/{table}/games/{game}/tables", messages.TableLink, wanted).id

    def socket_address(self, table: str, since: int | None) -> str:
        """Where to connect for a table; the token travels in a header, never here."""
        resume = "" if since is None else f"?since={since}"
        return "ws" + self.url.removeprefix("http") + f"/api/v{VERSION}/tables/{table}/socket{resume}"

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, kind: type[Answer], body: Struct | None = None) -> Answer:
        return decode(self.send(method, path, body), kind)

    def send(self, method: str, path: str, body: Struct | None = None) -> bytes:
        headers = self.headers | {"Content-Type": "application/json"}
        data = None if body is None else encode(body)
        request = urllib.request.Request(f"{self.url}/api/v{VERSION}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
                answer: bytes = response.read()
                return answer
        except urllib.error.HTTPError as error:
            with error:
                refusal = decode(error.read(), messages.Refusal)
        if refusal.code == STARTING:  # the server has let us wait a good while already
            return self.send(method, path, body)
        raise Refused(refusal)
