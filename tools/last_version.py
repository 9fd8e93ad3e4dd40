"""Keeps the last version for the test that runs it beside this one: `python -m tools.last_version v0.2`.

A released version is kept, because nodes are replaced one after another: those of two versions serve the same tables.
"""

import argparse
import io
import lzma
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "tests" / "server" / "store" / "golden" / "last-version.tar.xz"
SOURCES = "src/skipbo"
LEFT_OUT = ".po"  # it speaks English there


def pack(commit: str) -> bytes:
    """Returns the sources of a commit as an archive, the same bytes each time."""
    archive = subprocess.run(["git", "archive", commit, SOURCES], cwd=ROOT, check=True, capture_output=True).stdout
    packed = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive)) as found, tarfile.open(fileobj=packed, mode="w") as kept:
        for member in found.getmembers():
            if member.isfile() and not member.name.endswith(LEFT_OUT):
                kept.addfile(member, found.extractfile(member))
    return lzma.compress(packed.getvalue(), preset=9)


def unpack(folder: Path) -> Path:
    """Unpacks the kept version into a folder; returns what belongs into `PYTHONPATH`."""
    with tarfile.open(KEPT) as kept:
        kept.extractall(folder, filter="data")
    return folder / Path(SOURCES).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit", help="of the version that was released")
    KEPT.write_bytes(pack(parser.parse_args().commit))


if __name__ == "__main__":
    main()
