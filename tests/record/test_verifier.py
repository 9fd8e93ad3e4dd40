"""A record that does not hold is named by the field or the rule it breaks, and by the move that breaks it."""

from pathlib import Path
from typing import Any

import pytest

from skipbo.editions import EDITIONS
from skipbo.game.game import Game
from skipbo.record import BadRecord, check, verify_file
from tests.positions import every_edition, modern_editions, standard_editions
from tests.record.games import Fields, every_table, fault, fields_of, finished, good, read, write_lines

BROWNFIELD = "brownfield-1967"
REQUIRED = ["edition", "stock", "house", "referee", "seats", "teams", "dealer", "first"]
REQUIRED += ["deal", "shuffles", "moves", "result"]


# Its form


@pytest.mark.parametrize("version", [0, 2, -1, "1", None, [1], 1.5, True, 1.0])
def test_another_version_is_not_judged(version: object) -> None:
    assert fault(good() | {"skipbo": version}) == ("skipbo", None)


def test_a_record_without_a_version_is_not_judged() -> None:
    record = good()
    del record["skipbo"]
    assert fault(record) == ("skipbo", None)
    assert fault({}) == ("skipbo", None)


@pytest.mark.parametrize("field", REQUIRED)
def test_a_missing_field_is_named(field: str) -> None:
    record = good()
    del record[field]
    assert fault(record) == (field, None)


@pytest.mark.parametrize("field", REQUIRED)
def test_a_field_of_the_wrong_kind_is_named(field: str) -> None:
    record = good()
    wrong = [True, 1.5, "x", [[]], {"x": 1}, 0] + [None] * (field != "dealer")
    for value in [value for value in wrong if type(value) is not type(record[field])]:
        assert fault(record | {field: value}) == (field, None)


def test_a_game_that_is_not_finished_has_no_result_to_judge() -> None:
    assert fault(fields_of(Game(key=bytes(32)))) == ("result", None)


@pytest.mark.parametrize("name", ["hasbro-1999", "", "MATTEL"])
def test_an_unknown_edition_is_a_fault(name: str) -> None:
    assert fault(good() | {"edition": name}) == ("edition", None)


@pytest.mark.parametrize("name", ["2003", "Mattel-2003", " mattel-2003 "])
def test_a_record_names_its_edition_by_the_id_alone(name: str) -> None:
    assert fault(good() | {"edition": name}) == ("edition", None)


@pytest.mark.parametrize("referee", ["Strict", "kitchen ", ""])
def test_only_games_with_a_known_referee_are_judged(referee: str) -> None:
    assert fault(good() | {"referee": referee}) == ("referee", None)


@pytest.mark.parametrize(
    "seat", [None, "South", {}, {"name": "South"}, {"player": "person"}, {"name": 1, "player": "person"}]
)
def test_a_seat_needs_a_name_and_a_player(seat: object) -> None:
    record = good()
    record["seats"][1] = seat
    assert fault(record) == ("seats", None)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_table_is_for_two_to_six(seats: int) -> None:
    record = good()
    record["seats"] = record["seats"][:1] * seats
    record["teams"] = [[seat] for seat in range(seats)]
    assert fault(record) == ("players", None)


@pytest.mark.parametrize("teams", [[[1], [0]], [[0], [1], [2]], [[0, 1], []], [[], []], [0, 1], [[0], [True]]])
def test_teams_of_other_seats_are_a_fault(teams: list[Any]) -> None:
    assert fault(good() | {"teams": teams}) == ("ruling.seats", None)


def test_three_cannot_be_partners() -> None:
    assert fault(good(players=3) | {"teams": [[0, 2], [1]]}) == ("partners", None)


@pytest.mark.parametrize("teams", [[[0, 1], [2, 3]], [[1, 3], [0, 2]], [[0, 2]], [[0, 2], [1, 3], []]])
def test_partners_sit_alternately(teams: list[list[int]]) -> None:
    assert fault(good(players=4, partners=True) | {"teams": teams}) == ("ruling.seats", None)


def test_house_rules_must_be_recorded() -> None:
    assert fault(good() | {"house": {}}) == ("house", None)


@pytest.mark.parametrize("house", [{"stock": 14}, {"stock": 15, "jokers": 2}, {"Stock": 15}])
def test_other_house_rules_than_those_played_are_a_fault(house: Fields) -> None:
    assert fault(good() | {"house": house}) == ("house", None)


def test_a_game_by_the_sheet_has_no_house_rules() -> None:
    assert fault(fields_of(finished()) | {"house": {"stock": 30}}) == ("house", None)


@pytest.mark.parametrize("size", [0, -1, 82, 10**30])
def test_a_stock_pile_that_the_deck_cannot_give_is_a_fault(size: int) -> None:
    assert fault(good() | {"stock": size, "house": {"stock": size}}) == ("stock", None)


# Its deal


@pytest.mark.parametrize("card", [14, -1, 1.0, "W", None, True])
def test_a_card_is_a_number_from_0_to_13(card: object) -> None:
    for pile in ("stocks", "draw"):
        record = good()
        cards = record["deal"]["stocks"][0] if pile == "stocks" else record["deal"]["draw"]
        cards[-1] = card
        assert fault(record) == ("deal", None)


@pytest.mark.parametrize("deal", [{}, {"stocks": []}, {"stocks": {}, "draw": []}, {"stocks": [[], []], "draw": None}])
def test_a_deal_has_a_stock_pile_for_each_seat_and_a_draw_pile(deal: Fields) -> None:
    assert fault(good() | {"deal": deal}) == ("deal", None)


def test_a_stock_pile_too_many_is_a_fault() -> None:
    record = good()
    record["deal"]["stocks"].append([])
    assert fault(record) == ("deal", None)


@every_edition
def test_cards_that_are_not_those_of_the_deck_are_a_fault(edition: str) -> None:
    deck = "deck.packs" if edition == BROWNFIELD else "deck.modern"
    swapped, missing, more = good(edition), good(edition), good(edition)
    swapped["deal"]["draw"][-1] = 5 if swapped["deal"]["draw"][-1] != 5 else 6
    missing["deal"]["draw"].pop()
    more["deal"]["draw"].append(1)
    for record in (swapped, missing, more):
        assert fault(record) == (deck, None)


@modern_editions
def test_only_the_deck_of_1967_has_kings(edition: str) -> None:  # rule: deck.modern
    record = good(edition)
    record["deal"]["draw"][-1] = 13
    assert fault(record) == ("deck.modern", None)


@every_edition
def test_stock_piles_of_another_size_are_a_fault(edition: str) -> None:  # rule: stock.size
    record = good(edition)
    record["deal"]["draw"].append(record["deal"]["stocks"][0].pop())
    assert fault(record) == ("stock.size", None)
    short = good(edition) | {"stock": 14, "house": {"stock": 14}}
    assert fault(short) == ("stock.size", None)


@pytest.mark.parametrize(("card", "most"), [(5, 8), (0, 16)])
def test_in_1967_stock_piles_come_from_packs_1_and_2(card: int, most: int) -> None:  # rule: stock.packs
    record = fields_of(finished(BROWNFIELD))
    stocks, draw = record["deal"]["stocks"], record["deal"]["draw"]
    places = [(stock, place) for stock in stocks for place in range(1, 30) if stock[place] != card]
    while sum(stock.count(card) for stock in stocks) <= most:
        stock, place = places.pop()
        other = draw.index(card)
        stock[place], draw[other] = draw[other], stock[place]
    assert fault(record) == ("stock.packs", None)


@pytest.mark.parametrize(("dealer", "first"), [(0, 2), (2, 0), (-1, 0), (0, -1), (10**30, 0)])
def test_dealer_and_first_player_are_seats(dealer: int, first: int) -> None:
    assert fault(good() | {"dealer": dealer, "first": first}) == ("first", None)


@standard_editions
def test_only_the_seat_left_of_the_dealer_begins(edition: str) -> None:  # rule: first.left
    record = good(edition, players=3)
    for first in range(3):
        if first != (record["dealer"] + 1) % 3:
            assert fault(record | {"first": first}) == ("first.left", None)


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name != "mattel-2016"])
def test_a_game_with_a_dealer_names_the_dealer(edition: str) -> None:  # rule: dealer.moves
    assert fault(good(edition) | {"dealer": None}) == ("dealer.moves", None)


def test_the_sheet_of_2016_has_no_dealer() -> None:  # rule: first.youngest
    assert fault(good("mattel-2016") | {"dealer": 1}) == ("first.youngest", None)


def test_in_1967_only_the_highest_stock_card_begins() -> None:  # rule: first.highest
    record = good(BROWNFIELD, players=3)
    assert record["deal"]["stocks"][record["first"]][0] == max(stock[0] for stock in record["deal"]["stocks"])
    for first in range(3):
        if first != record["first"]:
            assert fault(record | {"first": first}) == ("first.highest", None)


def test_of_equal_stock_cards_the_one_nearest_the_dealers_left_begins() -> None:  # rule: ruling.highest-tie
    for seed in range(1, 100):
        game = Game(BROWNFIELD, players=6, stock=1, dealer=2, key=bytes([seed]) * 32)
        tops = [stock[0] for stock in game.deal[0]]
        tied = [seat for seat in range(6) if tops[seat] == max(tops)]
        if len(tied) > 1 and min(tied) != game.first:
            break
    record = fields_of(game) | {"result": good()["result"]}
    other = next(seat for seat in tied if seat != game.first)
    assert fault(record | {"first": other}) == ("first.highest", None)
    assert fault(record) == ("result", None), "the right seat is no fault"


# Where it is named


def test_a_fault_is_named_by_file_line_move_and_rule(tmp_path: Path) -> None:
    bad = good()
    bad["moves"][3] = "pass"
    path = write_lines(tmp_path / "games.jsonl", good(), bad, good(), good() | {"skipbo": 2})
    first, second, third, fourth = verify_file(path)
    assert first is None
    assert third is None
    assert second is not None
    assert fourth is not None
    assert (second.path, second.line, second.move, second.rule) == (path, 2, 4, "ruling.no-discard")
    assert str(second).startswith(f"{path}:2: move 4: ruling.no-discard: Only a player with an empty hand may pass")
    assert (fourth.line, fourth.move, fourth.rule) == (4, None, "skipbo")
    assert str(fourth).startswith(f"{path}:4: skipbo: ")


@every_table
def test_a_fault_is_never_named_before_the_move_that_makes_it(edition: str, players: int, partners: bool) -> None:
    record = fields_of(finished(edition, players, partners, stock=3))
    for number in range(0, len(record["moves"]), 1 + len(record["moves"]) // 20):
        shorter = record | {"moves": record["moves"][:number] + record["moves"][number + 1 :]}
        named = None
        try:
            check(read(shorter))  # a play that nobody built upon may be missing
        except BadRecord as error:
            named = error.move
        assert named is None or named > number
