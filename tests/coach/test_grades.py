"""Grades: which level played about as well."""

import pytest
from bench.soak import tables

from skipbo.bots.levels import TEMPERATURES
from skipbo.coach.grades import all_grades, grade, key_of
from skipbo.game.table import Table

TABLES = dict(tables())


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_at_every_table_a_stronger_level_is_less_far_behind(table: Table) -> None:
    behind = all_grades()[key_of(table.players, table.teams)]
    assert list(behind) == list(TEMPERATURES)
    assert sorted(behind.values(), reverse=True) == list(behind.values())
    assert behind["master"] == 0


def test_a_grade_is_the_nearest_level() -> None:
    behind = all_grades()["2/2"]
    for level, measured in behind.items():
        assert grade(measured, 2, 2) == level
    assert grade(1.0, 2, 2) == "novice"
    assert grade(-0.1, 2, 2) == "master"
    assert grade((2 * behind["sharp"] + behind["steady"]) / 3, 2, 2) == "sharp"
