"""Where the tables are: a folder, or the address of a PostgreSQL database."""

from importlib.util import find_spec
from urllib.parse import urlsplit

from skipbo.errors import Malformed
from skipbo.i18n import translate as _

SCHEMES = ("postgresql://", "postgres://")


def is_postgres(data: str) -> bool:
    return data.startswith(SCHEMES)


def require_psycopg() -> None:
    """Raises `Malformed` if the package is missing that speaks with PostgreSQL."""
    if find_spec("psycopg") is None:
        raise Malformed("store", _("PostgreSQL needs another package: pip install 'skipbo[postgres]'."))


def without_password(address: str) -> str:
    """Returns an address as messages and logs may show it, without its password; a folder stays as it is."""
    if not is_postgres(address):
        return address
    try:
        parts = urlsplit(address)
    except ValueError:  # libpq will say what is wrong with it
        return SCHEMES[0]
    host = parts.netloc.rpartition("@")[2]
    return f"{SCHEMES[0]}{host}{parts.path}"
