"""Every test begins in English, whatever the language of the machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from skipbo.i18n import use_language


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a test analyses is not kept for the person who runs it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the game is saved, in a folder that does not exist yet."""
    return tmp_path / "folder" / "saved.json"
