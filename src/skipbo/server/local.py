"""`skipbo play`: a server for this machine only, and a browser that shows it."""

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

RUNNING_FILE = "serving.json"
PATIENCE = 3.0  # seconds in which a running server must answer


class RunningServer(Struct):
    """A file in a server's folder by which a second `skipbo play` finds the server."""

    address: str
    id: str


def play(query: str, *, port: int | None, browse: bool, say: Callable[[str], None], page_folder: Path = FOLDER) -> None:
    """Serves this machine until Ctrl-C, and opens its browser at the start page; `query` presets the choices there.

    If a server runs already, the browser shows that one. Without a screen, or without `browse`, only the address is
    printed.
    """
    page, folder = Page.read(page_folder), data_folder() / "tables"
    if not page.is_built:
        raise Malformed("page", not_built() + " " + _("To play without a browser: skipbo play --terminal"))
    browse = browse and has_screen()
    running = find_running(folder)
    if running is not None:
        say(_("Play at {address}").format(address=f"{running}/{query}"))
        if browse:
            webbrowser.open(f"{running}/{query}")
        return

    announced = False

    def announce(address: str, hub_id: str) -> None:
        nonlocal announced
        announced = True
        (folder / RUNNING_FILE).write_bytes(encode(RunningServer(address=address, id=hub_id)))
        say(_("Play at {address}").format(address=f"{address}/{query}"))
        say(_("Press Ctrl-C to stop. Unfinished games are saved."))
        if browse:  # in a thread, because the server must start to answer meanwhile
            threading.Thread(target=webbrowser.open, args=(f"{address}/{query}",), daemon=True).start()

    settings = Settings(data=str(folder), log_level="error", expire_after=0, reserve=0)
    listener = listen_anywhere(settings) if port is None else listen(msgspec.structs.replace(settings, port=port))
    try:
        with suppress(KeyboardInterrupt):
            run(listener, settings, page, announce)
    finally:
        if announced:  # otherwise the file is that of another server
            (folder / RUNNING_FILE).unlink(missing_ok=True)


def first_choices(
    *,
    edition: str | None,
    players: int | None,
    partners: bool,
    stock: int | None,
    dealer: int | None,
    youngest: int | None,
    column: str | None,
    bots: Sequence[str],
    points: int | None,
    kitchen: bool,
    language: str | None,
) -> str:
    """Returns the query that presets the choices of the start page. Raises `Malformed` if they do not fit together."""
    others = seat_opponents(bots, players, partners)
    sheet = find_edition(edition or DEFAULT).id
    check_options(
        TableOptions(
            edition=sheet,
            referee=KITCHEN if kitchen else STRICT,
            players=len(others) + 1,
            partners=partners,
            stock=stock,
            dealer=dealer,
            youngest=youngest,
            column=column,
            points=points,
            bots=[None, *others],
        )
    )
    chosen: dict[str, Any] = {
        "edition": edition and sheet,
        "players": len(others) + 1 if players or partners or len(bots) > 1 else None,
        "partners": partners and "1",
        "stock": stock,
        "dealer": None if dealer is None else str(dealer),
        "youngest": None if youngest is None else str(youngest),
        "column": column,
        "level": bots[0] if len(bots) == 1 else None,
        "bots": ",".join(bots) if len(bots) > 1 else None,
        "points": points,
        "kitchen": kitchen and "1",
        "lang": language,
    }
    given = urlencode({name: value for name, value in chosen.items() if value}, safe=",")
    return f"?{given}" if given else ""


def listen_anywhere(settings: Settings) -> socket.socket:
    """Listens on the usual port or, if that is taken, on any free one."""
    try:
        return listen(settings)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
    return listen(msgspec.structs.replace(settings, port=0))


def find_running(folder: Path) -> str | None:
    """Returns the address of the server that serves this folder now, if one does."""
    try:
        noted = decode((folder / RUNNING_FILE).read_bytes(), RunningServer)
        with closing(HTTPConnection(urlsplit(noted.address).netloc, timeout=PATIENCE)) as connection:
            connection.request("GET", API + "/server")
            server = decode_server_answer(connection.getresponse().read(), Server)
    except (OSError, HTTPException, Malformed, ValueError):
        return None  # no server was started, or it has ended without removing its file
    return noted.address if server.id == noted.id else None


def has_screen() -> bool:
    """Returns whether the person who typed the command would see a browser."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
