"""A record that does not hold is named by the field or the rule it breaks, and by the move that breaks it."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skipbo.editions import EDITIONS
from skipbo.game import Game
from skipbo.kernel.layout import DRAW
from skipbo.record import BadRecord, check, tell, to_record, verify_file
from skipbo.rules import rules_of
from tests.record.games import Record, every_table, fault, finished, positions, record_of, without_seed, won, write_lines
from tests.tables import every_edition, modern_editions, standard_editions

BROWNFIELD = "brownfield-1967"
REQUIRED = "edition stock house referee seats teams dealer first deal shuffles moves result".split()


def good(edition: str = "mattel-2003", players: int = 2, partners: bool = False) -> Record:
    record = record_of(won(edition, players, partners))
    check(record)
    return record


def with_seed(record: Record, key: bytes) -> Record:
    return record | {"seed": key.hex(), "commitment": hashlib.sha256(key).hexdigest()}


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
@pytest.mark.parametrize("value", [True, 1.5, "x", [[]], {"x": 1}, None, 0])
def test_a_field_of_the_wrong_kind_is_named(field: str, value: object) -> None:
    record = good()
    if type(value) is type(record[field]) or (field == "dealer" and value is None):
        pytest.skip("of the right kind")
    assert fault(record | {field: value}) == (field, None)


def test_a_game_that_is_not_finished_has_no_result_to_judge() -> None:
    assert fault(to_record(Game(key=bytes(32)))) == ("result", None)


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
def test_a_seat_needs_a_name_and_what_played_it(seat: object) -> None:
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
def test_teams_that_do_not_sit_so_are_a_fault(teams: list[Any]) -> None:
    assert fault(good() | {"teams": teams}) == ("ruling.seats", None)


def test_three_cannot_be_partners() -> None:
    assert fault(good(players=3) | {"teams": [[0, 2], [1]]}) == ("partners", None)


@pytest.mark.parametrize("teams", [[[0, 1], [2, 3]], [[1, 3], [0, 2]], [[0, 2]], [[0, 2], [1, 3], []]])
def test_partners_sit_alternately(teams: list[list[int]]) -> None:
    assert fault(good(players=4, partners=True) | {"teams": teams}) == ("ruling.seats", None)


def test_house_rules_must_be_told() -> None:
    assert fault(good() | {"house": {}}) == ("house", None)


@pytest.mark.parametrize("house", [{"stock": 14}, {"stock": 15, "jokers": 2}, {"Stock": 15}])
def test_other_house_rules_than_those_played_are_a_fault(house: Record) -> None:
    assert fault(good() | {"house": house}) == ("house", None)


def test_a_game_by_the_sheet_has_no_house_rules() -> None:
    assert fault(record_of(finished()) | {"house": {"stock": 30}}) == ("house", None)


@pytest.mark.parametrize("size", [0, -1, 82, 10**30])
def test_a_stock_pile_that_the_deck_cannot_give_is_a_fault(size: int) -> None:
    assert fault(good() | {"stock": size, "house": {"stock": size}}) == ("stock", None)


@pytest.mark.parametrize("path", ["house", "teams", "winners", "left", "points"])
def test_a_number_is_not_written_as_a_truth_value_or_a_fraction(path: str) -> None:
    record = good()
    swap: dict[str, Callable[[], None]] = {
        "house": lambda: record["house"].update(stock=15.0),
        "teams": lambda: record.update(teams=[[0.0], [1.0]]),
        "winners": lambda: record["result"].update(winners=[float(seat) for seat in record["result"]["winners"]]),
        "left": lambda: record["result"].update(left=[float(count) for count in record["result"]["left"]]),
        "points": lambda: record["result"].update(points=float(record["result"]["points"])),
    }
    swap[path]()
    fault(record)


# Its deal


@pytest.mark.parametrize("card", [14, -1, 1.0, "W", None, True])
def test_a_card_is_a_number_from_0_to_13(card: object) -> None:
    for pile in ("stocks", "draw"):
        record = good()
        cards = record["deal"]["stocks"][0] if pile == "stocks" else record["deal"]["draw"]
        cards[-1] = card
        assert fault(record) == ("deal", None)


@pytest.mark.parametrize("deal", [{}, {"stocks": []}, {"stocks": {}, "draw": []}, {"stocks": [[], []], "draw": None}])
def test_a_deal_has_a_stock_pile_for_each_seat_and_a_draw_pile(deal: Record) -> None:
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
    record = record_of(finished(BROWNFIELD))
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
def test_who_does_not_sit_left_of_the_dealer_does_not_begin(edition: str) -> None:  # rule: first.left
    record = good(edition, players=3)
    for first in range(3):
        if first != (record["dealer"] + 1) % 3:
            assert fault(record | {"first": first}) == ("first.left", None)


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name != "mattel-2016"])
def test_a_game_with_a_dealer_says_who(edition: str) -> None:  # rule: dealer.moves
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
    record = record_of(game)
    assert fault(record | {"result": {}, "first": next(seat for seat in tied if seat != game.first)}) == (
        "first.highest",
        None,
    )
    assert fault(record | {"result": {}}) == ("result", None), "the right seat is no fault"


# Its moves


@pytest.mark.parametrize("move", ["", "s>b5", "h14>b1", "hw>b1", "s>d1", " s>b1", "s>b1\n", "draw", "6s>b1", 1, None, []])
def test_a_move_that_cannot_be_read_is_a_fault(move: object) -> None:
    record = good()
    record["moves"][7] = move
    assert fault(record) == ("move", 8)


def change_move(record: Record, choose: Callable[[Game], str | None]) -> int:
    """Writes another move at the first position where there is one to write; answers its number, from 1."""
    for number, game in positions(record):
        move = choose(game)
        if move is not None:
            record["moves"][number] = move
            return number + 1
    raise AssertionError("no such position in this game")


@every_edition
def test_a_pile_started_with_another_card_than_a_1_is_a_fault(edition: str) -> None:  # rule: build.start
    def start_with(game: Game) -> str | None:
        pile = next((n for n, cards in enumerate(game.view(None).building, 1) if not cards), None)
        card = next((c for c in game.view(game.turn).hand if c > 1), None)
        return f"h{card}>b{pile}" if pile and card and game.version > 20 else None

    record = good(edition)
    number = change_move(record, start_with)
    assert number > 20
    assert fault(record) == ("build.start", number)


@every_edition
def test_a_card_out_of_sequence_is_a_fault(edition: str) -> None:  # rule: build.sequence
    def out_of_sequence(game: Game) -> str | None:
        for pile, cards in enumerate(game.view(None).building, 1):
            for card in game.view(game.turn).hand:
                if cards and card not in (0, len(cards) + 1):
                    return f"h{card}>b{pile}"
        return None

    record = good(edition)
    number = change_move(record, out_of_sequence)
    assert fault(record) == ("build.sequence", number)


@every_edition
def test_a_card_that_is_not_in_the_hand_is_a_fault(edition: str) -> None:  # rule: play.sources
    for target in ("b1", "d1"):
        record = good(edition)
        number = change_move(
            record,
            lambda game, to=target: next(  # type: ignore[misc]
                (f"h{rank}>{to}" for rank in range(1, 13) if rank not in game.view(game.turn).hand), None
            ),
        )
        assert fault(record) == ("play.sources", number)


@every_edition
def test_a_card_from_an_empty_discard_pile_is_a_fault(edition: str) -> None:  # rule: play.sources
    record = good(edition)
    record["moves"][0] = "d4>b1"
    assert fault(record) == ("play.sources", 1)


@every_edition
@pytest.mark.parametrize("pile", ["s", "d1"])
@pytest.mark.parametrize("partners", [False, True])
def test_an_opponents_pile_is_nobodys_source(edition: str, pile: str, partners: bool) -> None:
    record = good(edition, 4, partners)
    opponent = (record["first"] + 1) % 4
    record["moves"][0] = f"{opponent}{pile}>b1"
    rule, move = fault(record)
    assert move == 1
    assert rule in {rule.id for rule in rules_of(EDITIONS[edition])}, "the rule stands on the sheet of this game"
    assert rule.startswith(("team.sources", "play.sources"))


def test_a_seat_that_is_not_at_the_table_has_no_piles() -> None:  # rule: team.sources
    record = good()
    record["moves"][0] = "5s>b1"
    assert fault(record)[1] == 1


def partners_discard(game: Game) -> str | None:
    """A card of a partner's discard pile that would go on a building pile."""
    view, partner = game.view(None), (game.turn + 2) % 4
    for number, cards in enumerate(view.discards[partner], 1):
        for pile, built in enumerate(view.building, 1):
            if cards and cards[-1] in (0, len(built) + 1):
                return f"{partner}d{number}>b{pile}"
    return None


def test_in_1967_a_partners_discard_piles_are_not_used() -> None:  # rule: team.sources-1967
    record = good(BROWNFIELD, 4, True)
    number = change_move(record, partners_discard)
    assert fault(record) == ("team.sources-1967", number)


def test_by_the_other_sheets_a_partners_discard_piles_are_used() -> None:  # rule: team.sources
    record = without_seed(good("mattel-2003", 4, True))
    for number, game in positions(record):
        move = partners_discard(game)
        if move:
            game.play(move)
            assert game.version == number + 1
            return
    raise AssertionError("no such position in this game")


@every_edition
def test_a_pass_with_cards_in_hand_is_a_fault(edition: str) -> None:  # rule: ruling.no-discard
    record = good(edition)
    record["moves"][3] = "pass"
    assert fault(record) == ("ruling.no-discard", 4)


@every_edition
@pytest.mark.parametrize("move", ["pass", "s>b1", "h1>d1", "hW>b4"])
def test_no_move_follows_the_end(edition: str, move: str) -> None:  # rule: win.stock
    record = good(edition)
    record["moves"].append(move)
    assert fault(record) == ("win.stock", len(record["moves"]))


def test_a_game_that_was_given_up_is_not_finished() -> None:
    record = good()
    record["moves"].pop()
    assert fault(record) == ("result", None)
    assert fault(without_seed(record)) == ("result", None)


def test_the_first_illegal_move_is_the_one_that_is_named() -> None:
    record = good()
    record["moves"][3] = record["moves"][9] = "pass"
    assert fault(record) == ("ruling.no-discard", 4)


# Its shuffles


def shuffling_moves(record: Record) -> list[int]:
    """The numbers, from 1, of the moves that were followed by a shuffle."""
    game = tell(record)
    numbers = []
    for number, move in enumerate(record["moves"], 1):
        before = len(game.shuffles)
        game.play(move)
        numbers += [number] * (len(game.shuffles) - before)
    return numbers


@every_edition
def test_a_shuffle_that_is_not_told_is_a_fault(edition: str) -> None:  # rule: draw.recycle
    record = good(edition)
    numbers = shuffling_moves(record)
    record["shuffles"].pop()
    assert fault(record) == ("draw.recycle", numbers[-1])


def test_a_shuffle_too_many_is_a_fault() -> None:  # rule: draw.recycle
    for more in ([], [1, 2, 3]):
        record = good()
        record["shuffles"].append(more)
        assert fault(record) == ("draw.recycle", None)


@pytest.mark.parametrize("what", ["another card", "a card less", "a card more", "nothing"])
def test_a_shuffle_of_other_cards_is_a_fault(what: str) -> None:  # rule: draw.recycle
    record = good()
    number = shuffling_moves(record)[0]
    shuffle = record["shuffles"][0]
    changed = {
        "another card": [*shuffle[:-1], 1 if shuffle[-1] != 1 else 2],
        "a card less": shuffle[:-1],
        "a card more": [*shuffle, 1],
        "nothing": [],
    }
    record["shuffles"][0] = changed[what]
    assert fault(record) == ("draw.recycle", number)
    assert fault(without_seed(record)) == ("draw.recycle", number)


@pytest.mark.parametrize("shuffle", [None, 5, "1", {}, [14], [-1], [True], [1.0], [[1]]])
def test_a_shuffle_is_a_list_of_cards(shuffle: object) -> None:
    record = good()
    record["shuffles"][0] = shuffle
    assert fault(record) == ("shuffles", None)


# Its result


@every_edition
def test_each_field_of_the_result_is_judged(edition: str) -> None:
    rules = {"how": "ruling.blocked", "winners": "win.stock", "left": "score.game", "points": "score.game"}
    right = good(edition)["result"]
    wrong = {
        "how": "blocked",
        "winners": [1 - right["winners"][0]],
        "left": [count + 1 for count in right["left"]],
        "points": right["points"] + 5,
    }
    for field, rule in rules.items():
        record = good(edition)
        record["result"][field] = wrong[field]
        assert fault(record) == (rule, None)
        del record["result"][field]
        assert fault(record) == (rule, None)


def test_a_team_that_won_is_named_whole() -> None:
    record = good(players=4, partners=True)
    record["result"]["winners"].pop()
    assert fault(record)[1] is None


def test_winners_are_named_in_the_order_of_seats() -> None:
    record = good(players=4, partners=True)
    record["result"]["winners"].reverse()
    assert fault(record)[1] is None


# Its seed


@pytest.mark.parametrize("seed", ["", "xyz", "0" * 63, "00" * 31, "00" * 33, 5, [], True, "é" * 64])
def test_a_seed_is_32_bytes_in_hex(seed: object) -> None:
    record = good() | {"seed": seed}
    assert fault(record)[0] in ("seed", "commitment")
    del record["commitment"]
    assert fault(record) == ("seed", None)


def test_a_short_seed_with_its_own_commitment_is_a_fault() -> None:
    assert fault(with_seed(good(), bytes(16))) == ("seed", None)


def test_a_seed_has_no_spaces() -> None:
    record = good()
    record["seed"] = " ".join(record["seed"])
    assert fault({field: value for field, value in record.items() if field != "commitment"}) == ("seed", None)


@pytest.mark.parametrize("commitment", ["00" * 32, "", 5])
def test_a_commitment_to_another_seed_is_a_fault(commitment: object) -> None:
    assert fault(good() | {"commitment": commitment}) == ("commitment", None)


@every_edition
def test_a_seed_that_gives_another_deal_is_a_fault(edition: str) -> None:
    assert fault(with_seed(good(edition), bytes(32))) == ("seed", None)


@every_edition
def test_a_seed_that_gives_other_shuffles_is_a_fault(edition: str) -> None:
    record = good(edition)
    left = int(won(edition).states["count"][0, DRAW])
    shuffle = record["shuffles"][-1]
    bottom = shuffle[len(shuffle) - left :]  # never drawn: the game holds whatever their order
    other = next(place for place, card in enumerate(bottom) if card != bottom[-1])
    place = len(shuffle) - left + other
    shuffle[place], shuffle[-1] = shuffle[-1], shuffle[place]
    check(without_seed(record))
    assert fault(record) == ("seed", None)


def test_by_the_sheet_of_2016_the_seed_does_not_decide_who_begins() -> None:
    record = record_of(won("mattel-2016", 3))
    for youngest in range(3):
        game = Game("mattel-2016", players=3, stock=15, youngest=youngest, key=bytes.fromhex(record["seed"]))
        assert to_record(game)["deal"] == record["deal"]


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
    record = record_of(finished(edition, players, partners, stock=3))
    for number in range(0, len(record["moves"]), 1 + len(record["moves"]) // 20):
        shorter = record | {"moves": record["moves"][:number] + record["moves"][number + 1 :]}
        try:
            check(shorter)  # a play that nobody built upon may be missing
        except BadRecord as error:
            assert error.move is None or error.move > number
