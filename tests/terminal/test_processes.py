"""The game in a process of its own: killed, in a pipe, and in a terminal."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from skipbo.terminal import save_file
from skipbo.terminal.save_file import PERSON_SEAT

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

PROGRAM = """
import sys
from pathlib import Path
from skipbo.terminal import play
sys.exit(play(save=Path(sys.argv[1]), seed="kill", edition="2016"))
"""


def start(path: Path, encoding: str = "utf-8") -> "subprocess.Popen[str]":
    environment = {**os.environ, "LANGUAGE": "en", "PYTHONIOENCODING": encoding}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path)],
        stdin=pipe,
        stdout=pipe,
        text=True,
        encoding="utf-8",
        env=environment,
    )


def until_prompt(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    printed = ""
    while not printed.endswith("South> "):
        letter = process.stdout.read(1)
        assert letter, printed
        printed += letter
    return printed


def test_a_game_survives_kill_9_as_the_person_saw_it(path: Path) -> None:
    printed = ""
    for _ in range(4):
        process = start(path)
        assert process.stdin is not None
        shown = until_prompt(process)
        if printed:
            assert shown.split("\n\n", 1)[1] == printed.split("\n\n", 1)[1]  # from the table on
        view = save_file.read(path).game.view(PERSON_SEAT)
        process.stdin.write(f"{next(move for move in view.legal_moves if move.ends_turn)}\n")
        process.stdin.flush()
        printed = until_prompt(process)
        process.kill()
        process.communicate()
        assert process.returncode != 0
    assert save_file.read(path).game.version > 4


def test_in_a_pipe_there_is_no_colour_and_the_end_of_the_input_is_not_an_error(path: Path) -> None:
    process = start(path)
    printed, _ = process.communicate("?\nnonsense\n\n", timeout=120)
    assert process.returncode == 0
    assert "\x1b" not in printed
    assert "South> ?\n" in printed
    assert "“nonsense” is not understood" in printed
    assert "Resume it with: skipbo play --terminal" in printed


def test_the_table_is_described_in_words_where_boxes_cannot_be_encoded(path: Path) -> None:
    process = start(path, encoding="ascii")
    printed, _ = process.communicate("table\n", timeout=120)
    assert process.returncode == 0
    assert printed.count("building pile 1: no card") == 2


@pytest.mark.parametrize("refused", [False, True])
def test_in_a_terminal_there_is_colour_unless_it_is_refused_and_control_c_saves(path: Path, refused: bool) -> None:
    environment = {**os.environ, "LANGUAGE": "en", "PYTHONIOENCODING": "utf-8", "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    if refused:
        environment["NO_COLOR"] = "1"
    terminal = pexpect.spawn(
        sys.executable, ["-c", PROGRAM, str(path)], env=environment, encoding="utf-8", dimensions=(24, 80), timeout=120
    )
    terminal.expect("South> ")
    assert bool(COLOUR.search(terminal.before)) is not refused
    terminal.sendintr()
    terminal.expect("The game is saved. Resume it with:")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert save_file.read(path).game.outcome is None
