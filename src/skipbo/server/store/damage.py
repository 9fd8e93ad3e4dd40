"""The damage that was found in a store: said once in the log, and counted for health and metrics."""

import logging

from skipbo.server.json_log import digest, log_event


class Damage:
    def __init__(self) -> None:
        self._tables: set[str] = set()
        self.whole = ""  # why nothing may be written any more

    @property
    def tables(self) -> int:
        return len(self._tables)

    def note_table(self, table: str, why: str) -> None:
        if table not in self._tables:
            self._tables.add(table)
            log_event("table damaged", logging.ERROR, table=digest(table), why=why)

    def note_whole(self, why: str) -> None:
        """Notes damage that may concern everything. Writing on could spread it."""
        if not self.whole:
            self.whole = f"the database is damaged ({why}): stop the server, run skipbo check, restore a backup"
            log_event("store damaged", logging.ERROR, why=why)
