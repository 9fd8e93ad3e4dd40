"""Every game knows who may act, what they may do and what can be called, whichever referee judges it."""

import pytest

from skipbo import Game
from skipbo.game.event import Ground

REFEREES = ("strict", "kitchen")
KEY = bytes(32)


@pytest.mark.parametrize("referee", REFEREES)
def test_the_legal_moves_are_those_of_the_seat_that_acts(referee: str) -> None:
    game = Game(players=3, key=KEY, referee=referee)
    assert (game.acting, game.actor) == (game.turn, None)
    assert list(game.legal_acts(game.acting)) == list(game.legal_moves)


@pytest.mark.parametrize("referee", REFEREES)
def test_a_view_has_the_legal_acts_of_its_seat(referee: str) -> None:
    game = Game(players=3, key=KEY, referee=referee)
    for seat in range(3):
        assert list(game.view(seat).legal_acts) == list(game.legal_acts(seat))
    assert not game.view(None).legal_acts


@pytest.mark.parametrize("referee", REFEREES)
def test_legal_acts_are_written_as_people_write_them(referee: str) -> None:
    game = Game(players=4, partners=True, key=KEY, referee=referee)
    for seat in range(4):
        assert game.legal_acts(seat).texts() == [str(act) for act in game.legal_acts(seat)]


def test_a_strict_referee_lets_only_the_seat_in_turn_act() -> None:
    game = Game(players=3, key=KEY)
    assert not game.allows_mistakes
    for seat in range(3):
        assert bool(game.legal_acts(seat)) == (seat == game.turn)
        assert not game.can_be_called(seat)
        assert game.view(seat).calls == ()
        assert game.grounds(seat) == {}


def test_at_a_kitchen_table_a_seat_may_act_out_of_turn_and_be_called() -> None:
    game = Game(players=3, key=KEY, referee="kitchen", column="es")
    eager = (game.turn + 1) % 3
    game.play("draw", seat=eager)
    assert game.allows_mistakes
    assert (game.actor, game.acting) == (eager, eager)
    assert [seat for seat in range(3) if game.can_be_called(seat)] == [eager]
    for seat in range(3):
        assert [str(call).split(": ")[-1] for call in game.view(seat).calls] == [f"call {eager}"] * (seat != eager)
        assert game.grounds(seat) == ({} if seat == eager else {eager: Ground.IRREGULAR})


@pytest.mark.parametrize(
    ("edition", "asks"),
    [("mattel-2003", True), ("holiday-2010", True), ("francais-2003", True), ("brownfield-1967", False)],
)
def test_partners_keep_silent_as_their_sheet_says(edition: str, asks: bool) -> None:  # rule: team.silent, team.no-talk
    """By some sheets only the partner of the player in turn, by others all. In a kitchen anybody can talk."""
    strict, kitchen = (Game(edition, players=4, partners=True, key=KEY, referee=name) for name in REFEREES)
    rules = {(strict.turn + 2) % 4: "team.silent"} if asks else dict.fromkeys(range(4), "team.no-talk")
    assert [strict.silenced_by(seat) for seat in range(4)] == [rules.get(seat) for seat in range(4)]
    assert [kitchen.silenced_by(seat) for seat in range(4)] == [None] * 4


def test_everybody_may_talk_where_nobody_has_a_partner() -> None:
    game = Game(players=4, key=KEY)
    assert {game.silenced_by(seat) for seat in range(4)} == {None}
