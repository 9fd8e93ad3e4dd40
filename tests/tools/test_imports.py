"""Tests may use tools and measurements; nothing depends on the tests."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = [path for folder in ("bench", "tools", "examples") for path in sorted((ROOT / folder).rglob("*.py"))]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.relative_to(ROOT).as_posix())
def test_a_script_imports_no_test(script: Path) -> None:
    assert not re.search(r"^\s*(?:from|import) tests\b", script.read_text("utf-8"), re.MULTILINE)
