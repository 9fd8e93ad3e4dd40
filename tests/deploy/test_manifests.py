"""The compose file and the Kubernetes manifests fit the program, each other and their specifications."""

import re
import subprocess
import sys
import urllib.request
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest

from skipbo.server.config import PREFIX, Settings
from tests.deploy.files import COMPOSE, CONTAINERFILE, DASHBOARD, DEPLOY, KUBERNETES, ROOT, read_compose, read_manifests
from tests.server.server_process import served

NODES = ("node1", "node2")
OF_PROXY = {"SKIPBO_NAME", "SKIPBO_NODES"}  # read by Caddy
PORT = Settings().port
UNIT = DEPLOY / "skipbo.service"
CHECK_DASHBOARD = """
import json, sys
from grafana_foundation_sdk.models import dashboard, stat, timeseries
given = json.load(open(sys.argv[1]))
kinds = {"stat": stat, "timeseries": timeseries}

def compare(given, read, path):
    if isinstance(given, dict):
        read = read if isinstance(read, dict) else read.to_json()
        for key, value in given.items():
            assert key in read, f"Grafana does not know {path}.{key}"
            compare(value, read[key], f"{path}.{key}")
    elif isinstance(given, list):
        assert len(given) == len(read), path
        for number, (each, other) in enumerate(zip(given, read)):
            compare(each, other, f"{path}[{number}]")
    else:
        assert given == read, f"{path}: {given} is read as {read}"

compare(given, dashboard.Dashboard.from_json(given), "dashboard")
for panel in given["panels"]:
    kind = kinds[panel["type"]]
    compare(panel["options"], kind.Options.from_json(panel["options"]), panel["title"])
    custom = panel["fieldConfig"]["defaults"].get("custom")
    if custom is not None:
        compare(custom, kind.FieldConfig.from_json(custom), panel["title"])
"""


def of_kind(kind: str, name: str = "skipbo") -> dict[str, Any]:
    (found,) = [each for each in read_manifests() if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    return found


def container() -> dict[str, Any]:
    (found,) = of_kind("Deployment")["spec"]["template"]["spec"]["containers"]
    assert isinstance(found, dict)
    return found


def seconds(text: str) -> int:
    return int(text.removesuffix("s"))


def test_every_setting_that_is_given_to_a_node_exists() -> None:
    of_compose = {name for node in NODES for name in read_compose()["services"][node]["environment"]}
    of_kubernetes = {variable["name"] for variable in container()["env"]}
    known = {PREFIX + name.upper() for name in Settings.__struct_fields__}
    for given in (of_compose, of_kubernetes):
        assert {name for name in given if name.startswith(PREFIX)} <= known
        assert {PREFIX + "DATA", PREFIX + "BELL", PREFIX + "URL", PREFIX + "PROXIES", "PGPASSWORD"} <= given


def test_no_secret_is_in_the_files() -> None:
    for name, service in read_compose()["services"].items():
        for variable, value in service.get("environment", {}).items():
            if "PASSWORD" in variable:
                assert re.fullmatch(r"\$\{\w+:\?.+\}", value), (name, variable)
    for variable in container()["env"]:
        if variable["name"] in ("SKIPBO_DATA", "SKIPBO_BELL", "PGPASSWORD"):
            assert variable["valueFrom"].keys() == {"secretKeyRef"}
    assert all(manifest["kind"] != "Secret" for manifest in read_manifests())


def test_what_compose_builds_mounts_and_names_is_there() -> None:
    compose = read_compose()
    services = compose["services"]
    for node in NODES:
        build = services[node]["build"]
        assert (DEPLOY / build["context"]).resolve() == ROOT
        assert (ROOT / build["dockerfile"]).is_file()
    mounted = [volume.split(":") for service in services.values() for volume in service.get("volumes", ())]
    for source, *_rest in mounted:
        assert (DEPLOY / source).is_file() if source.startswith(".") else source in compose["volumes"]
    assert services["proxy"]["environment"]["SKIPBO_NODES"] == " ".join(f"{node}:{PORT}" for node in NODES)
    assert set(re.findall(r"\{\$(\w+):", (DEPLOY / "Caddyfile").read_text())) == OF_PROXY
    for service in services.values():
        assert set(service["networks"]) <= compose["networks"].keys()
        assert set(service.get("depends_on", ())) <= services.keys()


def test_everything_is_started_again_and_may_end_in_its_own_time() -> None:
    services = read_compose()["services"]
    assert {service["restart"] for service in services.values()} == {"unless-stopped"}
    assert all(seconds(services[node]["stop_grace_period"]) > Settings().time_to_leave for node in NODES)
    unit = ConfigParser(strict=False, interpolation=None)
    unit.read_string(UNIT.read_text())
    assert unit["Service"]["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"  # after a power cut, its database may come back much later
    assert int(unit["Service"]["TimeoutStopSec"]) > Settings().time_to_leave
    pod, given = of_kind("Deployment")["spec"]["template"]["spec"], {each["name"]: each for each in container()["env"]}
    settings = Settings(notice=int(given["SKIPBO_NOTICE"]["value"]))
    assert pod["terminationGracePeriodSeconds"] > settings.time_to_leave


def test_a_node_needs_no_rights_and_writes_nowhere() -> None:
    for node in NODES:
        service = read_compose()["services"][node]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
    rights = container()["securityContext"]
    assert rights["readOnlyRootFilesystem"] is True
    assert rights["allowPrivilegeEscalation"] is False
    assert of_kind("Deployment")["spec"]["template"]["spec"]["securityContext"]["runAsNonRoot"] is True


def test_a_service_that_may_not_change_its_user_does_not_begin_as_root() -> None:
    (of_our_image,) = re.findall(r"^USER (.+)", CONTAINERFILE.read_text(), re.MULTILINE)
    for name, service in read_compose()["services"].items():
        if "ALL" in service.get("cap_drop", ()):
            user = service.get("user", of_our_image if "build" in service else "root")
            assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user), name


def test_the_manifests_find_each_other() -> None:
    labels = of_kind("Deployment")["spec"]["template"]["metadata"]["labels"]
    selectors = [
        of_kind("Deployment")["spec"]["selector"]["matchLabels"],
        of_kind("PodDisruptionBudget")["spec"]["selector"]["matchLabels"],
        of_kind("Service")["spec"]["selector"],
    ]
    assert all(selector == labels for selector in selectors)
    assert [port["containerPort"] for port in container()["ports"]] == [PORT]
    for rule in of_kind("Ingress")["spec"]["rules"]:
        for path in rule["http"]["paths"]:
            service = of_kind("Service", path["backend"]["service"]["name"])
            assert path["backend"]["service"]["port"]["name"] in {port["name"] for port in service["spec"]["ports"]}
            assert ("selector" in service["spec"]) == (path["path"] not in ("/metrics", "/healthz"))


def test_every_probe_is_answered_by_a_server(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            path = container()[probe]["httpGet"]["path"]
            with urllib.request.urlopen(server.url + path, timeout=10) as answer:
                assert answer.status == 200


def test_a_database_that_is_gone_does_not_restart_the_nodes() -> None:
    assert container()["livenessProbe"]["httpGet"]["path"] != "/healthz"
    assert container()["readinessProbe"]["httpGet"]["path"] == "/healthz"


@pytest.fixture(scope="module")
def validators(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs that know the specifications: 70 MB, which not every developer needs."""
    folder = tmp_path_factory.mktemp("validators")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    options = ["--quiet", "--disable-pip-version-check", "--no-compile", "--require-hashes"]
    locked = ROOT / "requirements" / "deploy.txt"
    subprocess.run([folder / "bin" / "pip", "install", *options, "-r", locked], check=True)
    return folder / "bin"


def accept(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_compose_file_is_one_by_the_specification(validators: Path) -> None:
    accept(validators / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE)


@pytest.mark.slow
@pytest.mark.parametrize("version", ["1.30", "1.37"])
def test_the_manifests_are_valid_for_kubernetes(validators: Path, version: str) -> None:
    accept(validators / "kubernetes-validate", "--strict", "--kubernetes-version", version, KUBERNETES)


@pytest.mark.slow
def test_grafana_knows_every_field_of_the_dashboard(validators: Path) -> None:
    accept(validators / "python", "-c", CHECK_DASHBOARD, DASHBOARD)
