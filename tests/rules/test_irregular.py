"""Turns out of order, sheet by sheet and column by column: what makes one, who may call it, and until when."""

from collections.abc import Iterator

import pytest

from skipbo.editions import EDITIONS, Column, Irregular, IrregularAct
from skipbo.errors import Malformed
from skipbo.game.card import Card
from skipbo.game.event import (
    Annulled,
    Called,
    CardReturned,
    Discarded,
    Drew,
    Ended,
    Ground,
    IrregularFinished,
    IrregularStands,
    IrregularTurn,
    LetStand,
    MayNotDraw,
    Stopped,
    TurnBegan,
)
from skipbo.game.game import Game
from skipbo.game.outcome import How
from tests.positions import BROWNFIELD, KEY, hand, lay_kitchen, up_to
from tests.rules.kitchen_table import acts, refused

Sheet = tuple[str, str]  # an edition, and the language of its column


def columns_where(irregular: Irregular | None = None, offence: IrregularAct | None = None) -> Iterator[Sheet]:
    for edition in EDITIONS.values():
        for language, column in zip(edition.languages, edition.columns, strict=True):
            fits = irregular in (None, column.irregular) and offence in (None, column.offence)
            if edition.special_situations and fits:
                yield edition.id, language


def by_columns(*sheets: Sheet) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("edition", "column"), sheets, ids=["-".join(sheet) for sheet in sheets])


every_column = by_columns(*columns_where())
stopping_columns = by_columns(*columns_where(Irregular.STOPPED))
annulling_columns = by_columns(*columns_where(Irregular.ANNULLED))
drawing_columns = by_columns(*columns_where(offence=IrregularAct.DRAWING))
playing_columns = by_columns(*columns_where(offence=IrregularAct.PLAYING))


# Columns


def test_the_columns_are_those_of_the_sheets() -> None:  # rule: ruling.columns, ruling.irregular-act
    stopping = {"mattel-2003 en", "mattel-2003 es", "mattel-2003 pt", "holiday-2010 en", "holiday-2010 es"}
    assert {" ".join(sheet) for sheet in columns_where(Irregular.STOPPED)} == {*stopping, f"{BROWNFIELD} en"}
    annulling = {" ".join(sheet) for sheet in columns_where(Irregular.ANNULLED)}
    assert annulling == {"mattel-2003 fr", "francais-2003 fr"}
    drawing = {" ".join(sheet) for sheet in columns_where(offence=IrregularAct.DRAWING)}
    assert drawing == {"mattel-2003 es", "holiday-2010 es", f"{BROWNFIELD} en"}


def test_a_table_plays_by_the_first_language_of_its_sheet_unless_told_otherwise() -> None:  # rule: ruling.columns
    assert [Game(edition, key=KEY).table.column for edition in EDITIONS] == ["en", "en", "fr", "en", "en"]
    game = Game("2003", column="fr", key=KEY)
    assert (game.table.column, game.view(0).column) == ("fr", "fr")
    assert game.edition.column("fr") == Column(Irregular.ANNULLED, IrregularAct.PLAYING)


def test_a_sheet_has_no_column_in_a_language_that_it_is_not_printed_in() -> None:  # rule: ruling.columns
    with pytest.raises(Malformed, match="en, es") as error:
        Game("2010", column="pt")
    assert error.value.code == "column"


# What makes a turn irregular


@drawing_columns
def test_a_player_who_draws_out_of_turn_can_be_called(edition: str, column: str) -> None:  # rule: ruling.irregular-act
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1], [7]])
    assert game.play("2: draw")[0] == IrregularTurn(2, 0)
    assert (game.turn, game.actor, game.acting) == (0, 2, 2)
    acts(game, "1: call 2")
    assert game.view(None).owes == (2,)


@playing_columns
def test_a_player_who_only_draws_out_of_turn_has_done_nothing_wrong(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-act
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1], [7]])
    assert [type(event) for event in game.play("2: draw")] == [Drew]
    assert (game.actor, game.acting, game.view(1).calls) == (None, 0, ())
    assert game.play("1: call 2") == [Called(1, 2, Ground.NONE)]
    acts(game, "draw", "h11>d1")
    assert game.turn == 1


@playing_columns
@pytest.mark.parametrize("act", ["h1>b1", "h1>d1", "s>b1"])
def test_the_first_card_played_or_discarded_out_of_turn_can_be_called(
    edition: str, column: str, act: str
) -> None:  # rule: ruling.irregular-act
    game = lay_kitchen(edition, column=column, players=3, stocks={2: [9, 1]}, hands=[[11], [], [1, 7]])
    acts(game, "2: draw")
    assert game.play(f"2: {act}")[0] == IrregularTurn(2, 0)
    acts(game, "0: call 2")
    assert game.view(None).owes == (2,)


@playing_columns
def test_one_player_at_a_time_draws_out_of_turn(edition: str, column: str) -> None:  # rule: ruling.irregular-start
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1], [7]])
    acts(game, "2: draw")
    assert refused(game, "1: draw") == "ruling.irregular-start"
    acts(game, "2: draw", "draw")
    assert refused(game, "2: draw") == "ruling.irregular-start"


@every_column
def test_until_an_irregular_turn_ends_the_others_can_only_call(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-start
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1], [1, 7]])
    acts(game, "2: h1>b1")
    for seat in (0, 1):
        assert [str(act) for act in game.legal_acts(seat)] == [f"{seat}: call 2" if seat else "call 2"]
    assert refused(game, "draw") == "ruling.irregular-start"
    assert refused(game, "1: h1>b2") == "ruling.irregular-start"
    assert refused(game, "1: stand") == "ruling.irregular-window"


@every_column
@pytest.mark.parametrize("begun", ["draw", "h1>b1"])
def test_nobody_plays_out_of_turn_once_the_player_in_turn_has_begun(
    edition: str, column: str, begun: str
) -> None:  # rule: ruling.irregular-start
    game = lay_kitchen(edition, column=column, hands=[[1, 11], [1]])
    acts(game, begun)
    assert refused(game, "1: draw") == "ruling.irregular-start"
    assert refused(game, "1: h1>b2") == "ruling.irregular-start"


@every_column
def test_during_an_irregular_turn_only_that_can_be_called(edition: str, column: str) -> None:  # rule: irregular.noticed
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1, 7], []])
    acts(game, "1: h1>b1")
    assert refused(game, "2: call 0") == "irregular.noticed"


# Noticed before the turn is finished


@stopping_columns
def test_a_turn_out_of_order_that_is_noticed_stops_at_once(
    edition: str, column: str
) -> None:  # rule: irregular.noticed
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [], [1, 7]])
    acts(game, "2: draw", "2: h1>b1")
    assert game.play("1: call 2") == [Called(1, 2, Ground.IRREGULAR), Stopped(2), TurnBegan(0)]
    assert (game.turn, game.actor) == (0, None)
    assert not [act for act in game.legal_acts(2) if act.card == 1]
    acts(game, "draw", "h11>d1")
    assert game.turn == 1


@stopping_columns
def test_cards_played_stay_played_and_cards_drawn_stay_in_hand(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-cards
    game = lay_kitchen(edition, column=column, hands=[[11], [1, 7]], draw=[..., 8])
    acts(game, "1: draw", "1: h1>b1", "0: call 1")
    assert game.view(None).building[0] == (1,)
    assert hand(game, 1) == [7, 8]


@annulling_columns
def test_by_a_french_column_a_noticed_turn_is_annulled_byte_for_byte(
    edition: str, column: str
) -> None:  # rule: irregular.annulled
    game = lay_kitchen(
        edition, column=column, stocks={1: [9, 8, 1]}, hands=[[11], [2, 7]], draw=[3, 4], spent=[5, 5, 5, 5]
    )
    before = game.kitchens
    acts(game, "1: draw", "1: draw", "1: draw", "1: draw", "1: s>b1", "1: h2>b1")
    assert [type(event) for event in game.play("call 1")] == [Called, Annulled, TurnBegan]
    after = game.kitchens
    assert after["owes"][0] == 0b10
    after["owes"] = 0
    assert after.tobytes() == before.tobytes()


@every_column
def test_the_offenders_next_proper_turn_begins_without_drawing(
    edition: str, column: str
) -> None:  # rule: irregular.penalty
    game = lay_kitchen(edition, column=column, hands=[[11, 5], [1, 2, 7]])
    acts(game, "1: h1>b1", "call 1", "draw")
    assert game.play("h11>d1")[1:] == [TurnBegan(1), MayNotDraw(1)]
    assert refused(game, "draw") == "irregular.penalty"
    acts(game, "h7>d1", "draw", "h5>d1", "draw")


@every_column
def test_a_penalised_player_draws_once_the_hand_is_played_out(
    edition: str, column: str
) -> None:  # rule: irregular.penalty, draw.again
    game = lay_kitchen(edition, column=column, hands=[[11], [1, 2]])
    acts(game, "1: h1>b1", "call 1", "h11>d1")
    rest = hand(game, 1)
    acts(game, *[f"h{card}>b1" for card in rest], "draw")
    assert len(hand(game, 1)) == 1


@every_column
def test_a_penalised_player_without_cards_passes(
    edition: str, column: str
) -> None:  # rule: irregular.penalty, ruling.no-discard
    game = lay_kitchen(edition, column=column, stocks={1: [9, 1, 2]}, hands=[[11], []], building=[[1]])
    acts(game, "1: s>b1", "call 1", "h11>d1")
    acts(game, f"s>b{1 if game.view(None).building[0] == (1,) else 2}")
    assert refused(game, "draw") == "irregular.penalty"
    acts(game, "pass")
    assert (game.turn, game.states["passes"][0]) == (0, 0)  # there are cards to draw: not a step to a blocked game


@every_column
def test_the_penalty_waits_for_the_next_proper_turn(edition: str, column: str) -> None:  # rule: irregular.penalty
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1, 2, 7], [9]])
    acts(game, "1: h1>b1", "2: call 1", "1: draw", "1: h7>d1")
    assert game.turn == 2
    assert game.view(None).owes == (1,)
    acts(game, "h9>d1", "h11>d1")
    assert refused(game, "draw") == "irregular.penalty"


# Until when it can be noticed


@every_column
def test_a_turn_of_a_single_discard_can_be_noticed(edition: str, column: str) -> None:  # rule: ruling.irregular-window
    game = lay_kitchen(edition, column=column, players=4, hands=[[11], [], [1, 7], [5]])
    happened = game.play("2: h7>d1")
    assert happened == [IrregularTurn(2, 0), Discarded(2, Card(7), 1), IrregularFinished(2), TurnBegan(3)]
    assert (game.turn, game.actor, game.acting) == (3, 2, 3)
    assert [str(call) for call in game.view(0).calls] == ["0: call 2"]
    acts(game, "1: call 2")
    assert (game.turn, game.actor, game.view(None).owes) == (0, None, (2,))


@every_column
def test_nobody_plays_out_of_turn_twice_before_another_acts(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-window
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1, 2, 3], []])
    acts(game, "1: h3>d1")
    assert list(game.legal_acts(1)) == []
    for act in ("draw", "h1>b1", "h2>d1", "call 0", "stand"):
        assert refused(game, f"1: {act}") == "ruling.irregular-window"


@every_column
def test_the_next_act_of_another_seat_lets_the_turn_stand(
    edition: str, column: str
) -> None:  # rule: irregular.stands, ruling.irregular-window
    game = lay_kitchen(edition, column=column, players=4, hands=[[11], [], [1, 7]])
    acts(game, "2: draw", "2: h1>b1", "2: h7>d1")
    assert game.play("3: draw")[0] == IrregularStands(2)
    assert (game.turn, game.actor) == (3, None)
    assert game.play("1: call 2") == [Called(1, 2, Ground.NONE)]
    assert game.view(None).owes == ()


@every_column
def test_another_turn_out_of_order_lets_the_first_stand(
    edition: str, column: str
) -> None:  # rule: irregular.stands, ruling.irregular-window
    game = lay_kitchen(edition, column=column, players=4, hands=[[11], [1, 5], [7, 8], [9]])
    acts(game, "2: h7>d1")
    assert game.play("1: h1>b1")[:2] == [IrregularStands(2), IrregularTurn(1, 3)]
    acts(game, "0: call 1")
    assert (game.turn, game.view(None).owes) == (3, (1,))


@every_column
def test_who_could_call_and_has_nothing_else_to_do_may_let_it_stand(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-window
    game = lay_kitchen(edition, column=column, players=4, hands=[[11], [], [1, 7], [5]])
    acts(game, "2: h7>d1")
    assert refused(game, "3: stand") == "ruling.irregular-window"  # whose turn it would be
    assert game.play("0: stand") == [LetStand(0)]
    assert refused(game, "0: stand") == "ruling.irregular-window"
    assert game.view(None).stood == (0,)
    acts(game, "1: stand")
    assert game.actor == 2  # until the next player acts
    acts(game, "0: call 2")  # who has thought again
    assert game.turn == 0


@every_column
def test_the_next_player_takes_a_turn_as_if_nothing_had_happened(
    edition: str, column: str
) -> None:  # rule: irregular.stands
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1, 7], [2, 5]])
    acts(game, "1: h1>b1", "1: h7>d1", "2: draw", "2: h2>b1", "2: h5>d1")
    assert game.turn == 0


@every_column
def test_a_noticed_discard_stays_or_goes_back(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-cards, irregular.annulled
    game = lay_kitchen(edition, column=column, players=3, hands=[[11], [1, 7], []])
    acts(game, "1: h7>d1", "2: call 1")
    annuls = EDITIONS[edition].column(column).irregular is Irregular.ANNULLED
    assert hand(game, 1) == ([1, 7] if annuls else [1])
    assert game.view(None).discards[1][0] == (() if annuls else (7,))


@every_column
def test_a_completed_pile_out_of_turn_is_set_aside(
    edition: str, column: str
) -> None:  # rule: irregular.stands, build.complete
    top = EDITIONS[edition].ranks
    game = lay_kitchen(edition, column=column, hands=[[11], [top, 7]], building=[up_to(top - 1)])
    acts(game, f"1: h{top}>b1", "1: h7>d1")
    assert len(game.view(None).spent) == top
    assert game.turn == 0


# The end of a game out of turn


@every_column
def test_the_last_stock_card_played_out_of_turn_wins_if_nobody_calls(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-win
    game = lay_kitchen(edition, column=column, players=3, stocks={1: [1]})
    acts(game, "1: s>b1")
    assert (game.outcome, game.is_over, game.acting) == (None, False, 2)
    assert refused(game, "draw") == "ruling.irregular-win"
    assert game.play("0: stand") == [LetStand(0)]
    assert (game.outcome, game.acting) == (None, 2)
    happened = game.play("2: stand")
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winners) == (How.STOCK, (1,))
    assert happened == [LetStand(2), IrregularStands(1), Ended(game.outcome)]
    assert refused(game, "call 1") == "win.stock"


@every_column
def test_a_call_takes_the_winning_card_back(edition: str, column: str) -> None:  # rule: ruling.irregular-win
    game = lay_kitchen(edition, column=column, stocks={1: [3]}, hands=[[11], [2, 7]], building=[[1]])
    acts(game, "1: h2>b1", "1: s>b1")
    happened = game.play("call 1")
    assert not game.status
    assert (game.turn, game.outcome, game.view(None).stocks[1]) == (0, None, (3, 1))
    if EDITIONS[edition].column(column).irregular is Irregular.ANNULLED:
        assert game.view(None).building[0] == (1,)
    else:
        assert game.view(None).building[0] == (1, 2)
        assert CardReturned(1, Card(3), 1) in happened
    acts(game, "draw", "h11>d1")
    assert refused(game, "draw") == "irregular.penalty"


@stopping_columns
def test_a_winning_card_that_completed_a_pile_is_taken_back_with_the_pile(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-win, build.complete
    top = EDITIONS[edition].ranks
    game = lay_kitchen(edition, column=column, stocks={1: [top]}, building=[[], up_to(top - 1)])
    acts(game, "1: s>b2")
    assert game.view(None).building[1] == ()
    assert CardReturned(1, Card(top), 2) in game.play("call 1")
    assert len(game.view(None).building[1]) == top - 1
    assert not game.status


@every_column
def test_a_game_blocked_out_of_turn_can_be_called(
    edition: str, column: str
) -> None:  # rule: ruling.irregular-win, ruling.blocked
    game = lay_kitchen(edition, column=column, players=3, hands=[[], [], []], draw=[])
    acts(game, "pass", "2: pass", "1: pass")
    assert (game.turn, game.actor, game.outcome) == (0, 1, None)
    acts(game, "call 1")
    assert (game.turn, game.actor, game.outcome) == (0, None, None)
    acts(game, "pass", "pass")
    assert game.outcome is not None


# Rulings of before


def test_a_game_by_the_first_rulings_is_judged_as_it_was_played() -> None:  # rule: ruling.irregular-window
    game = Game("2003", key=KEY, referee="kitchen", rulings=1, stock=1)
    other = 1 - game.turn
    assert game.play("draw", seat=other)[0] == IrregularTurn(other, game.turn)
    card = game.hand(other)[0]
    game.play(f"h{card}>d1", seat=other)
    assert game.actor is None
    game.play("draw", seat=other)  # out of turn again, before anybody could call
    assert game.actor == other
