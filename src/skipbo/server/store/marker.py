"""The mark of a store that `skipbo move-data` has not filled completely: nobody must serve a part of the tables."""

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.store.connection import Connection

MARK = 2  # the row of the table `pulse` that is there meanwhile


def is_marked(connection: Connection) -> bool:
    return connection.execute("SELECT 1 FROM pulse WHERE id = ?", (MARK,)).fetchone() is not None


def refuse_marked(connection: Connection, path: object) -> None:
    """Raises `Malformed` for a store that is not complete."""
    if is_marked(connection):
        message = _("{path} has only a part of the tables: run the same skipbo move-data again, which begins anew.")
        raise Malformed("store", message.format(path=path))


def mark(connection: Connection) -> None:
    connection.execute("INSERT INTO pulse VALUES (?, 0) ON CONFLICT (id) DO NOTHING", (MARK,))


def unmark(connection: Connection) -> None:
    connection.execute("DELETE FROM pulse WHERE id = ?", (MARK,))
