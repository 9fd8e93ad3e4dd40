"""Behind each of the reverse proxies in `deploy`, with TLS, a table works, and clients are told apart."""

import http.client
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tools.server import UNLIMITED, free_port

from skipbo.client import Account
from skipbo.server.config import Settings
from skipbo.server.limits import Rate
from tests.server.server_process import InThread, served
from tests.server.test_play import play_to_the_end

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
NAME = "cards.example"
BACKEND = "127.0.0.1:8470"


@dataclass
class Place:
    """Where a proxy runs: its folder, its port, the server behind it, and the certificate (with its key).

    Without a `backend`, the servers are those that the file names.
    """

    folder: Path
    port: int
    backend: str
    certificate: Path

    def config(self, name: str, **changes: str) -> str:
        """Returns a file of `deploy` for this place."""
        text = (DEPLOY / name).read_text()
        if self.backend:
            text = text.replace(BACKEND, self.backend)
        for before, after in changes.items():
            assert before in text
            text = text.replace(before, after)
        return text

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return str(self.folder / name)


def nginx(place: Place) -> list[str]:
    site = place.config(
        "nginx.conf",
        **{
            "listen 443 ssl": f"listen 127.0.0.1:{place.port} ssl",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(place.certificate),
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(place.certificate),
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {place.folder / kind};\n" for kind in kinds)
    head = f"daemon off; pid {place.folder / 'pid'}; error_log {place.folder / 'error.log'};\nevents {{}}\n"
    config = place.write("nginx.conf", head + f"http {{\n{folders}{site}}}\n")
    return ["nginx", "-e", str(place.folder / "error.log"), "-c", config]


def caddy(place: Place) -> list[str]:
    site = f"\nhttps://127.0.0.1:{place.port} {{\n\ttls {place.certificate} {place.certificate}"
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    changed = place.config("Caddyfile", **{f"\n{{$SKIPBO_NAME:{NAME}}} {{": site})
    config = place.write("Caddyfile", options + changed)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", config]


def haproxy(place: Place) -> list[str]:
    bind = f"bind 127.0.0.1:{place.port} ssl crt {place.certificate}"
    config = place.config("haproxy.cfg", **{f"bind :443 ssl crt /etc/haproxy/{NAME}.pem": bind})
    return ["haproxy", "-f", place.write("haproxy.cfg", config)]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    key, both = folder / "key.pem", folder / "both.pem"
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(key), "-out", str(both)]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names, *files],
        check=True,
        capture_output=True,
    )
    both.write_bytes(both.read_bytes() + key.read_bytes())
    return both


@dataclass
class Behind:
    server: InThread
    port: int
    trust: ssl.SSLContext

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    def ask(self, path: str, source: str = "127.0.0.1", **headers: str) -> tuple[int, http.client.HTTPMessage]:
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=10, context=self.trust, source_address=(source, 0)
        )
        try:
            connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.headers
        finally:
            connection.close()


@pytest.fixture(params=[nginx, caddy, haproxy], ids=lambda proxy: proxy.__name__)
def behind(
    request: pytest.FixtureRequest, certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Behind]:
    proxy: Callable[[Place], list[str]] = request.param
    for program in (proxy.__name__, "openssl"):
        if shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin") is None:
            pytest.skip(f"{program} is not installed")
    monkeypatch.setenv("PATH", f"{os.environ.get('PATH', '')}:/usr/sbin")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "caddy"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "caddy"))
    settings = Settings(port=0, proxies=["127.0.0.1"])
    with served(tmp_path / "data", replace(UNLIMITED, requests=Rate(30, 0.001)), settings) as server:
        place = Place(tmp_path, free_port(), f"127.0.0.1:{server.port}", certificate)
        with (tmp_path / "log").open("wb") as log, subprocess.Popen(proxy(place), stdout=log, stderr=log) as process:
            there = Behind(server, place.port, ssl.create_default_context(cafile=str(certificate)))
            try:
                wait_for(there, process, tmp_path / "log")
                yield there
            finally:
                process.terminate()
                process.wait(30)


def wait_for(there: Behind, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            if there.ask("/api/v1/server", "127.0.0.9")[0] != 503:  # HAProxy has not looked at it yet
                return
        except OSError:
            pass
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_game_is_played_through_the_proxy(behind: Behind) -> None:
    guest = Account.create(behind.url, "Ann")
    table = play_to_the_end(guest, stock=2, bots=[None, "eager"], pace=0)
    assert guest.replay(table, 1).frames


def test_clients_are_counted_by_their_own_address_whatever_they_claim(behind: Behind) -> None:
    lie = {"X_Forwarded_For": "127.0.0.3"}
    while behind.ask("/api/v1/server", "127.0.0.2", **lie)[0] == 200:
        pass
    assert behind.ask("/api/v1/server", "127.0.0.2", **lie)[0] == 429
    assert behind.ask("/api/v1/server", "127.0.0.3")[0] == 200


def test_a_page_of_our_own_origin_may_use_its_cookie_and_only_over_tls(behind: Behind) -> None:
    connection = http.client.HTTPSConnection("127.0.0.1", behind.port, timeout=10, context=behind.trust)
    headers = {"Content-Type": "application/json", "Origin": behind.url}
    connection.request("POST", "/api/v1/guests", b'{"name":"Ann","cookie":true}', headers)
    answer = connection.getresponse()
    assert answer.status == 201
    assert "; Secure" in answer.headers["Set-Cookie"]
    connection.close()


def test_what_is_for_the_host_is_not_shown(behind: Behind) -> None:
    for path in ("/metrics", "/healthz"):
        assert behind.ask(path)[0] == 404


def test_the_unit_for_systemd_is_valid(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    unit = (DEPLOY / "skipbo.service").read_text().replace("/opt/skipbo/bin/skipbo", "/bin/true")
    (tmp_path / "skipbo.service").write_text(unit)
    told = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "skipbo.service")], capture_output=True, text=True, timeout=60
    )
    assert (told.returncode, told.stderr) == (0, "")
