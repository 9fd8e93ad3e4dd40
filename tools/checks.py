"""The checks behind `make lint`, `make quick`, `make test` and `make test-all`: `python -m tools.checks NAME`."""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from tools.stages import Stage, run_stages

ROOT = Path(__file__).parent.parent
LOGS = ROOT / "build" / "checks"
AT_ONCE = 4 + (os.cpu_count() or 1)  # stages: those that start servers and browsers often wait for them

# Coverage does not see compiled code, so these run interpreted: there it is measured. Of the rules these are what no
# other test reaches.
INTERPRETED = (
    "tests/kernel",
    "tests/bots",
    "tests/rules/test_irregular.py",
    "tests/rules/test_mistakes.py",
    "tests/rules/test_partnership.py",
    "tests/rules/test_rulings.py::test_a_blocked_game_that_nobody_wins_adds_nothing_to_a_match",
    "tests/rules/test_winning.py",
    "tests/batch/test_decision_loops.py",
    "tests/batch/test_loops.py",
    "tests/batch/test_luck.py",
    "tests/batch/test_seat_loops.py",
    "tests/batch/test_table_loops.py",
    "tests/coach/test_accounts.py",
    "tests/coach/test_analysis.py",
    "tests/coach/test_course.py",
    "tests/coach/test_decision.py",
    "tests/coach/test_explanation.py::test_the_next_best_option_is_the_first_that_is_worse_than_the_best",
    "tests/coach/test_themes.py",
)
# Compiled, these take a minute, most of it for many more examples: `make test-all` runs them so.
COMPILED_LATER = (
    "tests/kernel",
    "tests/batch/test_decision_loops.py",
    "tests/batch/test_luck.py",
    "tests/batch/test_seat_loops.py",
    "tests/batch/test_table_loops.py",
    "tests/bots",
    "tests/coach/test_accounts.py",
    "tests/coach/test_analysis.py",
    "tests/coach/test_decision.py",
)
# Until then these show that compiled and interpreted agree.
COMPILED_ONLY = ("tests/kernel/test_agreement.py", "tests/kernel/test_kitchen_agreement.py")
# These show that what compiles is covered, too, and what needs many games for that. Measuring makes all others half as
# slow again.
COVERED = ("tests/game/test_golden.py", "tests/coach")
# These start servers,
SERVER = ("tests/server",)
# these of them databases too, and often wait for them,
STORE = ("tests/server/store", "tests/server/nodes")
# and these bots and commands.
PROCESSES = (
    "tests/client",
    "tests/external",
    "tests/arena",
    "tests/dataset",
    "tests/deploy",
    "tests/env",
    "tests/package",
    "tests/tools",
    "tests/workers",
    "tests/test_start_up.py",
)
# A browser keeps an event loop running, so these have a process of their own.
BROWSER = ("tests/web",)
# Most of these need PyTorch, which is no dependency of the tests: `make test-all` runs all of them, because it is
# installed by then where changes are accepted (`.ci/run`).
EXAMPLES = ("tests/examples",)

# `make quick` tests the rules always, and for a change what mirrors it in `tests`, or else this
ALWAYS = "tests/rules"
WITHOUT_COMPILER = (ALWAYS, "tests/kernel", "tests/bots", "tests/test_peers.py")
ELSEWHERE = {
    "src/skipbo/protocol": "tests/server",
    "src/skipbo/locale": "tests/test_rules_text.py",
    "examples": "tests/examples",
    "tools": "tests/tools",
    "deploy": "tests/deploy",
    "hatch_build.py": "tests/package",
    "docs": "tests/test_docs.py",
    "README.md": "tests/test_docs.py",
    "CONTRIBUTING.md": "tests/test_docs.py",
    "Makefile": "tests/test_docs.py",
}
PAGE_SOURCES = "web"

BIN = Path(sys.executable).parent
INTERPRETER = {"NUMBA_DISABLE_JIT": "1"}
PLAIN = {"NO_COLOR": "1"}
SAME_EXAMPLES = "--hypothesis-seed=0"  # else a line that few examples reach is covered on some days only
# The logs show what is slow, and what is left out
PYTEST = ("-m", "pytest", "-p", "no:cacheprovider", "--durations=20", "--durations-min=2", "-rs")


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]


def coverage(*arguments: str) -> list[str]:
    return python("-m", "coverage", *arguments)


def page(script: str) -> list[str]:
    """One of npm's scripts, after the page is built."""
    return python("-m", "tools.page.build", "--install-node", script)


def style_and_types() -> list[list[str]]:
    tools = [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",), ("lint-imports", "--no-cache")]
    return [[str(BIN / name), *options] for name, *options in tools]


def lint() -> Stage:
    return Stage("lint", [*style_and_types(), page("check")])


def full() -> list[Stage]:
    """All but the slow tests. A stage that is further up begins earlier."""
    not_here = [f"--ignore={path}" for path in (*COMPILED_LATER, *COVERED, *SERVER, *PROCESSES, *BROWSER)]
    later = [f"--ignore={path}" for path in COMPILED_LATER]
    interpreted = [*PYTEST, SAME_EXAMPLES, *INTERPRETED, *(f"--deselect={path}" for path in COMPILED_ONLY)]
    browser = sorted(str(path.relative_to(ROOT)) for path in (ROOT / BROWSER[0]).glob("test_*.py"))
    return [
        Stage("compile", [python("-m", "tools.compilation")]),  # once for all stages that need it
        # What computes for longest
        Stage("interpreted", [coverage("run", "-p", *interpreted)], environment=INTERPRETER),
        Stage("processes", [python(*PYTEST, *PROCESSES)], after=["compile"]),
        Stage("tests", [python(*PYTEST, *not_here), python(*PYTEST, *COMPILED_ONLY)], after=["compile"]),
        # What waits for longest
        Stage("store", [python(*PYTEST, *STORE)], after=["compile"]),
        Stage("server", [python(*PYTEST, *SERVER, *(f"--ignore={path}" for path in STORE))], after=["compile"]),
        Stage("browser", [python(*PYTEST, *browser[::2])], after=["compile"]),
        Stage("more browser", [python(*PYTEST, *browser[1::2])], after=["compile"]),
        lint(),
        Stage("golden", [coverage("run", "-p", *PYTEST, SAME_EXAMPLES, *COVERED, *later)], after=["compile"]),
        Stage("page", [page("test")], after=["lint"], environment=PLAIN),
        Stage(
            "coverage",
            [coverage("combine", "-q"), coverage("report", "--fail-under=100", "--skip-covered")],
            after=["interpreted", "golden"],
        ),
    ]


def slow() -> list[Stage]:
    elsewhere = [f"--ignore={path}" for path in (*BROWSER, *SERVER, *EXAMPLES)]
    compiled = [*COMPILED_LATER, *(f"--deselect={path}" for path in COMPILED_ONLY)]
    return [
        Stage("compiled", [python(*PYTEST, *compiled)]),
        Stage("rules", [python(*PYTEST, ALWAYS)], environment=INTERPRETER),
        Stage("slow", [python(*PYTEST, "-m", "slow", *elsewhere)]),
        Stage("examples", [python(*PYTEST, "-m", "slow or not slow", *EXAMPLES)]),
        Stage("slow server", [python(*PYTEST, "-m", "slow", *SERVER)], after=["compiled"]),
        Stage("slow browser", [python(*PYTEST, "-m", "slow", *BROWSER)], after=["compiled"]),
    ]


def quick(changed: Iterable[str]) -> list[Stage]:
    """Checks what these files touch. Rules, kernel and bots run interpreted, so that nothing waits for the compiler."""
    changed = sorted(changed)
    touched = {ALWAYS, *filter(None, map(tests_of, changed))}
    here = sorted(touched.intersection(WITHOUT_COMPILER))
    others = sorted(touched - {*here, *BROWSER})
    deselected = [f"--deselect={path}" for path in COMPILED_ONLY]
    stages = [
        Stage("lint", style_and_types()),
        Stage("rules", [python(*PYTEST, "-q", *here, *deselected)], environment=INTERPRETER),
    ]
    if others:
        stages.append(Stage("tests", [python(*PYTEST, "-q", *others)]))
    if any(is_in(path, PAGE_SOURCES) for path in changed):
        stages.append(Stage("page", [page("check"), page("test")], environment=PLAIN))
    return stages


def tests_of(changed: str) -> str | None:
    """Returns the tests that mirror a file, by folder: those of `src/skipbo/bots/…` are in `tests/bots`."""
    for place, tests in ELSEWHERE.items():
        if is_in(changed, place):
            return tests
    match PurePosixPath(changed).parts:
        case ["src", "skipbo", module] if module.endswith(".py"):
            tests = f"tests/test_{module}"
        case ["src", "skipbo", room, *_]:
            tests = f"tests/{room}"
        case ["tests", module] if module.startswith("test_"):
            tests = changed
        case ["tests", room, _, *_]:
            tests = f"tests/{room}"
        case _:
            return None
    return tests if (ROOT / tests).exists() else None


def is_in(path: str, place: str) -> bool:
    return path == place or path.startswith(place + "/")


def changed_files() -> set[str]:
    """Every file that differs from where this branch left `main`; from the last commit where there is no `main`."""
    base = git("merge-base", "HEAD", "main") or ["HEAD"]
    return {*git("diff", "--name-only", *base), *git("ls-files", "--others", "--exclude-standard")}


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def run(name: str) -> int:
    if name == "test":
        subprocess.run(coverage("erase"), check=True, cwd=ROOT)
    stages = {"lint": lambda: [lint()], "quick": lambda: quick(changed_files()), "test": full, "slow": slow}[name]()
    print(f"Running {', '.join(stage.name for stage in stages)}; logs are in {LOGS.relative_to(ROOT)} …", flush=True)
    return run_stages(stages, LOGS, AT_ONCE)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", choices=["lint", "quick", "test", "slow"])
    return run(parser.parse_args().name)


if __name__ == "__main__":
    sys.exit(main())
