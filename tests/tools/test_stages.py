"""The runner of `make test`: a failure is shown and counts, and an interrupt leaves nothing running."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tools.checks import PYTEST
from tools.page.files import ROOT
from tools.stages import Stage, run_stages

SLEEPER = "import subprocess; subprocess.run(['sleep', '600'])"
STARTER = """
import sys
from pathlib import Path
from tools.stages import Stage, run_stages
commands = [[sys.executable, "-c", sys.argv[2]]]
sys.exit(run_stages([Stage("first", commands), Stage("second", commands)], Path(sys.argv[1]), 2))
"""


def stage(name: str, *codes: str, after: tuple[str, ...] = ()) -> Stage:
    return Stage(name, [[sys.executable, "-c", code] for code in codes], after)


def test_a_stage_that_passes_says_how_many_tests_have_passed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_stages([stage("tests", "print('== 3 passed ==')", "print('much')")], tmp_path, 2) == 0
    printed = capfd.readouterr().out
    assert "3 passed" in printed
    assert "much" not in printed
    assert (tmp_path / "tests.log").read_text() == "== 3 passed ==\nmuch\n"


def test_what_is_left_out_is_printed_with_its_reason(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "test_cut.py").write_text(
        "import pytest\n"
        "needs_paper = pytest.mark.skipif(True, reason='no paper: buy some')\n"
        "@needs_paper\ndef test_line(): pass\n"
        "@needs_paper\n@pytest.mark.parametrize('hand', [1, 2])\ndef test_circle(hand): pass\n"
        "def test_scissors(): pytest.skip('no scissors')\n"
        "def test_stone(): pass\n"
    )
    command = [sys.executable, *PYTEST, str(tmp_path / "test_cut.py"), f"--rootdir={tmp_path}"]
    assert run_stages([Stage("cutting", [command])], tmp_path, 1) == 0
    printed = capfd.readouterr().out
    assert "1 passed, 4 skipped" in printed
    assert "leaves 3 out: no paper: buy some\n" in printed
    assert "leaves 1 out: no scissors\n" in printed


def test_one_stage_that_fails_fails_all_and_shows_its_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    stages = [stage("good", "print('fine')"), stage("bad", "print('why')\nraise SystemExit(3)", "print('never')")]
    assert run_stages(stages, tmp_path, 2) == 1
    printed = capfd.readouterr().out
    assert "FAILS" in printed
    assert "why" in printed
    assert "never" not in printed
    assert printed.endswith("Failed: bad.\n")


def test_a_stage_begins_after_those_it_needs_and_not_if_they_fail(tmp_path: Path) -> None:
    written = tmp_path / "written"
    write = f"open({str(written)!r}, 'a').write({{!r}})"
    stages = [
        stage("late", write.format("late"), after=("early",)),
        stage("early", "import time; time.sleep(0.3)", write.format("early ")),
        stage("bad", "raise SystemExit(1)"),
        stage("never", write.format("never"), after=("bad",)),
    ]
    assert run_stages(stages, tmp_path, 4) == 1
    assert written.read_text() == "early late"


def test_no_more_stages_run_at_once_than_may(tmp_path: Path) -> None:
    running = f"""
import os, time
os.mkdir({str(tmp_path / "running")!r})
time.sleep(0.1)
os.rmdir({str(tmp_path / "running")!r})
"""
    assert run_stages([stage(f"{number}", running) for number in range(4)], tmp_path / "logs", 1) == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_no_process(tmp_path: Path, how: signal.Signals) -> None:
    mark = f"{tmp_path.name}-{how.name}"  # by which the processes of this test are found
    runner = subprocess.Popen(
        [sys.executable, "-c", STARTER, tmp_path, SLEEPER], cwd=ROOT, env=os.environ | {"MARK": mark}, text=True
    )
    wait_until(lambda: len(marked(mark)) == 5)  # the runner, two commands, and what each has started
    runner.send_signal(how)
    assert runner.wait(60) == 130
    wait_until(lambda: not marked(mark))  # what was killed takes a moment to end


def marked(mark: str) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"MARK={mark}\0" in (process / "environ").read_text(errors="replace"):
                found.append(process.name)
        except OSError:  # it is gone, or not ours
            continue
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
