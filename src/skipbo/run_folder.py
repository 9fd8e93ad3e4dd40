"""A folder for the results of one command, which may be stopped at any time and then goes on from there.

`manifest.json` has the options of the command: other games must not be added to those that are there.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from skipbo.draft import DRAFT, drafted
from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import translate as _

MANIFEST = "manifest.json"


@contextmanager
def explain_disk_errors(folder: Path) -> Iterator[None]:
    """Turns an error of the disk into one that says that everything played is kept."""
    try:
        yield
    except OSError as error:
        raise SkipboError(
            "disk",
            _("{folder}: {reason}. The games played so far are kept: the same command continues from there.").format(
                folder=folder, reason=error.strerror or error
            ),
        ) from error


@contextmanager
def open_run_folder(folder: Path, manifest: dict[str, Any]) -> Iterator[Path]:
    """Yields a folder that is new or has the same manifest, for one run at a time. Raises `Malformed`."""
    folder.mkdir(parents=True, exist_ok=True)
    strange = any(path.suffix != DRAFT for path in folder.iterdir())
    if strange and not (folder / MANIFEST).exists():
        raise Malformed(
            "out", _("{folder} holds other files: name a new folder for the results.").format(folder=folder)
        )
    with explain_disk_errors(folder):
        _check_manifest(folder, manifest)
        file = (folder / MANIFEST).open("r+b")
    with file:
        _lock(folder, file)
        yield folder


def _check_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    path = folder / MANIFEST
    if not path.exists():
        with drafted(path) as draft:
            draft.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf-8")
        return
    try:
        there = json.loads(path.read_bytes())
        other = {name: there.get(name) for name in manifest if there.get(name) != manifest[name]}
    except (ValueError, AttributeError) as error:
        raise Malformed("out", _("{path} cannot be read: name another folder.").format(path=path)) from error
    if other:
        differences = "; ".join(
            _("{name} is {there} there and {here} here").format(name=name, there=was, here=manifest[name])
            for name, was in other.items()
        )
        raise Malformed(
            "out",
            _("{folder} holds other games ({differences}). Name another folder, or repeat its command.").format(
                folder=folder, differences=differences
            ),
        )


def _lock(folder: Path, file: IO[bytes]) -> None:
    """Locks the folder by its manifest, until that is closed or the process ends, in whatever way."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        locked = os.path.samestat(os.fstat(file.fileno()), (folder / MANIFEST).stat())
    except BlockingIOError:
        locked = False
    if not locked:  # also if another run, begun at the same time, has replaced the manifest
        raise Malformed("out", _("Another run is writing to {folder}: wait for it, or stop it.").format(folder=folder))
