"""None of the suites is needed to play, and one that is missing is named."""

from tests.processes import run_python

WITHOUT = """
import sys
for name in {hidden!r}:
    sys.modules[name] = None  # importing it fails, as if it were not installed
from importlib import util
find = util.find_spec
util.find_spec = lambda name: None if name in {hidden!r} else find(name)
"""
SUITES = ("gymnasium", "pettingzoo", "pyspiel")


def run_without(*hidden: str, code: str) -> str:
    done = run_python(WITHOUT.format(hidden=hidden) + code)
    return done.stdout + done.stderr


def test_the_package_imports_no_suite() -> None:
    code = f"""
import sys, skipbo, skipbo.cli.main, skipbo.server.launcher, skipbo.terminal.session, skipbo.arena, skipbo.batch
print([name for name in {SUITES!r} if name in sys.modules])
"""
    assert run_python(code).stdout == "[]\n"


def test_without_any_suite_a_game_can_be_played() -> None:
    code = "import skipbo, skipbo.env; print(skipbo.Game(players=2, key=bytes(32)))"
    assert "stock" in run_without(*SUITES, code=code)


def test_a_suite_that_is_missing_is_named_with_what_to_install() -> None:
    code = """
from importlib import import_module
for module in ("skipbo_v1", "gym_env", "vector_env", "spiel"):
    try:
        import_module(f"skipbo.env.{module}")
    except ImportError as why:
        print(why)
"""
    assert run_without(*SUITES, code=code).splitlines() == [
        f"{suite} is not installed, or not completely: pip install 'skipbo[env]'."
        for suite in ("PettingZoo", "Gymnasium", "Gymnasium", "OpenSpiel")
    ]
