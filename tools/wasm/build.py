"""Compiles the kernel for the page: `python -m tools.wasm.build FILE STAMP`. `tools.page.build` runs it."""

import sys
from pathlib import Path

from tools.wasm.compiler import compile_kernel


def main() -> None:
    file, stamp = sys.argv[1:]
    Path(file).write_bytes(compile_kernel(stamp))


if __name__ == "__main__":
    main()
