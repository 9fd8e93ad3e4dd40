"""The roll of the nodes, in PostgreSQL: which are alive, which tables each of them keeps, and who is connected where.

A node is alive until a moment that it moves on again and again. Whoever finds that moment past strikes the node off,
and everything that belonged to it goes with it. Striking off and moving on lock the same row, so that a node always
knows whether it was struck off before it moved on. All moments are those of PostgreSQL's clock.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import psycopg

from skipbo.server.store.interface import StoreFailed
from skipbo.server.store.postgres.session import Session, Watch

LEASE = 3.0  # seconds that a node is alive after each call


@dataclass(frozen=True, slots=True)
class Call:
    """What a node tells and asks. Tables are in order, so that two nodes do not wait for each other."""

    arrived: Sequence[tuple[str, str]]  # tables and guests
    left: Sequence[tuple[str, str]]
    watched: Sequence[str]  # the tables to which somebody is connected here
    wanted: Sequence[str]  # those that it does not keep
    given: Sequence[str]  # those that it keeps no longer
    asks_versions: bool


@dataclass(frozen=True, slots=True)
class Answer:
    struck_off: bool = False  # it was not alive any more: all that it told before is forgotten, and so is this call
    taken: frozenset[str] = frozenset()  # the wanted tables that it keeps from now on
    elsewhere: dict[str, set[str]] = field(default_factory=dict)  # by table, the guests at other nodes
    versions: dict[str, int] = field(default_factory=dict)  # by table, the latest of its log


class Roll:
    """Not for several threads at once."""

    def __init__(self, address: str, node: str) -> None:
        self._address = address
        self._node = node
        self._watch = Watch()
        self._session: Session | None = None

    def call(self, call: Call) -> Answer:
        """Says that the node is alive. Raises `StoreFailed`."""
        try:
            if self._session is None:
                self._session = Session(self._address, self._watch)
            return self._call(self._session, call)
        except psycopg.Error as error:
            self._close()
            raise StoreFailed(" ".join(str(error).split())) from error

    def _call(self, session: Session, call: Call) -> Answer:
        node = self._node
        session.execute("BEGIN")
        session.execute("DELETE FROM nodes WHERE until < now() AND id <> ?", (node,))
        move_on = "UPDATE nodes SET until = now() + make_interval(secs => ?) WHERE id = ? AND until >= now()"
        if session.execute(move_on, (LEASE, node)).rowcount == 0:
            session.execute("DELETE FROM nodes WHERE id = ?", (node,))
            session.execute("INSERT INTO nodes VALUES (?, now() + make_interval(secs => ?))", (node, LEASE))
            session.execute("COMMIT")
            return Answer(struck_off=True)
        self._note(session, call)
        taken = self._take(session, call.wanted)
        answer = Answer(
            taken=taken,
            elsewhere=self._elsewhere(session, call.watched),
            versions=self._versions(session, call.watched) if call.asks_versions else {},
        )
        session.execute("COMMIT")
        return answer

    def _note(self, session: Session, call: Call) -> None:
        if call.arrived:
            session.execute(
                """INSERT INTO connected SELECT t, g, ? FROM unnest(?::text[], ?::text[]) AS arrived (t, g)
                ON CONFLICT DO NOTHING""",
                (self._node, *_columns(call.arrived)),
            )
        if call.left:
            session.execute(
                """DELETE FROM connected USING unnest(?::text[], ?::text[]) AS gone (t, g)
                WHERE table_id = t COLLATE "C" AND guest = g COLLATE "C" AND node = ?""",
                (*_columns(call.left), self._node),
            )
        if call.given:
            session.execute("DELETE FROM keepers WHERE table_id = ANY(?) AND node = ?", (call.given, self._node))

    def _take(self, session: Session, wanted: Sequence[str]) -> frozenset[str]:
        if not wanted:
            return frozenset()
        rows = session.execute(
            """INSERT INTO keepers SELECT t, ? FROM unnest(?::text[]) AS wanted (t)
            ON CONFLICT (table_id) DO UPDATE SET node = excluded.node WHERE keepers.node = excluded.node
            RETURNING table_id""",
            (self._node, wanted),
        )
        return frozenset(row[0] for row in rows.fetchall())

    def _elsewhere(self, session: Session, watched: Sequence[str]) -> dict[str, set[str]]:
        elsewhere: dict[str, set[str]] = {}
        query = "SELECT table_id, guest FROM connected WHERE table_id = ANY(?) AND node <> ?"
        for table, guest in session.execute(query, (watched, self._node)).fetchall():
            elsewhere.setdefault(table, set()).add(guest)
        return elsewhere

    def _versions(self, session: Session, watched: Sequence[str]) -> dict[str, int]:
        query = """SELECT t, (SELECT version FROM log WHERE table_id = t COLLATE "C" ORDER BY version DESC LIMIT 1)
            FROM unnest(?::text[]) AS watched (t)"""
        return {table: version for table, version in session.execute(query, (watched,)).fetchall() if version}

    def leave(self) -> None:
        """Strikes the node off. If that fails, it is struck off by others a little later."""
        if self._session is not None:
            with suppress(psycopg.Error):
                self._session.execute("DELETE FROM nodes WHERE id = ?", (self._node,))
        self._close()
        self._watch.end()

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def _columns(pairs: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [table for table, _guest in pairs], [guest for _table, guest in pairs]
