"""How a server is set up: by options, else by the environment (`SKIPBO_PORT=…`), else by a file."""

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
    origins: list[str] = []
    """Other places whose pages may use our cookies, such as https://cards.example."""
    proxies: list[str] = []
    """The addresses of proxies whose word about a client's address and TLS is believed."""
    url: str = ""
    """Where people reach the server, for links; without it, where they just did."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    shutdown: Annotated[int, Meta(ge=0)] = 10
    """Seconds that a shutdown may take."""
    limits: Limits = Limits()
    """How much anybody may do; in a file, `[limits.chat]` with `burst` and `per_second`, and so on."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches the server: neither a proxy nor another machine does."""
        return self.host in LOOPBACK and not self.url and not self.proxies


def read_settings(
    options: Mapping[str, Any], environment: Mapping[str, str] = os.environ, file: Path | None = None
) -> Settings:
    """Options that are None were not given. Raises `Malformed` with the name of what is wrong."""
    given: dict[str, Any] = {}
    if file is not None:
        try:
            given |= tomllib.loads(file.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Malformed("settings", _("{path} is no settings file: {why}.").format(path=file, why=error)) from error
    for name in Settings.__struct_fields__:
        value = environment.get(PREFIX + name.upper())
        if value and name != "limits":
            given[name] = value.split(",") if name in ("origins", "proxies") else value
    given |= {name: value for name, value in options.items() if value is not None}
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed("settings", _("The settings are wrong: {why}.").format(why=error)) from error
