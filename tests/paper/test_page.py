"""The page of a report: whole, safe, and with the looks of our page."""

import re
from pathlib import Path

from skipbo.paper import charts
from skipbo.paper.page import STYLE, page, section, table


def test_the_report_looks_like_the_page() -> None:
    """The colours of a report and of its charts are those of the page's styles, light and dark."""
    styles = "".join(path.read_text("utf-8") for path in sorted(Path("web/src/styles").glob("*.css")))
    ours = dict(reversed(re.findall(r"--([\w-]+): (light-dark\(.*?\)|#\w+|\".*?);", styles)))  # the first counts
    for style in (STYLE.removesuffix(charts.STYLE), charts.STYLE):
        light, dark = style.split("@media (prefers-color-scheme: dark)")
        for number, scheme in enumerate((light, dark)):
            for name, value in re.findall(r"--([a-z-]+): (#\w+|\".*?);", scheme):
                both = re.fullmatch(r"light-dark\((.*), (.*)\)", ours[name])
                assert value == (both[number + 1] if both else ours[name]), name
    assert f"font: 14px {ours['font']};" in charts.STYLE


def test_words_of_strangers_are_shown_as_they_are_written() -> None:
    written = page("<i>", "a & b", ["<script>"], [section("<b>", "&", table(["<u>"], [["<s>", "<em>"]]))])
    for mark in ("<i>", "<script>", "<b>", "<u>", "<s>", "<em>"):
        assert mark not in written
    assert "<h1>a &amp; b</h1>" in written


def test_a_long_name_is_shortened_in_a_table_and_whole_in_its_tip() -> None:
    name = "a name of more than sixteen letters"
    written = table([], [[name, "1"]])
    assert f'title="{name}"' in written
    assert f">{name}<" not in written
