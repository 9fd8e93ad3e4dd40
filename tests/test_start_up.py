"""Starting: nothing is compiled at import, and nothing a second time."""

import ctypes
import os
import shutil
import sys
from pathlib import Path

import pytest

import skipbo
from tests.processes import run_python
from tests.repetition import later

COUNT_COMPILATIONS = """
import sys
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass
event.register("numba:compile", Listener())
"""
TELL = "\nprint(compiled)\n"
USE_TWO_FUNCTIONS = """
import numpy as np
from skipbo.kernel.doors import arrays
from skipbo.game.table import Table
states = Table.of().states()
arrays.ending(states, np.zeros(9, np.int64))
arrays.legal(states, np.zeros((1, 3), np.int64))
"""
ANNOUNCEMENT = "skipbo: compiling the rules for this machine"


def test_importing_the_package_compiles_nothing(tmp_path: Path) -> None:
    done = run_python(
        COUNT_COMPILATIONS + "import skipbo, skipbo.cli.main, skipbo.batch.arrays" + TELL,
        environment={"NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")
    assert list(tmp_path.rglob("*.nb?")) == []


def test_choosing_a_table_for_the_page_compiles_nothing(tmp_path: Path) -> None:
    choose = """
from skipbo.server.local import first_choices
nothing = dict.fromkeys(("edition", "column", "dealer", "youngest", "language"))
print(first_choices(players=4, partners=True, stock=9, bots=[], points=500, kitchen=True, **nothing))
"""
    done = run_python(COUNT_COMPILATIONS + choose + TELL, environment={"NUMBA_CACHE_DIR": str(tmp_path)})
    assert (done.stdout, done.stderr) == ("?players=4&partners=1&stock=9&points=500&kitchen=1\n[]\n", "")


def test_the_first_compilation_is_announced_once_and_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    code = COUNT_COMPILATIONS + USE_TWO_FUNCTIONS + TELL
    first, second = (run_python(code, environment={"NUMBA_CACHE_DIR": str(tmp_path)}) for _ in range(2))
    assert first.stderr.count(ANNOUNCEMENT) == 1
    assert first.stderr.count("\n") == 1
    assert "ending" in first.stdout
    assert "legal" in first.stdout
    assert (second.stdout, second.stderr) == ("[]\n", "")


SIX_PARTNERS = [
    *("simulate", "--games", "3", "--jobs", "2", "--json"),
    *("--players", "6", "--partners", "--edition", "1967"),
]


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "--games", "3", "--json"],
        later(SIX_PARTNERS),
        ["rules", "1967", "--lang", "pt"],
        later(["verify", os.devnull]),
    ],
)
def test_a_second_start_of_a_command_compiles_nothing(arguments: list[str]) -> None:
    code = f"{COUNT_COMPILATIONS}\nfrom skipbo.cli import main\ntry:\n    main()\nfinally:\n    print(compiled)\n"
    run_python(code, *arguments)
    second = run_python(code, *arguments)
    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout.endswith("\n[]\n")


@pytest.mark.slow
def test_writing_and_judging_records_compiles_nothing_the_second_time(tmp_path: Path) -> None:
    code = f"{COUNT_COMPILATIONS}\nfrom skipbo.cli import main\ntry:\n    main()\nfinally:\n    print(compiled)\n"
    for number in (1, 2):
        path = str(tmp_path / f"{number}.jsonl")
        answers = [
            run_python(code, "simulate", "--games", "3", "--json", "--records", path),
            run_python(code, "verify", path),
        ]
    assert [answer.stdout.splitlines()[-1] for answer in answers] == ["[]", "[]"]


def unwritable_copy(package: Path) -> Path:
    """The package in a folder where no compiled file can be put beside its source, whoever asks."""
    original = Path(skipbo.__file__).parent
    shutil.copytree(original, package / "skipbo", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in [path for path in (package / "skipbo").rglob("*") if path.is_dir()]:
        (folder / "__pycache__").touch()
    return package


@pytest.mark.slow
def test_a_package_that_cannot_be_written_to_is_compiled_into_the_users_cache(tmp_path: Path) -> None:
    package, cache = unwritable_copy(tmp_path / "package"), tmp_path / "cache"
    code = COUNT_COMPILATIONS + USE_TWO_FUNCTIONS + "print(skipbo.__file__)" + TELL
    homes = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(package)}
    first, second = (run_python("import skipbo\n" + code, environment=homes) for _ in range(2))
    assert first.stdout.startswith(str(package))
    assert first.stderr.count(ANNOUNCEMENT) == 1
    assert (second.stdout.splitlines()[-1], second.stderr) == ("[]", "")
    assert list(cache.rglob("*.nbi")) != []
    assert list(package.rglob("*.nb?")) == []


@pytest.mark.slow
def test_where_nothing_can_be_written_the_rules_are_compiled_all_the_same(tmp_path: Path) -> None:
    package, nowhere = unwritable_copy(tmp_path / "package"), tmp_path / "nowhere"
    nowhere.touch()
    homes = {"HOME": str(nowhere), "XDG_CACHE_HOME": str(nowhere), "PYTHONPATH": str(package)}
    done = run_python(USE_TWO_FUNCTIONS + "print('played')", environment=homes)
    assert done.stdout == "played\n", done.stderr
    assert done.stderr.count(ANNOUNCEMENT) == 1


def obey_modes_of_files() -> None:
    """Lets even root write only where modes of files allow it."""
    drop_from_bounding_set, may_override_modes = 24, 1  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
    ctypes.CDLL(None).prctl(drop_from_bounding_set, may_override_modes)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere root writes wherever it wants to")
@pytest.mark.slow
def test_rules_that_were_compiled_into_a_folder_are_used_where_it_can_only_be_read(tmp_path: Path) -> None:
    cache, code = tmp_path / "cache", COUNT_COMPILATIONS + USE_TWO_FUNCTIONS + TELL
    cache.mkdir()
    environment = {"NUMBA_CACHE_DIR": str(cache)}
    run_python(code, environment=environment)
    for path in (cache, *cache.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    second = run_python(code, environment=environment, preexec_fn=obey_modes_of_files)
    assert (second.stdout, second.stderr) == ("[]\n", "")
