"""Charts show what they should, and nothing is cut off."""

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from skipbo.paper import charts


def numbers(svg: str, name: str) -> list[float]:
    return [float(number) for number in re.findall(rf'{name}="([-0-9.e+]+)"', svg)]


def test_longer_bars_are_more_games_and_all_games_are_in_a_bar() -> None:
    lengths = np.zeros(400, np.int64)
    lengths[[20, 21, 50, 390]] = [5, 5, 20, 1]
    width, counts = charts.bins(lengths)
    assert counts.sum() == 31
    assert counts.argmax() == 50 // width
    svg = charts.histogram("t", "d", lengths, "turns")
    heights = numbers("".join(re.findall(r"<rect.*?>", svg)), "height")
    assert sorted(heights)[-1] == pytest.approx(180)
    assert len(heights) == counts.size - 20 // width


def drawn_words(svg: str) -> list[tuple[str, float]]:
    """The texts of a chart, and where each has its middle."""
    found = re.findall(r'<text x="([-\d.]+)"[^>]*text-anchor="middle"[^>]*>(.*?)</text>', svg)
    return [(words, float(x)) for x, words in found]


@pytest.mark.parametrize("lengths_of_games", [[50, 100, 150], [1000, 1990, 2000], [0, 60], [7], [40] * 999 + [1000]])
def test_no_number_of_a_histogram_is_cut_off(lengths_of_games: list[int]) -> None:
    lengths = np.bincount(lengths_of_games).astype(np.int64)
    for words, x in drawn_words(charts.histogram("t", "d", lengths, "turns")):
        half = 4.5 * len(words)  # as wide as digits of this size are at most
        assert x - half >= 0, words
        assert x + half <= charts.WIDTH, words


def test_a_histogram_says_which_bar_holds_all_longer_games() -> None:
    lengths = np.bincount([30] * 500 + [40] * 500 + [900]).astype(np.int64)
    width, counts = charts.bins(lengths)
    assert charts.bin_name(counts.size - 1, width, lengths) == "40+"
    svg = charts.histogram("t", "d", lengths, "turns")
    assert svg.count("bar longest") == 1
    assert "<title>40+: 501</title>" in svg
    assert "40+" in [words for words, _x in drawn_words(svg)]
    whole = np.bincount([30, 40]).astype(np.int64)
    assert "longest" not in charts.histogram("t", "d", whole, "turns")
    assert charts.bin_name(charts.bins(whole)[1].size - 1, 1, whole) == "40"


def test_a_single_length_is_a_histogram_too() -> None:
    lengths = np.zeros(8, np.int64)
    lengths[7] = 3
    ElementTree.fromstring(charts.histogram("t", "d", lengths, "turns"))


def test_dots_stay_within_the_picture() -> None:
    rows = [charts.Dot("a" * 40, 900, 700, 1200, "+900"), charts.Dot("b", -900, -2000, -800, "−900")]
    svg = charts.dots("t", "d", rows, [(0.0, "0")])
    for name in ("x1", "x2", "cx"):
        assert all(0 <= x <= charts.WIDTH for x in numbers(svg, name))
    assert ">…aaaa" in svg


def test_names_at_the_ends_of_lines_do_not_touch() -> None:
    lines = [charts.Curve(f"bot {number}", np.array([10.0, 1.0 + number / 100]), number) for number in range(10)]
    svg = charts.curves("t", "d", lines, "turns")
    names = sorted(float(y) for y in re.findall(r'y="([\d.]+)" style', svg))
    assert min(np.diff(names)) >= 15.9
    assert svg.count("stroke-dasharray") == 2, "more lines than colours"


def test_a_picture_for_another_page_brings_its_style() -> None:
    svg: Any = ElementTree.fromstring(charts.standalone(charts.dots("t", "d", [charts.Dot("a", 1, 0, 2, "1")], [])))
    assert "prefers-color-scheme" in "".join(svg.itertext())
