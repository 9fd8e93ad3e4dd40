"""A record says what the format's page says, field by field."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from skipbo.batch.simulation import GameLogger
from skipbo.editions import EDITIONS
from skipbo.game.event import Drew
from skipbo.game.game import Game
from skipbo.game.outcome import How
from skipbo.game.table import Table
from skipbo.kernel.layout import DRAW_PILE, RANKS, STOCKS
from skipbo.record import RecordedSeat, RecordWriter, check, default_seats, record_from_line, to_line, to_record
from tests.record.games import every_table, fields_of, finished, won

FIELDS = [
    "skipbo",
    "edition",
    "stock",
    "house",
    "referee",
    "seats",
    "teams",
    "dealer",
    "first",
    "deal",
    "shuffles",
    "moves",
    "result",
    "seed",
    "commitment",
]
# The notation of the format's page, written down a second time
NOTATION = re.compile(r"([0-5]?(s|d[1-4])>b[1-4]|h(W|[1-9]|1[0-3])>[bd][1-4]|pass)")


@every_table
def test_a_record_has_the_fields_of_the_page_in_their_order(edition: str, players: int, partners: bool) -> None:
    game = finished(edition, players, partners)
    record = fields_of(game)
    assert list(record) == FIELDS
    assert (record["skipbo"], record["edition"], record["referee"]) == (1, edition, "strict")
    assert record["stock"] == (30 if players < 5 else 20)
    assert record["house"] == {}
    assert (record["dealer"], record["first"]) == (game.dealer, game.first)
    assert len(record["seats"]) == players


def test_seats_have_a_name_and_a_player() -> None:
    seats = (RecordedSeat("Ada", "person"), RecordedSeat("Zoë", "eager"))
    record = to_record(finished(), seats)
    assert record.seats == seats
    assert '"seats":[{"name":"Ada","player":"person"},{"name":"Zoë","player":"eager"}]'.encode() in to_line(record)
    check(record)


@pytest.mark.parametrize("players", range(2, 7))
def test_seats_without_names_are_called_after_the_sides_of_the_table(players: int) -> None:
    seats = default_seats(players, ["eager"])
    assert len({seat.name for seat in seats}) == players
    assert {seat.player for seat in seats} == {"eager"}
    assert (seats[0].name, default_seats(2)[1].name) == ("South", "North")


@pytest.mark.parametrize(
    ("edition", "players", "partners", "teams"),
    [
        ("mattel-2003", 2, False, [[0], [1]]),
        ("mattel-2016", 4, True, [[0, 2], [1, 3]]),
        ("holiday-2010", 6, True, [[0, 3], [1, 4], [2, 5]]),
        ("brownfield-1967", 6, True, [[0, 2, 4], [1, 3, 5]]),
        ("francais-2003", 6, False, [[0], [1], [2], [3], [4], [5]]),
    ],
)
def test_teams_are_the_seats_that_play_together(
    edition: str, players: int, partners: bool, teams: list[list[int]]
) -> None:
    assert fields_of(finished(edition, players, partners))["teams"] == teams


def test_the_deal_is_written_from_the_top_before_any_hand_is_drawn() -> None:
    game = Game("mattel-2003", players=3, stock=5, key=bytes(32))
    deal = fields_of(game)["deal"]
    assert list(deal) == ["stocks", "draw"]
    for seat, stock in enumerate(deal["stocks"]):
        assert len(stock) == 5
        assert stock[0] == game.view(None).stocks[seat][0], "the face-up card comes first"
        under = game.states["under"][0]
        card, below = game.states["top"][0, STOCKS[seat]], []
        for _ in range(5):
            below.append(RANKS[card])
            card = under[card]
        assert stock == below
    drew = next(event for event in game.events if isinstance(event, Drew))
    assert tuple(deal["draw"][:5]) == drew.cards, "the first player draws from the top"
    left = game.states["order"][0, : game.states["count"][0, DRAW_PILE]]
    assert deal["draw"][5:] == [RANKS[card] for card in reversed(left)]
    assert len(deal["draw"]) == 162 - 15


def test_a_shuffle_is_the_new_draw_pile_from_the_top() -> None:
    record = fields_of(won())
    game = Game(stock=15, key=bytes.fromhex(record["seed"]))
    for move in record["moves"]:
        before = len(game.shuffles)
        game.play(move)
        if len(game.shuffles) == before:
            continue
        shuffle = record["shuffles"][before]
        drew = game.events[-1]
        assert isinstance(drew, Drew)
        assert drew.cards == tuple(shuffle[: drew.count]), "what was drawn after the shuffle lay on top"
        pile = game.states["order"][0, : game.states["count"][0, DRAW_PILE]]
        assert [RANKS[card] for card in reversed(pile)] == shuffle[len(shuffle) - len(pile) :]
    assert len(game.shuffles) == len(record["shuffles"]) > 0


@every_table
def test_every_move_is_in_the_notation_of_the_page(edition: str, players: int, partners: bool) -> None:
    moves = to_record(finished(edition, players, partners)).moves
    assert moves
    assert all(NOTATION.fullmatch(move) for move in moves)


def test_a_partners_pile_is_written_with_the_partners_seat_first() -> None:
    game = finished("mattel-2003", 4, True)
    named = {move for move in to_record(game).moves if re.fullmatch(r"[0-5].*", move)}
    assert any("s>" in move for move in named)
    assert any("d" in move for move in named)
    turn = game.first
    for move in game.moves:
        assert move.source.seat in (None, (turn + 2) % 4)
        turn = (turn + move.ends_turn) % 4


def test_a_wild_of_the_hand_is_written_with_a_w() -> None:
    assert any(move.startswith("hW>") for move in to_record(finished()).moves)


@pytest.mark.parametrize("edition", EDITIONS)
def test_another_stock_size_than_the_sheets_is_a_house_rule(edition: str) -> None:
    record = to_record(finished(edition, stock=7))
    assert (record.stock, record.house) == (7, {"stock": 7})


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name != "brownfield-1967"])
def test_the_short_game_is_no_house_rule(edition: str) -> None:
    assert to_record(finished(edition, stock=10)).house == {}


def test_1967_has_no_short_game() -> None:
    assert to_record(finished("brownfield-1967", stock=10)).house == {"stock": 10}


def test_by_the_sheet_of_2016_there_is_no_dealer() -> None:
    record = to_record(Game("mattel-2016", players=4, youngest=3, key=bytes(32)))
    assert record.dealer is None
    assert record.first == 3


def test_the_result_has_how_winners_left_and_points() -> None:
    game = won(players=3)
    winner = next(seat for seat, (_card, count) in enumerate(game.view(None).stocks) if count == 0)
    left = [count for _card, count in game.view(None).stocks]
    assert fields_of(game)["result"] == {
        "how": "stock",
        "winners": [winner],
        "left": left,
        "points": 25 + 5 * sum(left),
    }


def test_a_team_wins_together() -> None:
    game = won(players=4, partners=True)
    result = fields_of(game)["result"]
    assert result["winners"] in ([0, 2], [1, 3])
    assert [result["left"][seat] for seat in result["winners"]] == [0, 0]
    assert result["points"] == 25 + 5 * sum(result["left"])


def test_a_blocked_game_that_nobody_wins_scores_nothing() -> None:
    games = (finished(stock=60, seed=seed) for seed in range(1, 100))
    game = next(g for g in games if g.outcome and g.outcome.how is How.BLOCKED and not g.outcome.winners)
    record = to_record(game)
    assert record.result is not None
    assert (record.result.how, record.result.winners, record.result.points) == (How.BLOCKED, (), 0)
    assert record.result.left[0] == record.result.left[1]
    assert record.moves[-2:] == ("pass", "pass"), "the record shows the passes that blocked it"
    check(record)


def test_the_seed_is_the_key_in_hex_and_the_commitment_its_sha_256() -> None:
    key = bytes(range(32))
    record = to_record(Game(key=key))
    assert record.seed == key.hex()
    assert record.commitment == hashlib.sha256(key).hexdigest()


def test_an_unfinished_game_has_no_result() -> None:
    game = Game(key=bytes(32))
    assert to_record(game).result is None
    assert b'"result":null' in to_line(to_record(game))


def test_a_line_is_compact_json_in_utf_8_with_one_newline_at_its_end() -> None:
    record = to_record(finished(), [RecordedSeat("Zoë", "person"), RecordedSeat("N\nord", "person")])
    line = to_line(record)
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    assert "Zoë".encode() in line
    assert b", " not in line
    assert line == json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    assert record_from_line(line) == record


def test_a_game_of_two_takes_at_most_a_kibibyte_of_a_compressed_file(tmp_path: Path) -> None:
    logger, games = GameLogger(Table.of(), ["eager"], "size"), 100
    with RecordWriter(tmp_path / "games.jsonl.gz") as writer:
        for number in range(games):
            logger.play(number)
            writer.write(logger.record())
    assert (tmp_path / "games.jsonl.gz").stat().st_size / games <= 1024
