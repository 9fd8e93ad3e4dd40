"""`skipbo site`: the page as a folder of files."""

import re
from pathlib import Path

import pytest

from skipbo.errors import Malformed
from skipbo.server.http import headers
from skipbo.server.http.assets import INDEX
from skipbo.server.http.site import write_site

NAMED = re.compile(r'(?:src|href)="([^"]+)"')


def test_every_file_that_the_page_names_lies_beside_it(tmp_path: Path) -> None:
    written = write_site(tmp_path / "site")
    html = (tmp_path / "site" / INDEX).read_text()
    named = NAMED.findall(html)
    assert named
    assert all(each.startswith("./") and each[2:] in written for each in named), named


def test_it_is_as_strict_as_the_server(tmp_path: Path) -> None:
    write_site(tmp_path)
    html = (tmp_path / INDEX).read_text()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    served = headers.PAGE["Content-Security-Policy"].split("; ")
    assert policy.split("; ") == [each for each in served if each != "frame-ancestors 'none'"]
    assert html.index("Content-Security-Policy") < html.index("<script")


def test_a_newer_site_takes_the_place_of_an_older(tmp_path: Path) -> None:
    written = write_site(tmp_path)
    old, own = tmp_path / "assets" / "old-1234567.js", tmp_path / "CNAME"
    old.write_text("old")
    own.write_text("of the host's")
    assert write_site(tmp_path) == written
    assert not old.exists()
    assert own.exists()
    assert {each.relative_to(tmp_path).as_posix() for each in tmp_path.rglob("*") if each.is_file()} == {
        *written,
        "CNAME",
        ".nojekyll",
    }


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / INDEX).write_text("<html>mine</html>")
    with pytest.raises(Malformed, match="has other files in it"):
        write_site(tmp_path)
    assert (tmp_path / INDEX).read_text() == "<html>mine</html>"
    with pytest.raises(Malformed, match="is not a folder"):
        write_site(tmp_path / INDEX)


def test_a_page_that_is_not_built_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="has not been built"):
        write_site(tmp_path / "site", page=tmp_path)
    assert not (tmp_path / "site").exists()
