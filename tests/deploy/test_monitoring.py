"""The alerts and the dashboard say what Prometheus and Grafana understand, about numbers that the server has."""

import json
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.files import ALERTS, ROOT, read_alerts, read_dashboard
from tests.server.server_process import served

UNIT_TESTS = Path(__file__).parent / "prometheus-alerts.test.yml"
OF_PROMETHEUS = {"up"}  # what it knows by itself about what it scrapes
METRIC = re.compile(r"\b(?:skipbo|process)_\w+\b|\bup\b(?={)")
LABEL = re.compile(r'(\w+)="(\w+)"')
COLUMNS = 24  # of a dashboard

needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is missing (Debian: prometheus)")


@pytest.fixture(scope="module")
def exposition(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What a real server answers to Prometheus."""
    with served(tmp_path_factory.mktemp("data")) as server, urllib.request.urlopen(server.url + "/metrics") as answer:
        yield answer.read().decode()


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_dashboard()["panels"]
    return found


def expressions() -> list[str]:
    """Returns every expression of the alerts and the dashboard, with the dashboard's variables filled in."""
    drawn = [target["expr"] for panel in panels() for target in panel["targets"]]
    values = {"$__rate_interval": "5m", "$job": "skipbo", "$instance": ".*"}
    for name, value in values.items():
        drawn = [expression.replace(name, value) for expression in drawn]
    return [*(rule["expr"] for rule in read_alerts()), *drawn]


def promtool(*arguments: str | Path) -> None:
    done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_prometheus_accepts_the_alerts() -> None:
    promtool("check", "rules", ALERTS)


@needs_promtool
def test_each_alert_fires_when_it_should_and_none_in_a_quiet_hour() -> None:
    promtool("test", "rules", UNIT_TESTS)
    tested = UNIT_TESTS.read_text()
    assert [rule["alert"] for rule in read_alerts() if rule["alert"] not in tested] == []


@needs_promtool
def test_prometheus_accepts_the_configurations_that_we_recommend(tmp_path: Path) -> None:
    shown = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "hosting.md").read_text(), re.DOTALL)
    given = [yaml.safe_load(text) for text in shown if "scrape_configs" in text]
    assert len(given) == 2
    shutil.copy(ALERTS, tmp_path)
    for config in given:
        (job,) = config["scrape_configs"]
        assert job["job_name"] == "skipbo"
        job.pop("kubernetes_sd_configs", None)  # which Debian leaves out of its Prometheus
        (tmp_path / "prometheus.yml").write_text(yaml.safe_dump(config))
        promtool("check", "config", tmp_path / "prometheus.yml")


def test_each_alert_says_how_urgent_it_is_and_what_to_do() -> None:
    for rule in read_alerts():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"].keys() == {"summary", "action"}


def test_every_metric_of_alerts_and_dashboard_is_one_that_the_server_has(exposition: str) -> None:
    known = {re.split(r"[{ ]", line)[0] for line in exposition.splitlines() if not line.startswith("#")}
    used = {name for expression in expressions() for name in METRIC.findall(expression)}
    assert used - known - OF_PROMETHEUS == set()
    assert {name for name in used if name.startswith("skipbo_")}


def test_every_value_of_a_label_that_is_asked_for_exists_from_the_start(exposition: str) -> None:
    asked = {pair for expression in expressions() for pair in LABEL.findall(expression) if pair[0] != "job"}
    assert asked == {("outcome", "failed"), ("code", "full")}
    assert asked <= set(LABEL.findall(exposition))


@needs_promtool
def test_every_expression_of_the_dashboard_is_understood_by_prometheus(tmp_path: Path) -> None:
    rules = [{"record": f"drawn:{number}", "expr": each} for number, each in enumerate(expressions())]
    (tmp_path / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "drawn", "rules": rules}]}))
    promtool("check", "rules", tmp_path / "rules.yml")


def test_the_panels_of_the_dashboard_are_told_apart_and_do_not_overlap() -> None:
    assert len({panel["id"] for panel in panels()}) == len({panel["title"] for panel in panels()}) == len(panels())
    places = [panel["gridPos"] for panel in panels()]
    assert all(0 <= place["x"] <= COLUMNS - place["w"] for place in places)
    for one, other in combinations(places, 2):
        apart = any(
            first[at] + first[size] <= second[at]
            for first, second in ((one, other), (other, one))
            for at, size in (("x", "w"), ("y", "h"))
        )
        assert apart, (one, other)


def test_the_dashboard_asks_whichever_prometheus_the_reader_chooses() -> None:
    dashboard = read_dashboard()
    chosen = {"type": "prometheus", "uid": "${datasource}"}
    assert dashboard["templating"]["list"][0]["name"] == "datasource"
    assert all(each["datasource"] == chosen for panel in panels() for each in (panel, *panel["targets"]))
    assert json.loads(json.dumps(dashboard)) == dashboard
