"""Who somebody is: a guest with a name and a token. The server keeps only the token's hash; no URL ever carries it."""

import hashlib
import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

from skipbo.server.names import clean_name
from skipbo.server.store.interface import Guest, Store

COOKIE = "skipbo"
TOKEN_BYTES = 32
LONGEST_TOKEN = 100
COOKIE_AGE = 400 * 24 * 3600  # what browsers allow at most


def hash_of(token: str) -> bytes:
    """The token is random: a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).digest()


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


async def new_guest(store: Store, name: str | None) -> tuple[Guest, str]:
    """Without a name, somebody gets one for the time being. Pages show it in their reader's language."""
    called = f"Guest {secrets.randbelow(9000) + 1000}" if name is None else clean_name(name)
    guest, token = Guest(secrets.token_urlsafe(9), called, named=name is not None), new_token()
    await store.add_guest(guest, hash_of(token))
    return guest, token


def bearer_token(headers: Mapping[str, str]) -> str | None:
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and 0 < len(token) <= LONGEST_TOKEN else None


def cookie_token(headers: Mapping[str, str]) -> str | None:
    for cookie in headers.get("cookie", "").split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == COOKIE and 0 < len(value) <= LONGEST_TOKEN:
            return value
    return None


def shows_token(headers: Mapping[str, str]) -> bool:
    """Whether somebody claims to be a guest, rightly or not."""
    return "authorization" in headers or cookie_token(headers) is not None


def set_cookie(token: str, *, secure: bool, age: int = COOKIE_AGE) -> str:
    attributes = f"Path=/; Max-Age={age}; HttpOnly; SameSite=Lax"
    return f"{COOKIE}={token}; {attributes}" + ("; Secure" if secure else "")


def origin_allowed(headers: Mapping[str, str], allowed: frozenset[str]) -> bool:
    """Whether a browser's page may speak with a cookie: one of our own host, or one that the settings name.

    A client without an origin is no browser's page; it has to bring its token itself.
    """
    origin = headers.get("origin")
    if origin is None:
        return cookie_token(headers) is None or bearer_token(headers) is not None
    if origin in allowed:
        return True
    return urlsplit(origin).netloc == headers.get("host") and urlsplit(origin).scheme in ("http", "https")
