"""The settings of a server: from options, else from the environment (`SKIPBO_PORT=…`), else from a file."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.limits import Limits

PREFIX = "SKIPBO_"
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8470
    data: str = "skipbo-data"
    bell: str = ""
    """The address of a Redis that several servers of one PostgreSQL database share, to hear of each other at once."""
    workers: Annotated[int, Meta(ge=1, le=256)] = 1
    """Processes that serve together; more than one need a PostgreSQL database."""
    origins: list[str] = []
    """Further origins whose pages may use our cookies, such as https://cards.example."""
    proxies: list[str] = []
    """Addresses of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted."""
    url: str = ""
    """The public address of the server, for links; without it, the address of the request."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    shutdown: Annotated[int, Meta(ge=0)] = 10
    """Seconds that a shutdown may take."""
    notice: Annotated[int, Meta(ge=0)] = 3
    """Seconds for which a server among several says at `/healthz` that it will stop, before a SIGTERM stops it."""
    archive_after: Annotated[int, Meta(ge=0)] = 30
    """Days after which the log of a table that nobody touches is compressed; 0: never."""
    expire_after: Annotated[int, Meta(ge=0)] = 365
    """Days after which a table that nobody touches is deleted, and guests who never played; 0: never."""
    quota: Annotated[int, Meta(ge=0)] = 0
    """Megabytes that the tables may take; beyond that, new tables and guests are refused. 0: no limit."""
    reserve: Annotated[int, Meta(ge=0)] = 100
    """Megabytes that must stay free on the disk, else new tables and guests are refused."""
    limits: Limits = Limits()
    """Rate limits; in a file, `[limits.chat]` with `burst` and `per_second`, and so on."""

    @property
    def time_to_leave(self) -> float:
        """The most seconds from a SIGTERM to the end."""
        return self.notice + self.shutdown

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches the server, and not through a proxy."""
        return self.host in LOOPBACK and not self.url and not self.proxies


def read_settings(
    options: Mapping[str, Any], environment: Mapping[str, str] = os.environ, file: Path | None = None
) -> Settings:
    """Returns the settings; options that are None were not given. Raises `Malformed`, which names the wrong setting."""
    given: dict[str, Any] = {}
    if file is not None:
        try:
            given |= tomllib.loads(file.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Malformed("settings", _("{path}: invalid settings: {why}.").format(path=file, why=error)) from error
    for name in Settings.__struct_fields__:
        value = environment.get(PREFIX + name.upper())
        if value and name != "limits":
            given[name] = value.split(",") if name in ("origins", "proxies") else value
    given |= {name: value for name, value in options.items() if value is not None}
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed("settings", _("Invalid settings: {why}.").format(why=error)) from error
