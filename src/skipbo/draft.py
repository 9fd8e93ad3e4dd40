"""Files that are replaced only when the new one is complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DRAFT = ".part"


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """Yields a draft to write to; it replaces the file only when it is complete."""
    draft = path.with_name(path.name + DRAFT)
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
