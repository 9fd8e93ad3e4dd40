"""The fence: after a lost session, nothing is read or written before that session can no longer commit.

A connection may break after PostgreSQL has got our commit and before we have its answer. The commit may then be done,
may never be done, or may be done in a moment, because the process that serves the session goes on until it notices.
A log that is read in this moment would be without an entry that appears in it later.

So the session that writes holds an advisory lock for as long as it lives. PostgreSQL gives the lock back when the
session ends, after its transaction was committed or rolled back. Whoever has the lock after a lost session therefore
knows: what that session was asked to write is in the database now, or will never be. The next session ends the lost
one (a process that has nobody to answer to might live for long) and waits for the lock; until it has it, readers wait
too. If PostgreSQL itself was killed, its processes and all locks are gone before it starts again.

Every server has a lock of its own. They also share another lock, which keeps `skipbo move-data` away from a database
that is being served: it wants that one for itself alone.
"""

import secrets
import threading
import time

from skipbo.server.store.interface import StoreFailed
from skipbo.server.store.postgres.session import Session

SERVING = 0x736B6970626F_0002  # the lock that servers share
PATIENCE = 3.0  # seconds that PostgreSQL may be gone before those who wait for it are told


class Fence:
    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()
        self._why = ""
        self._gone_since = 0.0

    def close(self, why: str, gone_since: float) -> None:
        """Closes it. PostgreSQL may have been silent for a while before that was noticed."""
        self._why = why
        self._gone_since = gone_since
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    @property
    def patience_left(self) -> float:
        """For so many seconds it is worth waiting for a new session."""
        return max(0.0, self._gone_since + PATIENCE - time.monotonic())

    def wait(self) -> None:
        """Raises `StoreFailed` if the fence stays closed; at once if it has been for long, so that no queue grows."""
        if not self._open.is_set() and not self._open.wait(self.patience_left):
            raise StoreFailed(f"the database was lost: {self._why}")


class Hold:
    """The locks in the hands of a session, and how this session can be ended by another."""

    def __init__(self, session: Session, seconds: float, lost: "Hold | None" = None, *, alone: bool = False) -> None:
        """Waits for the locks; ends the session that was lost. Raises `psycopg.errors.LockNotAvailable`."""
        self._own: int = secrets.randbits(63) if lost is None else lost._own
        own = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
        self._process: tuple[object, ...] = session.execute(own).fetchone()
        if lost is not None:
            kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ? AND backend_start = ?"
            session.execute(kill, lost._process)
        session.execute("SELECT set_config('lock_timeout', ?, false)", (str(int(seconds * 1000)),))
        session.execute("SELECT pg_advisory_lock(?)", (self._own,))
        session.execute(f"SELECT pg_advisory_lock{'' if alone else '_shared'}(?)", (SERVING,))
