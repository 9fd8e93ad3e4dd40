"""The space that the store may take: a quota of its own, and a reserve that stays free on the disk.

When it is full, new tables and guests are refused first, and play goes on in the room that is left. Cleaning always
goes on, so that there is room again without anybody's help.
"""

import logging
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeAlias

from skipbo.server.json_log import log_event
from skipbo.server.store.connection import Connection
from skipbo.server.store.interface import NoRoom, StoreFailed

MEASURED_EVERY = 1.0  # seconds
BEYOND_QUOTA = 1.25  # of the quota: where play stops
RESERVE_FOR_PLAY = 0.75  # of the reserve: what play may use


class Need(Enum):
    """What a write is for."""

    CLEANING = "cleaning"
    PLAY = "play"
    NEW = "new"  # tables and guests


@dataclass(frozen=True, slots=True)
class SpaceLimits:
    """Bytes; 0 means no limit."""

    quota: int = 0  # that the store may take
    reserve: int = 0  # that must stay free on its disk


Look: TypeAlias = Callable[[Connection], tuple[int, float] | None]


class Space:
    """`look` returns the bytes that the store takes and those that are free on its disk, or None if it cannot say."""

    def __init__(self, limits: SpaceLimits, look: Look) -> None:
        self.used = 0
        self.full = ""  # why nothing new is taken
        self.stopped = ""  # why play stops
        self._limits = limits
        self._look = look
        self._measured_at = 0.0

    def measure(self, connection: Connection) -> bool:
        """Measures, if the last time was long ago; returns whether it was."""
        now = time.monotonic()
        if now - self._measured_at < MEASURED_EVERY:
            return False
        self._measured_at = now
        found = self._look(connection)
        if found is None:
            return True
        self.used, free = found
        self.stopped = self._why_full(BEYOND_QUOTA, free / (1 - RESERVE_FOR_PLAY))
        full = self._why_full(1, free)
        if bool(full) != bool(self.full):
            log_event("store full" if full else "store has room again", logging.WARNING, why=full, used=self.used)
        self.full = full
        return True

    def _why_full(self, beyond: float, free: float) -> str:
        if self._limits.quota and self.used >= self._limits.quota * beyond:
            return "its quota is used up"
        return "its disk is almost full" if free < self._limits.reserve else ""

    def refusal(self, need: Need) -> StoreFailed | None:
        """Returns why a write cannot be done now, or None."""
        if need is Need.NEW and self.full:
            return NoRoom(f"no room for new tables: {self.full}")
        if need is Need.PLAY and self.stopped:
            return StoreFailed(f"no room for play: {self.stopped}")
        return None


def look_at_file(path: Path, connection: Connection) -> tuple[int, float] | None:
    """Returns the bytes that a SQLite file takes, and those that are free on its disk."""
    pages, unused, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
    )
    try:
        used = (pages - unused) * size + os.stat(f"{path}-wal").st_size
        return used, shutil.disk_usage(path.parent).free
    except FileNotFoundError:  # somebody has deleted the files: whoever watches them will say so
        return None
