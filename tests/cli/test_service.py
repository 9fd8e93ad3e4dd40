"""`skipbo serve` and `site`: what they say; what they do is tested beside the server."""

from pathlib import Path

from skipbo.server.config import Settings
from tests.command_runner import Command


def test_help_names_the_defaults_of_the_settings(command: Command) -> None:
    shown = " ".join(command("serve", "--help").out.split())
    assert f"Port to listen on (default: {Settings().port}; 0: any free one)." in shown
    assert f"Folder of the tables, or address of a PostgreSQL database (default: {Settings().data})." in shown


def test_who_has_written_a_site_is_told_how_to_try_it(command: Command, tmp_path: Path) -> None:
    ran = command("site", tmp_path / "site")
    assert (ran.code, ran.err) == (0, "")
    assert f"python -m http.server --directory {tmp_path / 'site'}" in ran.out
    refused = command("site", tmp_path)
    assert refused.code == 1
    assert "has other files in it" in refused.err
