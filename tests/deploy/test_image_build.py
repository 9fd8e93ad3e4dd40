"""An image is built from the Containerfile. What is in it serves without rights, on a file system to be read only.

Podman builds it on a Debian that stands in for the official image of Python, which tests cannot fetch. The image's
files then run by bubblewrap and setpriv as an engine runs them, which needs more rights than many machines give.
"""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tools.server import free_port

from skipbo.client import Account
from tests.deploy.files import CONTAINERFILE, ROOT
from tests.server.test_play import play_to_the_end

NEEDED = ("podman", "debootstrap", "bwrap", "setpriv")
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
MISSING = [name for name in NEEDED if shutil.which(name, path=PATH) is None]
PACKAGES = "python3,python3-venv,ca-certificates"
STAND_IN, IMAGE = "localhost/stand-in-python", "localhost/skipbo"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
OF_MACHINE = [path for path in ("/etc/pip.conf", CERTIFICATES) if Path(path).exists()]  # how it reaches registries

pytestmark = [
    pytest.mark.image,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {' '.join(MISSING)}"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a Debian"),
]


def run(*command: str | Path) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=900, env=os.environ | {"PATH": PATH}, errors="replace"
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@dataclass
class Image:
    files: Path
    data: Path
    described: dict[str, Any]

    @property
    def user(self) -> list[str]:
        found: list[str] = self.described["Config"]["User"].split(":")
        return found

    def command(self, *command: str, **settings: str) -> list[str]:
        """A command in a container of this image: its user, its variables, and no file to write but `/data`."""
        given = dict(pair.split("=", 1) for pair in self.described["Config"]["Env"]) | settings
        variables = [part for name, value in given.items() for part in ("--setenv", name, value)]
        folders = ["--ro-bind", str(self.files), "/", "--bind", str(self.data), "/data"]
        system = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--unshare-pid", "--die-with-parent"]
        user, group = self.user
        rights = ["--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={group}", *rights, *command]
        return ["bwrap", "--clearenv", *variables, *folders, *system, "--chdir", "/data", *as_user]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    folder = tmp_path_factory.mktemp("image")
    debian, data = folder / "debian", folder / "data"
    podman = ["podman", "--root", str(folder / "storage"), "--runroot", str(folder / "run")]
    run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", debian)
    (debian / "usr" / "local" / "bin" / "python").symlink_to("/usr/bin/python3")
    run("tar", "-C", debian, "-cf", folder / "debian.tar", ".")
    try:
        run(*podman, "import", "--change", f"ENV NODE_EXTRA_CA_CERTS={CERTIFICATES}", folder / "debian.tar", STAND_IN)
        options = ["--pull=never", "--network=host", "--isolation=chroot", "--format=docker"]
        mounted = [f"--volume={path}:{path}:ro" for path in OF_MACHINE]
        base = f"--build-arg=PYTHON={STAND_IN}"
        run(*podman, "build", *options, *mounted, base, "--file", CONTAINERFILE, "--tag", IMAGE, ROOT)
        described = json.loads(run(*podman, "inspect", IMAGE))[0]
        files = Path(run(*podman, "image", "mount", IMAGE).strip())
        made = Image(files, data, described)
        data.mkdir()
        os.chown(data, *map(int, made.user))
        for parent in (folder, *folder.parents[:2]):
            parent.chmod(0o755)  # the user of the image goes through them
        yield made
        run(*podman, "image", "unmount", IMAGE)
    finally:
        run(*podman, "rmi", "--all", "--force")
        for each in folder.iterdir():
            shutil.rmtree(each) if each.is_dir() else each.unlink()  # a gigabyte


def test_the_image_serves_without_rights_on_a_file_system_that_it_only_reads(image: Image) -> None:
    look = "id -u; grep CapEff /proc/self/status; touch /new || touch /opt/skipbo/rules/new || echo read-only"
    seen = subprocess.run(image.command("sh", "-c", look), capture_output=True, text=True, timeout=30)
    assert seen.stdout.split() == ["10001", "CapEff:", "0" * 16, "read-only"]

    port = str(free_port())
    entry = [*image.described["Config"]["Entrypoint"], *image.described["Config"]["Cmd"]]
    settings = {"SKIPBO_PORT": port, "SKIPBO_HOST": "127.0.0.1"}
    log = image.data.parent / "log"
    begun = time.monotonic()
    with log.open("wb") as stderr:
        server = subprocess.Popen(image.command(*entry, **settings), stderr=stderr, stdout=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until_ready(url, server, log)
        assert time.monotonic() - begun < 30  # to compile would take longer
        with urllib.request.urlopen(url, timeout=10) as page:
            assert b"<title>" in page.read()
        play_to_the_end(Account.create(url, "Ann"), stock=1, bots=[None, "planner"], pace=0)
        kind, *check = image.described["Healthcheck"]["Test"]
        assert kind == "CMD"
        healthy = [part.replace("8470", port) for part in check]
        assert subprocess.run(image.command(*healthy), timeout=30).returncode == 0
    finally:
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        for child in children:  # of bubblewrap, which passes no signal on
            for inner in Path(f"/proc/{child}/task/{child}/children").read_text().split() or [child]:
                os.kill(int(inner), signal.SIGTERM)
        server.wait(30)
    events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
    assert events[-1] == "stopped"
    assert "rules compiled" not in events
    assert subprocess.run(image.command(*healthy), timeout=30, capture_output=True).returncode == 1


def wait_until_ready(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    while True:
        try:
            with urllib.request.urlopen(url + "/api/v1/server", timeout=5) as answer:
                if json.load(answer)["ready"]:
                    return
        except OSError:
            assert server.poll() is None, log.read_text()
        time.sleep(0.2)
