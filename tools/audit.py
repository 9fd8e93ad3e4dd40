"""Asks whether anything is known against the packages that we pin: `make audit`.

The pins of `requirements/*.txt` are checked by pip-audit, those of `web/package-lock.json` by `npm audit`. Each asks a
source of advisories on the network. Exits with 0 if every pin was checked and nothing is known, with 1 if there are
advisories, and with 3 if there are none but not everything could be asked. 2 is a wrong option, as everywhere.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.page.files import LOCK, ROOT
from tools.page.node import find_node

CLEAN, FOUND, NOT_ASKED = 0, 1, 3
AUDITOR = "pip-audit>=2.9,<3"  # not pinned: whoever asks for news asks with the latest
ENVIRONMENT = ROOT / "build" / "audit"  # of its own, because it brings thirty packages that nothing else needs
OSV = "https://api.osv.dev/v1/query"
TIMEOUT = 20  # seconds until a source of advisories must answer
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


@dataclass(frozen=True)
class Pin:
    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name}=={self.version}"


@dataclass
class Answer:
    """What is known against some pins, or why nobody could be asked."""

    what: str
    checked: int = 0
    advisories: list[str] = field(default_factory=list)
    unasked: str | None = None

    def __str__(self) -> str:
        if self.unasked is not None:
            return f"{self.what}: NOT CHECKED. {self.unasked}"
        if self.advisories:
            return "\n  ".join([f"{self.what}: {len(self.advisories)} advisories", *self.advisories])
        return f"{self.what}: {self.checked} packages checked, nothing is known against them"


def read_pins(files: Iterable[Path]) -> set[Pin]:
    """Returns the pins of lock files, for whatever platform they are."""
    return {Pin(name.lower(), version) for path in files for name, version in PINNED.findall(path.read_text("utf-8"))}


def without_doubles(pins: Iterable[Pin]) -> list[list[Pin]]:
    """Returns lists in which no package occurs twice: other platforms may have another version of it."""
    lists: list[dict[str, Pin]] = []
    for pin in sorted(pins, key=str):
        free = next((each for each in lists if pin.name not in each), None)
        if free is None:
            lists.append(free := {})
        free[pin.name] = pin
    return [list(each.values()) for each in lists]


def make_auditor(folder: Path = ENVIRONMENT) -> list[str]:
    """Returns the command of a pip-audit in an environment of its own; raises `CalledProcessError` if there is none."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", AUDITOR]
    subprocess.run(install, check=True, capture_output=True, text=True)
    return [str(python), "-m", "pip_audit"]


def audit_python(pins: Iterable[Pin], auditor: Sequence[str], osv: str = OSV) -> Answer:
    answer = Answer("Python packages")
    for some in without_doubles(pins):
        with tempfile.TemporaryDirectory() as folder:
            listed, told = Path(folder, "pins.txt"), Path(folder, "told.json")
            listed.write_text("".join(f"{pin}\n" for pin in some), "utf-8")
            options = ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--timeout", str(TIMEOUT)]
            source = ["--vulnerability-service", "osv", "--osv-url", osv]
            output = ["--format", "json", "--output", str(told), "--requirement", str(listed)]
            done = subprocess.run([*auditor, *options, *source, *output], capture_output=True, text=True)
            found = read_json(told.read_text("utf-8") if told.exists() else "")
        if found is None:
            answer.unasked = f"pip-audit got no answer from {osv}: {last_line(done.stderr)}"
            continue
        for package in found["dependencies"]:
            answer.checked += 1
            for known in package.get("vulns", []):
                fixed = ", ".join(known["fix_versions"]) or "nowhere yet"
                answer.advisories.append(f"{package['name']} {package['version']}: {known['id']} (fixed in {fixed})")
    return answer


def audit_page(web: Path, npm: Sequence[str], registry: str | None = None) -> Answer:
    answer = Answer("packages of the page")
    options = ["--json", "--package-lock-only", "--fetch-retries=0", f"--fetch-timeout={TIMEOUT * 1000}"]
    if registry is not None:
        options.append(f"--registry={registry}")
    done = subprocess.run([*npm, "audit", *options], cwd=web, capture_output=True, text=True)
    found = read_json(done.stdout)
    if found is None or "metadata" not in found:
        why = last_line(done.stderr) if found is None else str(found.get("message") or found.get("error"))
        answer.unasked = f"npm got no answer from its registry: {why}"
        return answer
    answer.checked = found["metadata"]["dependencies"]["total"]
    for name, known in sorted(found["vulnerabilities"].items()):
        titles = sorted({each["title"] for each in known["via"] if isinstance(each, dict)})
        answer.advisories.append(f"{name}: {known['severity']}: {'; '.join(titles) or 'by a package that it needs'}")
    return answer


def read_json(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it said nothing"])[-1].strip()


def conclude(answers: Sequence[Answer]) -> int:
    """Prints the answers and returns the exit status."""
    for answer in answers:
        print(answer)
    if any(answer.advisories for answer in answers):
        return FOUND
    unasked = sum(answer.unasked is not None for answer in answers)
    if unasked:
        print("Nothing" if unasked == len(answers) else "Not everything", "could be checked: ask again with a network.")
        return NOT_ASKED
    return CLEAN


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--osv", default=OSV, help="where pip-audit asks: an address that answers as OSV does")
    parser.add_argument("--registry", help="where npm asks; its own registry if not given")
    given = parser.parse_args(arguments)
    try:
        auditor = make_auditor()
    except (OSError, subprocess.CalledProcessError) as error:
        why = last_line(getattr(error, "stderr", None) or str(error))
        python = Answer("Python packages", unasked=f"pip-audit could not be installed: {why}")
    else:
        python = audit_python(read_pins(sorted((ROOT / "requirements").glob("*.txt"))), auditor, given.osv)
    node = find_node()
    if node is None:
        page = Answer("packages of the page", unasked="There is no npm here: “make page” installs one.")
    else:
        page = audit_page(LOCK.parent, node.npm, given.registry)
    return conclude([python, page])


if __name__ == "__main__":
    sys.exit(main())
