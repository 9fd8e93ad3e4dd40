"""Tables for tests, and what they are called in a list of tests."""

from skipbo.game.table import Table


def name_of(table: Table) -> str:
    return f"{table.edition.id}-{table.players}-in-{table.teams}"
