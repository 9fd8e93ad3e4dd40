"""`skipbo serve`: its help; what it does is tested beside the server."""

from skipbo.server.config import Settings
from tests.command_runner import Command


def test_help_names_the_defaults_of_the_settings(command: Command) -> None:
    shown = " ".join(command("serve", "--help").out.split())
    assert f"Port to listen on (default: {Settings().port}; 0: any free one)." in shown
    assert f"Folder of the tables, or address of a PostgreSQL database (default: {Settings().data})." in shown
