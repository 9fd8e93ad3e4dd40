"""Options that several commands share."""

from skipbo.cli.arguments import count_cores, split_names
from tests.command_runner import Command
from tests.processes import run_python


def test_an_unknown_language_is_a_usage_error(command: Command) -> None:
    answer = command("rules", "--lang", "de")
    assert answer.code == 2
    assert "Choose a language: en, fr, es, pt." in answer.err


def test_the_environment_chooses_the_language() -> None:
    done = run_python("from skipbo.cli import main; main()", "rules", "hasbro", environment={"LANGUAGE": "fr"})
    assert done.returncode == 1
    assert done.stderr.startswith("skipbo: ")
    assert "There is no edition" not in done.stderr
    assert "mattel-2003, holiday-2010, francais-2003, mattel-2016, brownfield-1967" in done.stderr


def test_names_are_split_at_commas() -> None:
    assert split_names(" eager, random ,,") == ["eager", "random"]
    assert split_names("") == []


def test_no_jobs_means_all_cores() -> None:
    assert count_cores(0) >= 1
    assert count_cores(3) == 3
