"""What `make quick` and `make test` run."""

import pytest

from tools import checks


def names(*changed: str) -> list[str]:
    return [stage.name for stage in checks.quick(changed)]


def arguments(name: str, *changed: str) -> set[str]:
    (stage,) = (stage for stage in checks.quick(changed) if stage.name == name)
    return {argument for command in stage.commands for argument in command}


def test_every_test_that_is_named_exists() -> None:
    named = {
        *checks.INTERPRETED,
        *checks.COMPILED_LATER,
        *checks.COMPILED_ONLY,
        *checks.COVERED,
        *checks.SERVER,
        *checks.PROCESSES,
        *checks.BROWSER,
        *checks.EXAMPLES,
    }
    for path in named | {*checks.WITHOUT_COMPILER, checks.PAGE_SOURCES, *checks.ELSEWHERE, *checks.ELSEWHERE.values()}:
        file, _, test = path.partition("::")
        assert (checks.ROOT / file).exists(), path
        assert not test or f"def {test}(" in (checks.ROOT / file).read_text("utf-8"), path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("src/skipbo/bots/simple.py", "tests/bots"),
        ("src/skipbo/server/app.py", "tests/server"),
        ("src/skipbo/i18n.py", "tests/test_i18n.py"),
        ("src/skipbo/py.typed", None),
        ("src/skipbo/locale/fr/LC_MESSAGES/skipbo.po", "tests/test_rules_text.py"),
        ("tests/rules/test_turn.py", "tests/rules"),
        ("tests/server/store/golden/strict-1.jsonl", "tests/server"),
        ("tests/test_i18n.py", "tests/test_i18n.py"),
        ("tests/test_removed.py", None),
        ("tests/conftest.py", None),
        ("tools/stages.py", "tests/tools"),
        ("README.md", "tests/test_docs.py"),
        ("web/src/main.ts", None),
    ],
)
def test_a_change_is_tested_by_the_tests_that_mirror_it(changed: str, tests: str | None) -> None:
    assert checks.tests_of(changed) == tests


@pytest.mark.parametrize(
    "room", sorted(path.parent.name for path in (checks.ROOT / "src/skipbo").glob("*/__init__.py"))
)
def test_every_room_has_tests(room: str) -> None:
    assert checks.tests_of(f"src/skipbo/{room}/__init__.py") is not None


def test_a_quick_check_always_tests_the_rules() -> None:
    assert names() == ["lint", "rules"]
    assert "tests/rules" in arguments("rules")


def test_a_change_of_the_kernel_is_tested_with_the_rules() -> None:
    assert names("src/skipbo/kernel/turn.py") == ["lint", "rules"]
    assert {"tests/rules", "tests/kernel"} <= arguments("rules", "src/skipbo/kernel/turn.py")


def test_other_changes_are_tested_beside_the_rules() -> None:
    assert names("src/skipbo/i18n.py", "web/src/main.ts") == ["lint", "rules", "tests", "page"]
    assert "tests/test_i18n.py" in arguments("tests", "src/skipbo/i18n.py")


def test_a_quick_check_starts_no_browser() -> None:
    assert names("tests/web/test_start.py") == ["lint", "rules"]


def test_the_examples_are_tested_whole_where_pytorch_is_installed() -> None:
    (stage,) = (stage for stage in checks.slow() if stage.name == "examples")
    (command,) = stage.commands
    assert command[-3:] == ["-m", "slow or not slow", "tests/examples"]
    (others,) = (stage for stage in checks.slow() if stage.name == "slow")
    assert "--ignore=tests/examples" in others.commands[0], "once is enough"
