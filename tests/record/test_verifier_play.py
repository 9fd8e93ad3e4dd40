"""A record's moves, shuffles, result and seed: what does not hold is named by its rule and its move."""

import hashlib
from collections.abc import Callable

import pytest

from skipbo.editions import EDITIONS
from skipbo.game.game import Game
from skipbo.kernel.layout import DRAW_PILE
from skipbo.record import check, game_from_record
from skipbo.rules import rules_of
from tests.positions import every_edition
from tests.record.games import Fields, fault, fields_of, good, positions, read, without_seed, won

BROWNFIELD = "brownfield-1967"


def with_seed(record: Fields, key: bytes) -> Fields:
    return record | {"seed": key.hex(), "commitment": hashlib.sha256(key).hexdigest()}


@pytest.mark.parametrize(
    "move", ["", "s>b5", "h14>b1", "hw>b1", "s>d1", " s>b1", "s>b1\n", "draw", "6s>b1", 1, None, []]
)
def test_a_move_that_cannot_be_read_is_a_fault(move: object) -> None:
    record = good()
    record["moves"][7] = move
    assert fault(record) == ("move", 8)


def change_move(record: Fields, choose: Callable[[Game], str | None]) -> int:
    """Writes another move at the first position where there is one to write; returns its number, from 1."""
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
def test_nobody_plays_from_an_opponents_pile(edition: str, pile: str, partners: bool) -> None:
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


def shuffling_moves(record: Fields) -> list[int]:
    """The numbers, from 1, of the moves that were followed by a shuffle."""
    game = game_from_record(read(record))
    numbers = []
    for number, move in enumerate(record["moves"], 1):
        before = len(game.shuffles)
        game.play(move)
        numbers += [number] * (len(game.shuffles) - before)
    return numbers


@every_edition
def test_a_missing_shuffle_is_a_fault(edition: str) -> None:  # rule: draw.recycle
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
    record["seed"] = bytes.fromhex(record["seed"]).hex(" ")
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
    left = int(won(edition).states["count"][0, DRAW_PILE])
    shuffle = record["shuffles"][-1]
    bottom = shuffle[len(shuffle) - left :]  # never drawn: the game holds whatever their order
    other = next(place for place, card in enumerate(bottom) if card != bottom[-1])
    place = len(shuffle) - left + other
    shuffle[place], shuffle[-1] = shuffle[-1], shuffle[place]
    check(read(without_seed(record)))
    assert fault(record) == ("seed", None)


def test_by_the_sheet_of_2016_the_seed_does_not_decide_who_begins() -> None:
    record = fields_of(won("mattel-2016", 3))
    for youngest in range(3):
        game = Game("mattel-2016", players=3, stock=15, youngest=youngest, key=bytes.fromhex(record["seed"]))
        assert fields_of(game)["deal"] == record["deal"]
