"""Where this system keeps the data of programs."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Ours among them, whether it exists or not."""
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or "")
        if not folder.is_absolute():
            folder = home / ".local" / "share"
    return folder / "skipbo"
