"""A folder takes the results of one command, from one run at a time."""

import sys
from pathlib import Path

import pytest

from skipbo.errors import Malformed, SkipboError
from skipbo.run_folder import MANIFEST, explain_disk_errors, open_run_folder

OPTIONS = {"seed": "mine", "games": 7}


def test_the_same_command_opens_its_folder_again(tmp_path: Path) -> None:
    for _run in range(2):
        with open_run_folder(tmp_path / "deep" / "folder", OPTIONS) as folder:
            assert [path.name for path in folder.iterdir()] == [MANIFEST]


def test_another_command_is_refused_and_the_difference_is_named(tmp_path: Path) -> None:
    with open_run_folder(tmp_path, OPTIONS):
        pass
    with (
        pytest.raises(Malformed, match="seed is mine there and yours here"),
        open_run_folder(tmp_path, {**OPTIONS, "seed": "yours"}),
    ):
        pass


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(Malformed, match="holds other files"), open_run_folder(tmp_path, OPTIONS):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


@pytest.mark.parametrize("text", ["", "{", "[]", "7"])
def test_a_manifest_that_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(Malformed, match="cannot be read"), open_run_folder(tmp_path, OPTIONS):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks on files")
def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with (
        open_run_folder(tmp_path, OPTIONS),
        pytest.raises(Malformed, match="Another run"),
        open_run_folder(tmp_path, OPTIONS),
    ):
        pass
    with open_run_folder(tmp_path, OPTIONS):
        pass


def test_an_error_of_the_disk_says_that_the_games_are_kept(tmp_path: Path) -> None:
    with (
        pytest.raises(SkipboError, match=r"No space left\. The games played so far are kept"),
        explain_disk_errors(tmp_path),
    ):
        raise OSError(28, "No space left")
