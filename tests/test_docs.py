"""The docs say what is true now."""

import re
from pathlib import Path

import pytest
import yaml
from tools.docs import FILES, generate
from typer.main import get_command

ROOT = Path(__file__).parent.parent
TREES = ("src/**/*.*", "tests/**/*.*", "tools/**/*.*", "bench/*.*", "examples/**/*.*", "web/src/**/*.*", "web/*.*")
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_generated_parts_are_what_the_code_says(page: Path) -> None:
    text = page.read_text("utf-8")
    assert generate(text) == text, "run: make docs"


@pytest.mark.parametrize("name", FILES)
def test_the_generated_files_are_what_the_code_says(name: str) -> None:
    assert (ROOT / "docs" / name).read_text("utf-8") == FILES[name](), "run: make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_source_file_that_is_named_exists(page: Path) -> None:
    """A path stands from the root, from a room's floor, or, in a section about one room, from that room."""
    names = set(re.findall(r"`([\w./-]+\.(?:py|ts|svelte|css))`", page.read_text("utf-8")))
    known = [path.relative_to(ROOT).as_posix() for tree in TREES for path in ROOT.glob(tree)]
    assert [name for name in sorted(names) if not any(f"/{path}".endswith(f"/{name}") for path in known)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_is_named_exists(page: Path) -> None:
    from skipbo.cli.main import app

    text = page.read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)) <= targets
    commands = vars(get_command(app))["commands"]
    for name, options in re.findall(r"^skipbo ([a-z-]+)(.*)$", text, re.MULTILINE):
        assert name in commands
        known = {flag for parameter in commands[name].params for flag in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", options.split("#")[0])) <= known


def test_the_readme_names_the_two_commands_and_the_trademark() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for part in ("make play", "make test", "trademark of Mattel", "independent"):
        assert part in text


def test_the_citation_has_what_reference_managers_need() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation.keys() >= {"cff-version", "message", "title", "authors", "license"}
    assert "version" not in citation, "the version stands in skipbo/__init__.py and nowhere else"
