"""Games side by side on a GPU, checked on Numba's simulator: `simulated_device.py` says what each check does."""

import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from skipbo.env.device_games import DeviceTableGames
from skipbo.env.dlpack import CUDA, DeviceArray
from skipbo.env.interface import Interface
from skipbo.errors import Malformed
from tests.repetition import later

SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "LANGUAGE": "en"}


@pytest.mark.parametrize(
    "check",
    [
        later("self_play_is_that_of_a_core"),
        later("play_against_bots_is_that_of_a_core"),
        later("the_comparison_for_a_gpu_finds_no_difference"),
        "the_comparison_for_a_gpu_finds_a_difference",
        "nobody_sees_a_hidden_card",
        later("a_seed_begins_anew"),
        later("other_packages_read_the_arrays_in_place"),
        "what_cannot_be_played_is_refused",
    ],
)
def test_on_a_simulated_gpu(check: str) -> None:
    command = [sys.executable, "-m", "tests.env.simulated_device", check]
    done = subprocess.run(command, env=os.environ | SIMULATED, capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines()[-1:] == ["checked"], done.stderr


def test_an_array_is_lent_as_that_of_its_own_gpu() -> None:
    """What Numba keeps about an array, because a simulated GPU has no number."""
    memory = SimpleNamespace(context=SimpleNamespace(device=SimpleNamespace(id=3)))
    layout = {"data": (4096, False)}
    array = SimpleNamespace(shape=(2,), dtype=np.dtype(np.int64), gpu_data=memory, __cuda_array_interface__=layout)
    lent = DeviceArray(array, lambda: None)
    assert (lent.__dlpack_device__(), lent.address) == ((CUDA, 3), 4096)


def test_without_a_gpu_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(Malformed, match=r"NVIDIA GPU.*pip install 'skipbo\[cuda\]'"):
        DeviceTableGames(Interface.of(), 2, "none")
