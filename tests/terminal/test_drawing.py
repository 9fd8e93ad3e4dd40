"""The drawn table: as the golden pictures show it, never wider than a terminal, and blind to hidden cards."""

from pathlib import Path

import numpy as np
import pytest

from skipbo.editions import EDITIONS
from skipbo.game.drawing import WIDTH, draw_table
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.game.view import View, see
from skipbo.i18n import LANGUAGES, use_language
from skipbo.kernel.doors import arrays
from skipbo.record import DIRECTIONS
from skipbo.terminal.descriptions import describe_table, list_moves
from tests.positions import KEY, lay, up_to, wander
from tests.terminal.scripted_player import names

GOLDEN = Path(__file__).parent / "golden"


def two_players() -> Game:
    """The other has a deep discard pile, of which three covered cards are shown; b3 stands at a wild."""
    return lay(
        stocks=[(11, 6, 8, 7), (12, 5, 4, 10)],
        hands=[(1, 5, 7, 12, "W"), (2, 2, 3)],
        discards={0: [(4,), (), (9, 3, "W", 11), (10, 10)], 1: [(8, 8, 9, 9, 12), (), (1,)]},
        building=[up_to(6), [], [1, 2, 3, "W"], up_to(11)],
        spent=up_to(12),
    )


def partners() -> Game:
    return lay(
        players=4,
        partners=True,
        stocks={0: (9, 7), 1: (5, 11, 1), 2: (9, 3), 3: ()},
        hands={0: (1, 2, 12), 1: (4, 4), 2: (5, 5, 5), 3: (6,)},
        discards={0: [(4,), (5,), (9, 3), (10,)], 2: [(), (), (), (8, 7)], 3: [(1, 2, 3, 4, 5, 6, 7)]},
        building=[up_to(6), up_to(2)],
    )


def six_players() -> Game:
    return lay(
        players=6,
        stocks=[(12, 8), (12, 10), (12, "W"), (12, 3), (12, 12), (12, 11, 1)],
        hands={0: (2, 6, 9), 1: (4,), 2: (4, 4), 3: (5,), 4: (), 5: (6, 7, 8)},
        discards={
            0: [(9,), (12, 9), (), (10,)],
            1: [(12, 11, 10, 12, 11, 10), (), (11, 10, 9, 8), ()],
            3: [(), ("W",), (), (6,)],
            5: [(4,), (4,), (4,), (4, 5)],
        },
        building=[[], up_to(1), ["W", 2], []],
        turn=0,
    )


TABLES = {"two-players": two_players, "four-partners": partners, "six-players": six_players}


@pytest.mark.parametrize("name", TABLES)
def test_the_table_looks_like_its_golden_picture(name: str) -> None:
    game = TABLES[name]()
    assert draw_table(game.view(0), names(game)) + "\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_line_is_wider_than_a_terminal_in_any_language(edition: str, language: str) -> None:
    use_language(language)
    for players, together in [(2, False), (3, False), (4, True), (5, False), (6, True)]:
        game = Game(edition, players=players, partners=together, key=KEY)
        for step, position in enumerate(wander(game, seed=players, most=300)):
            if step % 25 == 0:
                picture = draw_table(position.view(0), DIRECTIONS[players])
                assert max(map(len, picture.splitlines())) <= WIDTH


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_table_shows_the_names_of_the_sheet(edition: str, language: str) -> None:
    use_language(language)
    sheet = EDITIONS[edition].names_in(language)
    picture = draw_table(Game(edition, key=KEY).view(0))
    for name in (sheet.stock, sheet.draw, sheet.building, sheet.discard):
        assert name in picture


def dealt_anew(view: View, key: int) -> View:
    """What the same seat sees of another deal of the cards it cannot see."""
    states = view.states()
    assert view.seat is not None
    arrays.sample(view.states(), view.seat, states, np.full((1, 8), key, np.uint32))
    table = Table.of(view.edition, players=view.players, partners=view.teams < view.players)
    return see(states, view.seat, table, view.outcome)


@pytest.mark.parametrize(("players", "together"), [(2, False), (4, True), (6, False)])
def test_hidden_cards_change_nothing_that_is_shown(players: int, together: bool) -> None:
    game = Game(players=players, partners=together, key=KEY)
    seats = DIRECTIONS[players]
    for step, position in enumerate(wander(game, seed=5, most=200)):
        if step % 20:
            continue
        view = position.view(0)
        other = dealt_anew(view, step + 1)
        assert draw_table(other, seats) == draw_table(view, seats)
        assert list(describe_table(other, seats)) == list(describe_table(view, seats))
        assert list(list_moves(other, seats)) == list(list_moves(view, seats))


def test_all_of_ones_own_discard_pile_is_shown() -> None:
    game = lay(discards={0: [(), tuple(range(1, 13))]})
    picture = draw_table(game.view(0), names(game)).split("(you)")[1]
    place = next(line.index("d2") for line in picture.splitlines() if "d2" in line)
    column = [line[place : place + 2].strip() for line in picture.splitlines()]
    shown = [face for face in column if face.isdigit()]
    assert shown == [str(rank) for rank in range(12, 0, -1)]


def test_the_seat_in_turn_is_marked_until_the_game_is_over() -> None:
    game = lay(stocks=[(1,)], turn=0)
    assert "▶ South (you)" in draw_table(game.view(0), names(game))
    assert "▶ South" in draw_table(game.view(1), names(game))
    game.play("s>b1")
    assert "▶" not in draw_table(game.view(0), names(game))


def test_a_spectator_sees_no_hand() -> None:
    game = Game(key=KEY)
    picture = draw_table(game.view(None), names(game))
    assert "▒▒" in picture
    assert "(you)" not in picture
