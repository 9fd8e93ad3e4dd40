"""The planner's weights: which file serves a table, and what is refused in one."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo.bots import Bot
from skipbo.bots.bot import is_ours, parameters_of
from skipbo.bots.ladder import PLANNER, RANDOM
from skipbo.bots.planner.evaluation import WINNING
from skipbo.bots.planner.features import CHANCES, FEATURES, MEANINGS
from skipbo.bots.planner.parameters import POINT, unit
from skipbo.bots.planner.weights import (
    DIGITS,
    FOLDER,
    FORMATS,
    HEAVIEST,
    check_format,
    file_of,
    format_of,
    parameters_with,
    read_weights,
    weights_of,
    write_weights,
)
from skipbo.editions import EDITIONS
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.pile import PileKind
from skipbo.game.table import Table
from tests.positions import BROWNFIELD

PLAIN = dict.fromkeys(FEATURES, 0.5)


# The files of the package


def test_every_format_has_a_file_and_every_file_a_format() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.suffix == ".toml"} == {f"{name}.toml" for name in FORMATS}


@pytest.mark.parametrize("name", FORMATS)
def test_the_weights_of_every_format_are_complete(name: str) -> None:
    weights = weights_of(name)
    assert tuple(weights) == FEATURES
    assert weights["stock_played"] == 10, "the measure of all others"
    assert file_of(name).read_text("utf-8").startswith("[made]\n"), "how they were made"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_table_has_a_format(edition: str) -> None:
    for players in range(2, 7):
        usual = {2: "2", 3: "3-4", 4: "3-4", 5: "5-6", 6: "5-6"}[players]
        expected = "13-ranks" if edition == BROWNFIELD else usual
        assert format_of(Table.of(edition, players=players)) == expected
        assert format_of(Game(edition, players=players).view(0)) == expected
    for players in (4, 6):
        assert format_of(Table.of(edition, players=players, partners=True)) == "partners"


def test_an_unknown_format_is_refused_with_a_list_of_the_known_ones() -> None:
    for name in FORMATS:
        check_format(name)
    with pytest.raises(Malformed, match="2, 3-4, 5-6, partners, 13-ranks"):
        check_format("7")


def test_every_feature_has_a_meaning_of_its_own() -> None:
    assert len(set(MEANINGS.values())) == len(FEATURES)
    assert set(FEATURES) >= CHANCES
    assert 20 <= len(FEATURES) <= 40


# Files of one's own


def test_weights_that_are_written_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    weights = {name: round(math.sin(number) * 10, DIGITS) for number, name in enumerate(FEATURES)}
    write_weights(path, weights, {"command": "by hand", "games": 7})
    assert read_weights(path) == weights
    assert path.read_text("utf-8").startswith('[made]\ncommand = "by hand"\ngames = 7\n\n[weights]\n')
    assert [each.name for each in tmp_path.iterdir()] == ["mine.toml"]


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x7f")))
def test_weights_can_be_read_whatever_text_says_how_they_were_made(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("weights") / "mine.toml"
    write_weights(path, PLAIN, {"command": text})
    assert read_weights(path) == PLAIN


def test_weights_that_are_written_replace_the_old_ones_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    write_weights(path, PLAIN, {})
    with pytest.raises(KeyError):
        write_weights(path, {"height": 1.0}, {})
    assert read_weights(path) == PLAIN


def file_with(tmp_path: Path, **changed: object) -> Path:
    path = tmp_path / "mine.toml"
    lines = [f"{name} = {value}" for name, value in (PLAIN | changed).items() if value is not None]
    path.write_text("[weights]\n" + "\n".join(lines), "utf-8")
    return path


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"height": None}, "does not hold the planner's weights: 'height'"),
        ({"height": '"high"'}, "does not hold the planner's weights: could not convert"),
        ({"height": "[1]"}, "does not hold the planner's weights: "),
        ({"height": "nan"}, "the weight of height must be a number from −1000 to 1000, not nan"),
        ({"height": "-inf"}, "the weight of height must be a number from −1000 to 1000, not -inf"),
        ({"height": 1e30}, "the weight of height must be a number from −1000 to 1000, not 1e[+]30"),
        ({"luck": 1, "charm": 2}, "has weights of unknown features: charm, luck"),
    ],
)
def test_a_file_with_a_wrong_weight_is_refused(tmp_path: Path, changed: dict[str, object], sentence: str) -> None:
    path = file_with(tmp_path, **changed)
    with pytest.raises(Malformed, match=sentence) as error:
        read_weights(path)
    assert str(path) in str(error.value)
    assert error.value.code == "weights"


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"[made]\n", b"weights = 3", b"weights = []", b"\xff\xfe", b"[weights"]
)
def test_a_file_without_weights_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(Malformed, match="does not hold the planner's weights"):
        read_weights(path)


def test_the_planner_plays_with_weights_from_a_file(tmp_path: Path) -> None:
    """A planner that likes to keep its stock pile."""
    path = file_with(tmp_path, stock_played=-900)
    name = f"planner:{path}"
    assert is_ours(name)
    view = Game(key=bytes(32)).view(0)
    parameters = parameters_of(name, view)
    assert parameters["kind"][0] == PLANNER
    assert parameters["stock_played"][0] == -900 * POINT
    game = Game(stock=2, key=bytes([3]) * 32)
    for _move in range(30):
        if game.outcome is None:
            move = Bot(name, seed=1).choose(game.view(game.turn))
            assert move.source.kind is not PileKind.STOCK
            game.play(move)


def test_a_missing_weights_file_is_reported_as_such(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        parameters_of(f"planner:{tmp_path / 'none.toml'}", Table.of())


# Parameters


def test_parameters_hold_the_weights_as_whole_numbers() -> None:
    parameters = parameters_with(PLANNER, dict.fromkeys(FEATURES, 0.5), temperature=0.25)[0]
    assert parameters.temperature == POINT // 4
    for name in FEATURES:
        assert parameters[name] * unit(name) == POINT // 2
    assert parameters.discard_bound > 0


def test_parameters_without_weights_are_zero() -> None:
    parameters = parameters_with(RANDOM)[0]
    assert (parameters.kind, parameters.temperature, parameters.discard_bound) == (RANDOM, 0, 0)
    assert not any(parameters[name] for name in FEATURES)


def test_the_heaviest_weights_do_not_outweigh_a_win() -> None:
    """Every feature as heavy as can be, and none of them counts more than a hundred things."""
    assert HEAVIEST * POINT * len(FEATURES) * 100 < WINNING
