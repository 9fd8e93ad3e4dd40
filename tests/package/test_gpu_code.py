"""The GPU's kernels are compiled and linked, with the packages that `skipbo[cuda]` installs and without a GPU.

Numba's simulator runs them as Python, without types: only this notices code that a GPU's compiler refuses.
"""

import shutil
import sys
from pathlib import Path

import pytest
from tools.page.files import ROOT

from tests.package.machines import Machine

COMPILE = "import sys; sys.path[:0] = ['.', 'src']; from bench.gpu_code import compile_all; compile_all()"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="NVIDIA's packages are for Linux and Windows")
def test_every_kernel_compiles_for_a_gpu_that_is_not_here(tmp_path: Path) -> None:
    machine = Machine.make(tmp_path / "bin", node=False)
    python = machine.fresh_environment(tmp_path / "environment")
    locked = ROOT / "requirements" / "cuda.txt"
    machine.run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", locked, cwd=ROOT)
    lines = machine.run(python, "-c", COMPILE, cwd=ROOT).splitlines()
    for name in ("deal", "observe", "play_games, mixed", "step_tables", "step_seats", "plan_games"):
        assert any(line.startswith(name) and "registers" in line for line in lines), name
    shutil.rmtree(tmp_path / "environment")  # 850 MB
