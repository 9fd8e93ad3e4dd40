"""The Containerfile: what it names exists, and an image of it does what it promises."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.server import free_port

from tests.deploy.files import CONTAINERFILE, ROOT
from tests.server.server_process import InThread, served

BUILDING = {"ARG", "FROM", "WORKDIR", "COPY", "RUN", "ENV"}
RUNNING = {"USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT", "CMD"}
PORT = "8470"


def instructions() -> list[tuple[str, str]]:
    """Returns the instructions of the file, each with all that follows it."""
    text = re.sub(r"^#.*\n", "", CONTAINERFILE.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(word, " ".join(rest.split())) for word, rest in lines]


def all_of(instruction: str) -> list[str]:
    return [rest for word, rest in instructions() if word == instruction]


def last_stage() -> list[tuple[str, str]]:
    found = instructions()
    last = max(number for number, (word, _rest) in enumerate(found) if word == "FROM")
    return found[last:]


def health_check(port: int) -> list[str]:
    """The command of the health check, for a server on another port, with this Python."""
    (check,) = all_of("HEALTHCHECK")
    python, *arguments = json.loads(check.partition(" CMD ")[2])
    assert python == "python"
    return [sys.executable, *(argument.replace(PORT, str(port)) for argument in arguments)]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InThread]:
    with served(tmp_path) as server:
        yield server


def test_every_instruction_is_one_and_every_file_that_is_copied_exists() -> None:
    assert {word for word, _rest in instructions()} == BUILDING | RUNNING
    for copied in all_of("COPY"):
        if not copied.startswith("--from="):
            *sources, _target = copied.split()
            assert all((ROOT / source).exists() for source in sources)
    stages = re.findall(r" AS (\w+)", "\n".join(all_of("FROM")))
    assert set(re.findall(r"--from=(\w+)", "\n".join(all_of("COPY")))) == set(stages)


def test_everything_from_pypi_is_installed_by_its_hash() -> None:
    installs = re.findall(r"pip install ([^&]+)", "\n".join(all_of("RUN")))
    assert installs
    assert all("--require-hashes" in each or "--no-deps /wheels/" in each for each in installs)


def test_the_server_in_the_image_is_not_root_and_serves_where_its_health_is_checked() -> None:
    stage = dict(last_stage())
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", stage["USER"])
    assert f"--owner={stage['USER'].partition(':')[0]} " in stage["RUN"]
    assert stage["EXPOSE"] == PORT
    assert PORT in stage["HEALTHCHECK"]
    assert (json.loads(stage["ENTRYPOINT"]), json.loads(stage["CMD"])) == (["skipbo"], ["serve"])


def test_what_is_not_for_an_image_does_not_get_into_it() -> None:
    lines = (ROOT / ".dockerignore").read_text().split()
    assert "*" in lines
    allowed = {line.removeprefix("!").removesuffix("*") for line in lines if line.startswith("!")}
    assert not {".git", ".venv", "tests", "deploy"} & allowed
    assert {"src", "web", "tools", "requirements", "pyproject.toml", "hatch_build.py"} <= allowed


def test_the_health_check_is_that_of_the_server(server: InThread) -> None:
    assert subprocess.run(health_check(server.port), timeout=30).returncode == 0
    server.hub.store.damage.note_whole("the disk is gone")
    assert subprocess.run(health_check(server.port), timeout=30).returncode == 1


def test_the_health_check_fails_where_nobody_answers() -> None:
    done = subprocess.run(health_check(free_port()), timeout=30, capture_output=True)
    assert done.returncode == 1
