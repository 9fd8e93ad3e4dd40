"""The archives that people install from: the page is in them, so that only a change of it needs Node."""

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from tools.page.files import ROOT

from skipbo.client import Account, TableClient
from tests.package.machines import Machine, copy_source, get, read_page, served

WASM = b"\0asm"  # every module begins with it


@pytest.fixture(scope="module")
def without_node(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine.make(tmp_path_factory.mktemp("machine") / "bin", node=False)


@pytest.fixture(scope="module")
def source_archive(without_node: Machine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    copy = copy_source(folder / "copy", with_page=True)
    without_node.run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=copy)
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def wheel(without_node: Machine, source_archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(without_node, source_archive, tmp_path_factory.mktemp("wheel"))


def build_wheel(machine: Machine, source: Path, folder: Path) -> Path:
    """With real build isolation, as pip does it for everybody."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    machine.run(*pip, "--no-deps", "-w", folder, source, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """In an environment of its own, beside the libraries that this one has. Returns its command."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(python), "install"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    (own,) = folder.glob("lib/python*/site-packages")
    (own / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "skipbo"


@pytest.mark.slow
def test_a_wheel_from_the_source_archive_serves_the_page_and_a_table(
    without_node: Machine, wheel: Path, tmp_path: Path
) -> None:
    command = install(wheel, tmp_path / "environment")
    with served(without_node, command, tmp_path) as url:
        read_page(url)
        assert get(url + "/previews/table-2-2-30.png")
        guest = Account.create(url, "Ann")
        with TableClient(guest, guest.open_table(stock=3, bots=[None, "eager"])) as table:
            assert table.now.game is not None


@pytest.mark.slow
def test_both_archives_carry_the_rules_compiled_for_the_page(source_archive: Path, wheel: Path) -> None:
    with tarfile.open(source_archive) as source, zipfile.ZipFile(wheel) as packed:
        (kernel,) = (name for name in packed.namelist() if name.endswith(".wasm"))
        assert kernel.startswith("skipbo/server/page/assets/")
        member = source.extractfile(f"{source.getnames()[0].split('/')[0]}/src/{kernel}")
        assert member is not None
        assert packed.read(kernel) == member.read()
        assert packed.read(kernel).startswith(WASM)


@pytest.mark.slow
def test_the_wheel_carries_our_licence_and_those_of_all_that_is_in_the_page(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (ours,) = (name for name in archive.namelist() if name.endswith(".dist-info/licenses/LICENSE"))
        others = archive.read(ours + "-THIRD-PARTY.txt").decode()
        assert archive.read("skipbo/server/page/licences.txt").decode() == others  # which the page links to
        about = archive.read(ours.replace("licenses/LICENSE", "METADATA")).decode()
    assert "License-File: LICENSE\n" in about
    assert "License-File: LICENSE-THIRD-PARTY.txt\n" in about
    licences = {text.split()[0]: text for text in others.split(f"\n{'-' * 80}\n\n")}
    assert {"@fontsource-variable/nunito", "qrcode-generator", "svelte", "vite"} <= licences.keys()
    assert "SIL OPEN FONT LICENSE Version 1.1" in licences.pop("@fontsource-variable/nunito")
    for name, text in licences.items():
        assert "Copyright" in text, name
        assert "Permission is hereby granted" in text, name


@pytest.mark.slow
def test_an_isolated_build_writes_anew_what_the_page_takes_from_python(tmp_path: Path) -> None:
    copy = copy_source(tmp_path / "copy", with_page=True)
    errors = copy / "src" / "skipbo" / "errors.py"
    errors.write_text(errors.read_text("utf-8") + "# which the page does not notice\n", "utf-8")
    (copy / "web" / "src" / "generated" / "editions.json").unlink()
    (tmp_path / "wheel").mkdir()
    build_wheel(Machine.make(tmp_path / "bin", node=True), copy, tmp_path / "wheel")
    assert (copy / "web" / "src" / "generated" / "editions.json").exists()


@pytest.mark.slow
def test_the_source_archive_has_the_tests_and_all_they_need(source_archive: Path) -> None:
    with tarfile.open(source_archive) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in (
        "LICENSE-THIRD-PARTY.txt",
        "Makefile",
        "tools/docs.py",
        "bench/limit.cpp",
        "tests/conftest.py",
        "requirements/dev.txt",
    ):
        assert name in names
    assert "web/node_modules" not in names


@pytest.mark.parametrize(
    "lock", ["web/package-lock.json", *(f"requirements/{name}.txt" for name in ("play", "dev", "node", "cuda"))]
)
def test_a_lock_file_has_hashes_and_names_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "sha256:" in text or "sha512-" in text
    assert "://" not in text
