"""What holds at every kitchen table, whoever errs however: soundness, endings, records, views, and annulled turns."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skipbo.errors import Malformed, NotLegal, OutOfDate
from skipbo.game.drawing import draw_table
from skipbo.game.event import Overdrew, seen_by
from skipbo.game.kitchen.act import Act
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.kitchen.view import see_kitchen
from skipbo.kernel.compiler import INTERPRETED
from skipbo.kernel.doors import kitchen as kitchen_door
from skipbo.kernel.event import new_events
from skipbo.kernel.kitchen.state import ACTS, Kitchens, new_kitchens
from skipbo.kernel.layout import NO_CARD, NO_SEAT, STOCKS
from skipbo.kernel.replay import ILLEGAL_MOVE
from skipbo.kernel.status import Status
from skipbo.record import check, game_to_replay, to_record
from tests.kernel.strategies import err_on, kitchen_games, somehow
from tests.kernel.test_properties import cards_on_the_table
from tests.positions import lay_kitchen

chances = st.integers(0, 2**32).map(random.Random)
keys = st.binary(min_size=32, max_size=32)


@given(kitchen_games(), chances)
def test_every_table_is_sound_and_no_card_is_lost_or_doubled(game: KitchenGame, chance: random.Random) -> None:
    deck = cards_on_the_table(game)
    assert len(deck) == game.edition.cards
    for _act in range(25):
        assert not game.status
        assert cards_on_the_table(game) == deck
        if game.outcome is None:
            err_on(game, chance)


@given(kitchen_games(), chances)
@settings(max_examples=1 if INTERPRETED else 15)
def test_every_game_ends_and_its_record_is_verified(game: KitchenGame, chance: random.Random) -> None:
    acts = 0
    while game.outcome is None:
        err_on(game, chance)
        acts += 1
        assert acts < 100_000
    assert not any(game.legal_acts(seat) for seat in range(game.table.players))
    record = to_record(game)
    assert record.referee == "kitchen"
    check(record)
    again = game_to_replay(record)
    assert isinstance(again, KitchenGame)
    for act in record.moves:
        again.play(act)
    assert [seen_by(event, 0) for event in again.events] == [seen_by(event, 0) for event in game.events]
    assert again.shuffles == game.shuffles


@given(kitchen_games(), chances, st.integers(1, 60))
def test_undo_restores_every_byte(game: KitchenGame, chance: random.Random, acts: int) -> None:
    before = (game.kitchens.tobytes(), list(game.moves), list(game.events), list(game.shuffles))
    made = 0
    while made < acts and game.outcome is None:
        err_on(game, chance)
        made += 1
    after = game.kitchens.tobytes()
    undone = [game.undo() for _act in range(made)]
    assert (game.kitchens.tobytes(), game.moves, game.events, game.shuffles) == before
    for act in reversed(undone):
        game.play(str(act))
    assert game.kitchens.tobytes() == after


@given(kitchen_games(most_acts=120), st.integers(0, 5))
@settings(max_examples=2 if INTERPRETED else 40)
def test_exactly_the_legal_acts_are_accepted(game: KitchenGame, number: int) -> None:
    seat = number % game.table.players
    legal = set(game.legal_acts(seat).codes)
    before = game.kitchens.tobytes()
    for code in range(-1, ACTS + 1):
        assert (code in game.legal_acts(seat)) == (code in legal)
        if code in legal:
            game.play(code, seat=seat)
            assert not game.status
            game.undo()
        else:
            with pytest.raises((NotLegal, Malformed)):
                game.play(code, seat=seat)
        assert game.kitchens.tobytes() == before


@given(kitchen_games())
def test_acts_are_read_as_they_are_written(game: KitchenGame) -> None:
    for seat in range(game.table.players):
        for act in game.legal_acts(seat):
            assert Act.parse(str(act)) == act
            assert act in game.legal_acts(seat)
            assert str(act) in game.legal_acts(seat)


# Turns out of order


@given(kitchen_games(most_acts=60), chances)
@settings(max_examples=2 if INTERPRETED else 40)
def test_a_turn_out_of_order_can_be_noticed_by_everybody_else_until_another_acts(
    game: KitchenGame, chance: random.Random
) -> None:  # rule: irregular.noticed, ruling.irregular-window, ruling.irregular-win
    for _act in range(60):
        if game.outcome is not None:
            return
        seat, code = somehow(game, chance)
        turn, actor = game.turn, game.actor
        game.play(code, seat=seat)
        if game.actor is None:
            continue
        assert game.actor == (seat if actor is None or actor != game.actor else actor)
        view = game.view(None)
        assert view.skipped == (turn if game.actor != actor else view.skipped)
        for other in range(game.table.players):
            if other == game.actor:
                assert not game.view(other).calls
                continue
            (call,) = game.view(other).calls
            called = game.copy()
            called.play(call, seat=other)
            assert (called.turn, called.actor, called.outcome) == (view.skipped, None, None)
            assert game.actor in called.view(None).owes
            assert not called.status


@given(kitchen_games(irregular=True), chances)
def test_whoever_has_played_out_of_turn_waits_for_the_others(
    game: KitchenGame, chance: random.Random
) -> None:  # rule: ruling.irregular-window
    seats = [seat for seat in range(game.table.players) if seat != game.turn]
    assume(game.outcome is None)
    seat = chance.choice(seats)
    ends = [move for move in game.legal_acts(seat) if move.ends_turn]
    assume(ends)
    game.play(chance.choice(ends), seat=seat)
    assert not game.legal_acts(seat)
    assert game.outcome is None
    assert all(game.legal_acts(other) for other in range(game.table.players) if other != seat)


# Annulled turns


@given(kitchen_games(editions=("francais-2003",), irregular=True), chances, st.integers(0, 5), st.integers(1, 30))
def test_an_annulled_turn_restores_every_byte_but_the_penalty(
    game: KitchenGame, chance: random.Random, number: int, acts: int
) -> None:  # rule: irregular.annulled, irregular.penalty
    offender = number % game.table.players
    assume(game.outcome is None and offender != game.turn)
    before, views = game.kitchens, [game.view(seat) for seat in range(game.table.players)]
    for _act in range(acts):
        codes = [code for code in game.legal_acts(offender).codes if code < 128 or code == 192]
        if not codes or game.outcome is not None:
            break
        game.play(chance.choice(codes), seat=offender)
    assume(game.actor == offender)
    game.play(f"call {offender}", seat=game.turn)
    after = game.kitchens
    assert after["owes"][0] == before["owes"][0] | 1 << offender
    after["owes"] = before["owes"]
    assert after.tobytes() == before.tobytes()
    for view in views:
        assert game.view(view.seat).states().tobytes() == view.states().tobytes()


# Views


def deal_anew(game: KitchenGame, seat: int | None, key: bytes) -> Kitchens:
    """A table that fits the view of a seat, everything hidden dealt again."""
    number = NO_SEAT if seat is None else seat
    views, kitchens = new_kitchens(), new_kitchens()
    kitchen_door.see(game.kitchens, number, views)
    kitchen_door.sample(views, number, kitchens, np.frombuffer(key, "<u4").reshape(1, -1))
    return kitchens


@given(kitchen_games(), keys, st.integers(0, 6))
def test_a_seat_sees_the_same_whatever_is_hidden_from_it(game: KitchenGame, key: bytes, number: int) -> None:
    seat = None if number >= game.table.players else number
    other = deal_anew(game, seat, key)
    assert not Status(int(kitchen_door.status(other)))
    view = game.view(seat)
    again = see_kitchen(other, seat, game.table, game.outcome)
    assert again == view
    assert list(again.legal_acts) == list(view.legal_acts)
    assert list(again.legal_moves) == list(view.legal_moves)
    assert draw_table(again) == draw_table(view)


def test_exposed_cards_stay_where_they_are_when_the_rest_is_dealt_anew() -> None:
    game = lay_kitchen("brownfield-1967", hands=[[1, 2, 3, 4, 5]], draw=[..., 6, 7, 8])
    for act in ("draw", "draw", "draw", "h1>d1"):
        game.play(act)
    for seat in (None, 0, 1):
        other = deal_anew(game, seat, bytes(32))
        assert not Status(int(kitchen_door.status(other)))
        assert see_kitchen(other, seat, game.table, None) == game.view(seat)
        assert game.view(seat).exposed == (6, 7, 8)


@given(kitchen_games(), st.integers(0, 6))
def test_a_view_has_no_key_no_order_no_other_hand_and_no_earlier_game(game: KitchenGame, number: int) -> None:
    seat = None if number >= game.table.players else number
    view = game.view(seat).kitchens()
    now = view["now"]
    assert not view["before"].tobytes().strip(b"\0")
    assert not now["key"].any()
    assert not now["words"].any()
    assert (now["order"] == NO_CARD).all()
    for owner in range(game.table.players):
        top = now["top"][0, STOCKS[owner]]
        assert top == NO_CARD or now["under"][0, top] == NO_CARD
        if owner != seat:
            assert (now["hand"][0, owner] == NO_CARD).all()


@given(kitchen_games())
def test_the_legal_acts_of_a_view_are_those_of_its_seat(game: KitchenGame) -> None:
    for seat in range(game.table.players):
        assert list(game.view(seat).legal_acts) == list(game.legal_acts(seat))
    assert not game.view(None).legal_acts
    acting = game.view(game.acting)
    assert [str(move) for move in acting.legal_moves] == [str(act.by(None)) for act in acting.legal_acts if act.is_move]


def test_only_its_owner_sees_an_extra_card() -> None:
    game = lay_kitchen(hands=[[1, 2, 3, 4, 5]], draw=[..., 7])
    (event,) = game.play("draw")
    assert seen_by(event, 0) == Overdrew(0, event.card) if isinstance(event, Overdrew) else False
    assert seen_by(event, 1) == seen_by(event, None) == Overdrew(0, None)


# Who acts


def test_the_actor_and_the_version_of_an_act_must_fit() -> None:
    game = lay_kitchen(players=3)
    with pytest.raises(OutOfDate):
        game.play("1: draw", seat=2)
    with pytest.raises(Malformed):
        game.play("5: draw")
    with pytest.raises(Malformed):
        game.play("call 4")
    with pytest.raises(OutOfDate):
        game.play("draw", version=3)
    game.play("1: draw", seat=1)
    assert str(game.moves[0]) == "1: draw"


@pytest.mark.parametrize("text", ["", "Draw", "draw 1", "1: ", "6: draw", "call", "call 6", "take  top", "1:"])
def test_input_that_means_nothing_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        lay_kitchen().play(text)
    assert text not in lay_kitchen().legal_acts(0)


@given(st.text(max_size=12))
def test_any_text_is_an_act_or_malformed(text: str) -> None:
    try:
        act = Act.parse(text)
    except Malformed:
        return
    assert Act.parse(str(act)) == act


def test_a_strict_move_may_be_given_as_well() -> None:
    game = lay_kitchen(hands=[[1, 11]])
    move = next(act for act in game.legal_moves if act.is_move)
    assert isinstance(move, Act)
    game.play(next(iter(game.view(0).legal_moves)))
    assert game.version == 1


# Broken tables


def setter(field: str, value: int) -> Callable[[Kitchens], None]:
    def change(kitchens: Kitchens) -> None:
        kitchens[field] = value

    return change


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("overdraw", 0),
        ("overdraw", 3),
        ("irregular", 0),
        ("irregular", 3),
        ("offence", 0),
        ("offence", 3),
        ("window", 2),
        ("actor", 0),
        ("actor", 2),
        ("skipped", 0),
        ("early", 0),
        ("early", 2),
        ("finished", 1),
        ("stood", 1),
        ("drawing", 3),
        ("exposed", 200),
        ("offered", 1),
        ("passed", 1),
        ("passed", 4),
        ("talked", 1),
        ("owes", 4),
    ],
)
def test_every_broken_invariant_of_a_kitchen_table_is_found(field: str, value: int) -> None:
    kitchens = lay_kitchen().kitchens
    assert kitchen_door.status(kitchens) == 0
    setter(field, value)(kitchens)
    assert Status(int(kitchen_door.status(kitchens))) == Status.KITCHEN


@pytest.mark.parametrize(
    ("field", "value"), [("begun", 1), ("skipped", 1), ("skipped", 3), ("stood", 2), ("early", 1), ("finished", 0)]
)
def test_every_broken_invariant_of_a_turn_out_of_order_is_found(field: str, value: int) -> None:
    game = lay_kitchen(players=3, hands=[[11], [7], []])
    game.play("1: h7>d1")
    kitchens = game.kitchens
    assert kitchen_door.status(kitchens) == 0
    setter(field, value)(kitchens)
    assert Status(int(kitchen_door.status(kitchens))) == Status.KITCHEN


def test_the_cards_of_a_kitchen_table_are_checked_too() -> None:
    kitchens = lay_kitchen().kitchens
    kitchens["now"]["players"] = 1
    assert Status(int(kitchen_door.status(kitchens))) == Status.TABLE
    kitchens = lay_kitchen().kitchens
    kitchens["now"]["held"][0, 0] = 0
    assert Status(int(kitchen_door.status(kitchens))) == Status.CARDS_MISSING


# Told cards


def test_a_missing_shuffle_is_an_error_and_changes_nothing() -> None:
    for told in ([], [[1, 2]], [[1, 2, 4]], [[3, 2, 1]], [[3, 2, 1], [1]]):
        laid = lay_kitchen(hands=[[2, 3, 4, 5, 6]], draw=[], spent=[1, 2, 3])
        game = KitchenGame.from_deal(laid.table, laid.states, told)
        assert isinstance(game, KitchenGame)
        while len(game.view(game.turn).hand) < 5:
            game.play("draw")
        before = game.kitchens.tobytes()
        with pytest.raises(Malformed) as error:
            game.play("draw")
        assert error.value.code == "draw.recycle"
        assert game.kitchens.tobytes() == before


def test_a_penalty_needs_its_given_shuffle() -> None:
    laid = lay_kitchen(players=4, partners=True, draw=[], spent=[1, 2, 3])
    game = KitchenGame.from_deal(laid.table, laid.states, [])
    game.play("talk", seat=(game.turn + 2) % 4)
    before = game.states.tobytes()
    with pytest.raises(Malformed):
        game.play(f"call {(game.turn + 2) % 4}", seat=(game.turn + 1) % 4)
    assert game.states.tobytes() == before


@pytest.mark.parametrize(("seat", "code"), [(0, -1), (0, ACTS), (-1, 192), (2, 192)])
def test_numbers_that_mean_nothing_are_refused(seat: int, code: int) -> None:
    kitchens = lay_kitchen().kitchens
    before = kitchens.tobytes()
    book, ends = np.zeros(0, np.uint8), np.zeros(1, np.int64)
    assert kitchen_door.act(kitchens, seat, code, False, book, ends, new_events())[0] == ILLEGAL_MOVE
    assert kitchens.tobytes() == before


@given(kitchen_games(), chances)
def test_a_seat_that_may_act_always_has_something_to_do(game: KitchenGame, chance: random.Random) -> None:
    if game.outcome is None:
        seat, code = somehow(game, chance)
        assert code in game.legal_acts(seat).codes
        assert any(act.is_move or act.word in ("draw", "refuse") for act in game.legal_acts(game.acting))
