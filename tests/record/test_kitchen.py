"""Records of kitchen tables replay and verify like all others."""

import random
from functools import cache

import pytest

from skipbo.game.kitchen.act import Act
from skipbo.game.kitchen.game import KitchenGame
from skipbo.record import check, resume, to_record
from tests.kernel.strategies import KITCHEN_SHEETS, err_on
from tests.positions import lay_kitchen
from tests.record import games
from tests.record.games import Fields, fault, read, without_seed


@cache
def played(edition: str, partners: bool = True) -> KitchenGame:
    """A finished game in which everything happened that the sheet knows; only to be looked at."""
    for seed in range(200):
        game = KitchenGame(edition, players=4, partners=partners, stock=6, key=bytes([seed]) * 32)
        chance = random.Random(seed)
        while game.outcome is None:
            err_on(game, chance)
        words = {move.word for move in game.moves if isinstance(move, Act)}
        if words >= {"draw", "talk", "call"} and game.shuffles:
            return game
    raise AssertionError("no game had it all")


def fields_of(edition: str) -> Fields:
    return games.fields_of(played(edition))


@pytest.mark.parametrize("edition", KITCHEN_SHEETS)
def test_a_record_names_its_referee_and_holds(edition: str) -> None:
    record = fields_of(edition)
    assert record["referee"] == "kitchen"
    check(read(record))
    check(read(without_seed(record)))


@pytest.mark.parametrize("edition", KITCHEN_SHEETS)
def test_a_game_that_is_not_finished_goes_on_from_its_record(edition: str) -> None:
    game = KitchenGame(edition, players=4, partners=True, key=bytes(32))
    chance = random.Random(4)
    for _act in range(80):
        err_on(game, chance)
    again = resume(to_record(game))
    assert isinstance(again, KitchenGame)
    assert again.kitchens.tobytes() == game.kitchens.tobytes()
    assert again.events == game.events


@pytest.mark.parametrize("edition", KITCHEN_SHEETS)
def test_an_act_that_the_rules_do_not_allow_is_a_fault(edition: str) -> None:
    record = fields_of(edition)
    record["moves"].insert(0, "pass")
    assert fault(record) == ("ruling.no-discard", 1)
    record["moves"][0] = "take"
    assert fault(record) == ("over.expose" if edition == "brownfield-1967" else "over.shuffle", 1)
    record["moves"][0] = "bid"
    assert fault(record) == ("move", 1)
    record["moves"][0] = 7
    assert fault(record) == ("move", 1)


def test_an_act_after_the_end_is_a_fault() -> None:
    record = fields_of("mattel-2003")
    record["moves"].append("1: call 0")
    assert fault(record) == ("win.stock", len(record["moves"]))


def test_a_game_without_its_end_is_a_fault() -> None:
    record = fields_of("mattel-2003")
    record["moves"].pop()
    assert fault(record) == ("result", None)


@pytest.mark.parametrize("edition", KITCHEN_SHEETS)
def test_shuffles_must_be_those_that_happened(edition: str) -> None:
    record = without_seed(fields_of(edition))
    record["shuffles"].append([1, 2])
    assert fault(record) == ("draw.recycle", None)
    del record["shuffles"][-1]
    record["shuffles"][0] = [*record["shuffles"][0], 1]
    assert fault(record)[0] == "draw.recycle"
    record["shuffles"] = []
    assert fault(record)[0] == "draw.recycle"


def test_the_seed_must_give_the_shuffles() -> None:
    for seed in range(40):
        game = KitchenGame("mattel-2003", stock=8, key=bytes([seed]) * 32)
        chance = random.Random(seed)
        while game.outcome is None:
            err_on(game, chance)
        record = games.fields_of(game)
        stock_shuffles = [place for place, shuffle in enumerate(game.shuffles) if len(shuffle) > 1]
        for place in stock_shuffles[-1:]:
            turned = record["shuffles"][place][::-1]
            if turned != record["shuffles"][place]:
                try:
                    check(read(without_seed(record | {"shuffles": [*record["shuffles"][:place], turned]})))
                except ValueError:
                    continue  # a card of it was played
                record["shuffles"][place] = turned
                assert fault(record) == ("seed", None)
                return
    raise AssertionError("no shuffle was left unplayed")


def test_a_shuffle_into_a_stock_pile_stands_among_the_shuffles() -> None:
    game = lay_kitchen(stocks=[[9, 8, 12]], hands=[[2, 3, 4, 5, 6]], draw=[..., 7])
    game.play("draw")
    (shuffle,) = game.shuffles
    assert sorted(shuffle) == [7, 8, 9]


def test_by_2016_there_is_no_record_of_a_kitchen_table() -> None:  # rule: special.none
    record = fields_of("mattel-2003") | {"edition": "mattel-2016", "dealer": None}
    assert fault(record) == ("special.none", None)


@pytest.mark.parametrize("referee", ["strict", "kitchen"])
def test_a_record_names_cards_by_number_alone(referee: str) -> None:  # rule: deck.packs
    record = fields_of("brownfield-1967") if referee == "kitchen" else games.good("brownfield-1967")
    written = {11: "J", 12: "Q", 13: "K"}
    number, move = next(
        (number, move) for number, move in enumerate(record["moves"]) if any(f"h{rank}>" in move for rank in written)
    )
    for rank, letter in written.items():
        move = move.replace(f"h{rank}>", f"h{letter}>")
    record["moves"][number] = move
    assert fault(record) == ("move", number + 1)
