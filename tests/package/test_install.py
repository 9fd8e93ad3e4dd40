"""The package as people install it: real build isolation, fresh environments, with and without Node on the machine."""

from pathlib import Path

import pytest

import skipbo
from tests.package.machines import Machine, copy_source, read_page, served

pytestmark = pytest.mark.slow


@pytest.fixture(params=[True, False], ids=["with Node", "without Node"])
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    return Machine.make(tmp_path / "bin", node=request.param)


@pytest.fixture
def bare_machine(tmp_path: Path) -> Machine:
    return Machine.make(tmp_path / "bin", node=False)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    return copy_source(tmp_path / "clone", with_page=False)


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel that `python -m build` makes of a bare clone."""
    folder = tmp_path_factory.mktemp("archives")
    machine = Machine.make(folder / "bin", node=True)
    clone = copy_source(folder / "clone", with_page=False)
    python = machine.fresh_environment(folder / "builder")
    machine.run(python, "-m", "pip", "install", "--quiet", "build", cwd=folder)
    machine.run(python, "-m", "build", "--outdir", folder / "dist", clone, cwd=folder)
    return folder / "dist"


def check_installed(machine: Machine, folder: Path, *what: str | Path) -> None:
    """What pip is told to install works, from another folder."""
    python = machine.fresh_environment(folder / "environment")
    machine.run(python, "-m", "pip", "install", "--quiet", *what, cwd=folder)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    command = python.parent / "skipbo"
    version = f"skipbo {skipbo.__version__}\n"
    assert machine.run(command, "--version", cwd=elsewhere) == version
    assert machine.run(python, "-m", "skipbo", "--version", cwd=elsewhere) == version
    assert "Debit Pile" in machine.run(command, "rules", "1967", cwd=elsewhere)
    assert "pila de inicio" in machine.run(command, "rules", "mattel-2003", "--lang", "es", cwd=elsewhere)
    with served(machine, command, elsewhere) as url:
        assert "<title>" in read_page(url)


def test_a_bare_clone_installs(machine: Machine, clone: Path, tmp_path: Path) -> None:
    check_installed(machine, tmp_path, clone)


def test_a_bare_clone_installs_editable(machine: Machine, clone: Path, tmp_path: Path) -> None:
    check_installed(machine, tmp_path, "-e", clone)


def test_the_source_archive_installs_without_node(bare_machine: Machine, archives: Path, tmp_path: Path) -> None:
    (archive,) = archives.glob("*.tar.gz")
    check_installed(bare_machine, tmp_path, archive)


def test_the_wheel_needs_neither_node_nor_a_compiler(bare_machine: Machine, archives: Path, tmp_path: Path) -> None:
    (wheel,) = archives.glob("*.whl")
    check_installed(bare_machine, tmp_path, wheel)
    command = tmp_path / "environment" / "bin" / "skipbo"
    assert "games/s" in bare_machine.run(command, "simulate", "--games", "2", cwd=tmp_path)
