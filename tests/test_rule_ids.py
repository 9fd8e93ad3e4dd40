"""Every rule is cited where it is written and where it is tested."""

import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import skipbo
from skipbo.rules import RULES

MARK = "# rule:"
TESTS = Path(__file__).parent
SOURCE = Path(str(skipbo.__file__)).parent
RULES_OF_THE_SHEETS = 53  # so many ids the index of the five sheets has, and so many rulings of ours go with them
RULINGS = 26


def citations(folder: Path) -> Iterator[tuple[str, str]]:
    """Each cited id with the place where it stands; the list of the rules itself cites nothing."""
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        if folder == SOURCE and inside.parts[0] in ("rules", "rules.py"):
            continue
        with tokenize.open(path) as file:
            for token in tokenize.generate_tokens(file.readline):
                if token.type == tokenize.COMMENT and token.string.startswith(MARK):
                    for cited in token.string.removeprefix(MARK).split(","):
                        yield cited.strip(), f"{folder.name}/{inside}:{token.start[0]}"


@pytest.mark.parametrize("folder", [SOURCE, TESTS], ids=["source", "tests"])
def test_every_rule_is_cited(folder: Path) -> None:
    cited = {rule for rule, _ in citations(folder)}
    assert [rule for rule in RULES if rule not in cited] == []


@pytest.mark.parametrize("folder", [SOURCE, TESTS], ids=["source", "tests"])
def test_every_cited_rule_exists(folder: Path) -> None:
    assert [(rule, place) for rule, place in citations(folder) if rule not in RULES] == []


def test_no_rule_of_the_index_is_missing() -> None:
    assert len([rule for rule in RULES.values() if rule.ruling]) == RULINGS
    assert len([rule for rule in RULES.values() if not rule.ruling]) == RULES_OF_THE_SHEETS
    assert all(name == rule.id for name, rule in RULES.items())
