"""Guests and their tokens. The server keeps only a token's hash; no URL ever carries a token."""

import hashlib
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from skipbo.server.names import clean_name
from skipbo.server.store.interface import Guest, Store

COOKIE = "skipbo"
TOKEN_BYTES = 32
LONGEST_TOKEN = 100
COOKIE_AGE = 400 * 24 * 3600  # seconds: the most that browsers allow


def hash_of(token: str) -> bytes:
    """Returns what the store keeps. A plain hash is enough, because tokens are random."""
    return hashlib.sha256(token.encode()).digest()


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


async def new_guest(store: Store, name: str | None) -> tuple[Guest, str]:
    """Stores a new guest and returns it with its token. Without a name, the guest is given one."""
    assigned = f"Guest {secrets.randbelow(9000) + 1000}"  # pages show it in their reader's language
    guest = Guest(secrets.token_urlsafe(9), assigned if name is None else clean_name(name), named=name is not None)
    token = new_token()
    await store.add_guest(guest, hash_of(token))
    return guest, token


def bearer_token(connection: HTTPConnection) -> str | None:
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and 0 < len(token) <= LONGEST_TOKEN else None


def cookie_token(connection: HTTPConnection) -> str | None:
    token = connection.cookies.get(COOKIE, "")
    return token if 0 < len(token) <= LONGEST_TOKEN else None


def token_of(connection: HTTPConnection) -> str | None:
    return bearer_token(connection) or cookie_token(connection)


def shows_token(connection: HTTPConnection) -> bool:
    """Returns whether a client claims to be a guest, rightly or not."""
    return "authorization" in connection.headers or cookie_token(connection) is not None


def set_cookie(response: Response, token: str, *, secure: bool) -> None:
    """Lets a browser keep a token where no script can read it."""
    response.set_cookie(COOKIE, token, max_age=COOKIE_AGE, secure=secure, httponly=True, samesite="lax")


def delete_cookie(response: Response, *, secure: bool) -> None:
    response.delete_cookie(COOKIE, secure=secure, httponly=True, samesite="lax")


def origin_allowed(connection: HTTPConnection, allowed: frozenset[str]) -> bool:
    """Returns whether a request may change something: CSRF protection.

    A page must come from our own host or from an allowed origin. A client that sends no origin is not a page; it may
    not identify itself by a cookie alone.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return cookie_token(connection) is None or bearer_token(connection) is not None
    if origin in allowed:
        return True
    own = urlsplit(origin)
    return own.netloc == connection.headers.get("host") and own.scheme in ("http", "https")
