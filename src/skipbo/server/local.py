"""`skipbo play`: a server for who sits at this machine, and the browser that shows it."""

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from msgspec import Struct

from skipbo.bots.levels import seat_opponents
from skipbo.editions import DEFAULT, find_edition
from skipbo.errors import Malformed
from skipbo.game.table import KITCHEN, STRICT
from skipbo.i18n import translate as _
from skipbo.paths import data_folder
from skipbo.protocol.codec import decode, encode
from skipbo.protocol.compatibility import decode_server_answer
from skipbo.protocol.messages import Server
from skipbo.protocol.options import TableOptions
from skipbo.server.config import Settings
from skipbo.server.http.assets import FOLDER, Page, not_built
from skipbo.server.http.endpoints import API
from skipbo.server.launcher import listen, run
from skipbo.server.table.decider import check_options

NOTE = "serving.json"
PATIENCE = 3.0  # seconds in which a server that runs must answer


class Note(Struct):
    """What a server leaves in its folder for others to find it."""

    address: str
    id: str


def play(query: str, *, port: int | None, browse: bool, say: Callable[[str], None], page_folder: Path = FOLDER) -> None:
    """Serves this machine until Ctrl-C, and sends its browser to the first page, where `query` chooses.

    Where a server runs already, that is shown. Without a screen, or if nobody wants to `browse`, the address is all.
    """
    page, folder = Page.read(page_folder), data_folder() / "tables"
    if not page.is_built:
        raise Malformed("page", not_built() + " " + _("Without a browser: skipbo play --terminal"))
    browse = browse and has_screen()
    running = find_running(folder)
    if running is not None:
        say(_("Play at {address}").format(address=f"{running}/{query}"))
        if browse:
            webbrowser.open(f"{running}/{query}")
        return

    def announce(address: str, start: str) -> None:
        (folder / NOTE).write_bytes(encode(Note(address=address, id=start)))
        say(_("Play at {address}").format(address=f"{address}/{query}"))
        say(_("Ctrl-C ends it. What you have begun is kept."))
        if browse:  # while we begin to answer
            threading.Thread(target=webbrowser.open, args=(f"{address}/{query}",), daemon=True).start()

    settings = Settings(data=str(folder), log_level="error")
    listener = listen_anywhere(settings) if port is None else listen(msgspec.structs.replace(settings, port=port))
    try:
        with suppress(KeyboardInterrupt):
            run(listener, settings, page, announce)
    finally:
        (folder / NOTE).unlink(missing_ok=True)


def first_choices(
    *,
    edition: str | None,
    players: int | None,
    partners: bool,
    stock: int | None,
    bots: Sequence[str],
    points: int | None,
    kitchen: bool,
    language: str | None,
) -> str:
    """The query that tells the first page what was chosen already. Raises `Malformed` for a table that cannot be."""
    others = seat_opponents(bots, players, partners)
    sheet = find_edition(edition or DEFAULT).id
    check_options(
        TableOptions(
            edition=sheet,
            referee=KITCHEN if kitchen else STRICT,
            players=len(others) + 1,
            partners=partners,
            stock=stock,
            points=points,
            bots=[None, *others],
        )
    )
    chosen: dict[str, Any] = {
        "edition": edition and sheet,
        "players": len(others) + 1 if players or partners or len(bots) > 1 else None,
        "partners": partners and "1",
        "stock": stock,
        "level": bots[0] if len(bots) == 1 else None,
        "bots": ",".join(bots) if len(bots) > 1 else None,
        "points": points,
        "kitchen": kitchen and "1",
        "lang": language,
    }
    given = urlencode({name: value for name, value in chosen.items() if value}, safe=",")
    return f"?{given}" if given else ""


def listen_anywhere(settings: Settings) -> socket.socket:
    """On the usual port or, where that is taken, on any that is free."""
    try:
        return listen(settings)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
    return listen(msgspec.structs.replace(settings, port=0))


def find_running(folder: Path) -> str | None:
    """The address of the server that serves this folder now."""
    try:
        note = decode((folder / NOTE).read_bytes(), Note)
        with closing(HTTPConnection(urlsplit(note.address).netloc, timeout=PATIENCE)) as connection:
            connection.request("GET", API + "/server")
            server = decode_server_answer(connection.getresponse().read(), Server)
    except (OSError, HTTPException, Malformed, ValueError):
        return None  # nobody has noted anything there, or it was long ago
    return note.address if server.id == note.id else None


def has_screen() -> bool:
    """Whether a browser would be seen by who has typed the command."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
