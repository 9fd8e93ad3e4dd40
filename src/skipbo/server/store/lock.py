"""The lock of a folder, by which only one server serves it. The system gives it back when the process ends, however."""

import os
import sys
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.i18n import translate as _

LOCK_FILE = "serving.lock"


class FolderLock:
    """Held by the server of a folder; a copy, a check and other readers do not need it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _lock(self._file)
        except BlockingIOError as error:
            os.close(self._file)
            message = _("Another server uses the folder {path}: stop that one, or choose another folder.")
            raise Malformed("store", message.format(path=folder)) from error
        except OSError:
            os.close(self._file)
            raise

    def release(self) -> None:
        """Gives the lock back. Its file stays: removing it would let two servers lock two files of that name."""
        os.close(self._file)

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:  # which says no more than that it is locked
            raise BlockingIOError from error
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
