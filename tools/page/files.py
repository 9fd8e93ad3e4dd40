"""The page's files: where its sources, its generated parts and the built page lie."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
GENERATED = WEB / "src" / "generated"
KERNEL = GENERATED / "kernel.wasm"
PACKAGES = WEB / "node_modules"
LOCK = WEB / "package-lock.json"
PACKAGE = ROOT / "src" / "skipbo"
PAGE = PACKAGE / "server" / "page"


def files_in(folder: Path) -> list[Path]:
    """All files of a folder and its folders, without those that systems and editors hide there."""
    return [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")]


def digest_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths, key=lambda path: path.relative_to(ROOT).as_posix()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)} ".encode() + content)
    return digest.hexdigest()


def to_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def write_all(folder: Path, contents: Mapping[str, str], kept: Collection[Path] = ()) -> None:
    """Makes these the only files in a folder, with those that are kept. One that would be the same is left alone."""
    for name, text in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    for path in sorted(folder.rglob("*"), reverse=True):  # what is in a folder comes before the folder
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.is_file() and path not in kept and path.relative_to(folder).as_posix() not in contents:
            path.unlink()
