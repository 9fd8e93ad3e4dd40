"""The data folder is where each system keeps it, and where earlier versions put it."""

from pathlib import Path

import platformdirs
import pytest
from platformdirs import macos, unix, windows

from skipbo.paths import cache_folder, data_folder


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return tmp_path


@pytest.mark.parametrize("elsewhere", [None, "", "not/absolute"])
def test_on_linux_it_is_in_the_home_folder(home: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: str | None) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", unix.Unix)
    if elsewhere is not None:
        monkeypatch.setenv("XDG_DATA_HOME", elsewhere)
    assert data_folder() == home / ".local" / "share" / "skipbo"


def test_on_linux_it_is_where_xdg_data_home_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", unix.Unix)
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert data_folder() == home / "data" / "skipbo"


def test_what_can_be_computed_again_is_in_the_cache(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", unix.Unix)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    assert cache_folder() == home / "cache" / "skipbo"


def test_on_macos_it_is_in_application_support(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", macos.MacOS)
    assert data_folder() == home / "Library" / "Application Support" / "skipbo"


def test_on_windows_it_is_in_the_roaming_profile(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = {"CSIDL_APPDATA": str(home / "Roaming")}
    monkeypatch.setattr(windows, "get_win_folder", folders.__getitem__)
    monkeypatch.setattr(platformdirs, "PlatformDirs", windows.Windows)
    assert data_folder() == home / "Roaming" / "skipbo"


def test_asking_for_it_does_not_make_it(home: Path) -> None:
    data_folder()
    assert list(home.iterdir()) == []
