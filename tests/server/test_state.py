"""Commands and the state of a table, which its log alone makes."""

import hashlib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skipbo.errors import Malformed, NotLegal, OutOfDate, SkipboError
from skipbo.game.event import Drew, Ended, Ground
from skipbo.protocol import commands as asked
from skipbo.protocol import events
from skipbo.protocol.codec import decode
from skipbo.protocol.events import TableEvent
from skipbo.protocol.fairness import check_proof, commitment_to, commitment_to_entropy, key_of_game
from skipbo.protocol.messages import CallGround, Phase
from skipbo.protocol.options import TableOptions
from skipbo.record import check, to_record
from skipbo.server.names import clean, clean_name
from skipbo.server.store import log
from skipbo.server.store.interface import Guest
from skipbo.server.table.decider import bot_plays, check_options, decide, substitute, withhold
from skipbo.server.table.views import EncodedTable, EventBatch, Step
from tests.server.table_harness import ANN, BOB, CLEO, DAN, PEOPLE, LoggedTable, dealt, in_turn, open_table, waiting


def refused(code: str) -> "pytest.RaisesExc[SkipboError]":
    return pytest.raises(SkipboError, check=lambda error: error.code == code)


def finish(table: LoggedTable) -> list[TableEvent]:
    """Ends the game by the shortest way that the players find; answers what happened in the end."""
    happened: list[TableEvent] = []
    while table.state.playing:
        guest = in_turn(table)
        own = table.sees(guest).own
        assert own is not None
        plays = sorted((move for move in own.legal if ">b" in move), key=lambda move: not move.startswith("s"))
        happened = table.play(guest, plays[0] if plays else own.legal[0])
    return happened


# Seats


def test_a_guest_takes_a_seat_and_nobody_else_can() -> None:
    table = open_table()
    table.do(ANN, asked.Sit(id="-", seat=1))
    with refused("seat.taken"):
        table.do(BOB, asked.Sit(id="-", seat=1))
    with refused("seat.already"):
        table.do(ANN, asked.Sit(id="-", seat=0))
    with refused("table.seat"):
        table.do(BOB, asked.Sit(id="-", seat=5))
    assert table.do(BOB, asked.Sit(id="-")) == [events.Sat(0, "Bob")]
    with refused("seat.none"):
        table.do(CLEO, asked.Sit(id="-"))


def test_a_player_with_a_new_name_sits_down_again_at_the_same_seat() -> None:
    table = open_table(players=3)
    table.do(ANN, asked.Sit(id="-", seat=1))
    table.do(BOB, asked.Sit(id="-", seat=0))
    table.do(ANN, asked.Ready(id="-"))
    anna = Guest(ANN.id, "Anna")
    with refused("seat.already"):
        table.do(anna, asked.Sit(id="-", seat=2))
    assert table.do(anna, asked.Sit(id="-")) == [events.Sat(1, "Anna")]
    assert table.state.owner_seat == 1
    assert not table.state.seats[1].ready
    assert table.do(Guest(ANN.id, "Bob"), asked.Sit(id="-", seat=1)) == [events.Sat(1, "Bob 2")]
    with refused("seat.already"):
        table.do(Guest(ANN.id, "Bob"), asked.Sit(id="-", seat=1))  # which is the name that it has
    assert EncodedTable(table.again()).update(None) == EncodedTable(table.state).update(None)


def test_a_bot_has_a_name_of_its_own_and_whoever_has_the_same_gets_a_number() -> None:
    table = open_table(bots=[None, None, "eager"], players=3)
    assert table.state.names == ["South", "West", "Kiwi"]
    assert table.do(Guest(ANN.id, "kiwi"), asked.Sit(id="-")) == [events.Sat(0, "kiwi 2")]
    table.do(BOB, asked.Sit(id="-"))
    for guest in (ANN, BOB):
        table.do(guest, asked.Ready(id="-"))
    table.do(BOB, asked.Leave(id="-"))
    assert [seat.name for seat in table.state.record().seats] == table.state.names == ["kiwi 2", "Baru", "Kiwi"]
    assert table.do(Guest(CLEO.id, "Baru"), asked.Sit(id="-")) == [events.Sat(1, "Baru")]  # where that bot was
    table.add("", substitute(table.state, 1, "absence"))
    assert table.state.names == table.again().names == ["kiwi 2", "Baru", "Kiwi"]
    assert "Kiwi" not in str(msgspec.json.encode(table.entries))  # a name of a bot is not stored: versions may differ


def test_nobody_takes_a_new_name_in_the_middle_of_a_game() -> None:
    table = dealt(ANN, BOB)
    with refused("seat.already"):
        table.do(Guest(ANN.id, "Anna"), asked.Sit(id="-"))


def test_the_owner_lets_a_bot_play_for_a_seat_whose_player_is_away() -> None:
    table = dealt(ANN, BOB, players=2)
    command, is_here = asked.Substitute(id="-", seat=1), {ANN.id}.__contains__
    with refused("owner"):
        decide(table.state, BOB, asked.Substitute(id="-", seat=0), is_here)
    with refused("seat.here"):
        decide(table.state, ANN, asked.Substitute(id="-", seat=0), is_here)
    with refused("table.seat"):
        decide(table.state, ANN, asked.Substitute(id="-", seat=2), is_here)
    event = decide(table.state, ANN, command, is_here)
    assert event == log.BotSubstituted(1, log.ABSENCE)  # as after the grace: nodes of older versions know it
    assert table.add(ANN.id, event) == [events.Substituted(1, "eager", "absence")]
    with refused("bot.already"):
        decide(table.state, ANN, command, is_here)
    assert table.do(BOB, asked.ComeBack(id="-")) == [events.CameBack(1)]


def test_no_bot_plays_for_an_absent_player_where_no_game_is_played() -> None:
    table = open_table(bots=[None, None, "eager"], players=3)
    table.do(BOB, asked.Sit(id="-", seat=1))
    with refused("game.none"):
        table.do(ANN, asked.Substitute(id="-", seat=1))
    for seat in (0, 2):
        with refused("seat.free"):
            table.do(ANN, asked.Substitute(id="-", seat=seat))


def test_names_that_look_alike_get_a_number() -> None:
    table = open_table(players=3)
    table.do(ANN, asked.Sit(id="-"))
    for number, name in enumerate(("аNN", "Ann"), 1):  # the first with a Cyrillic letter
        table.do(type(ANN)(f"other{number}", name), asked.Sit(id="-"))
    assert [seat.name for seat in table.state.seats] == ["Ann", "аNN 2", "Ann 3"]


def test_cherokee_letters_that_look_latin_are_alike() -> None:
    table = open_table()
    for name in ("Peter", "ᏢᎬᎢᎬᎡ"):
        table.do(type(ANN)(name, name), asked.Sit(id="-"))
    assert [seat.name for seat in table.state.seats] == ["Peter", "ᏢᎬᎢᎬᎡ 2"]


@pytest.mark.parametrize("blank", ["\u034f", "\ufe0f", "\u3164", "\u115f", "\u2800", "\U000e0100", "\u200b"])
def test_a_name_has_no_character_that_is_drawn_as_nothing(blank: str) -> None:
    assert clean_name(f"A{blank}nn") == "Ann"
    with pytest.raises(Malformed):
        clean_name(blank)


def test_the_game_begins_when_every_seat_is_taken_and_everybody_is_ready() -> None:
    table = open_table(players=3, bots=[None, None, "eager"])
    table.do(ANN, asked.Sit(id="-"))
    table.do(ANN, asked.Ready(id="-"))
    table.do(BOB, asked.Sit(id="-"))
    assert table.state.phase is Phase.GATHERING
    happened = table.do(BOB, asked.Ready(id="-"))
    assert table.state.playing
    assert any(isinstance(each, Drew) for each in happened)


def test_the_owner_begins_with_bots_on_the_seats_that_are_free() -> None:
    table = open_table(players=4)
    table.do(ANN, asked.Sit(id="-", seat=2))
    table.do(BOB, asked.Sit(id="-", seat=0))
    with refused("owner"):
        table.do(BOB, asked.Start(id="-"))
    with refused("ready"):
        table.do(ANN, asked.Start(id="-"))
    table.do(BOB, asked.Ready(id="-"))
    table.do(ANN, asked.Start(id="-"))
    assert [seat.bot for seat in table.state.seats] == [None, "eager", None, "eager"]
    assert table.state.playing


def test_the_owner_seats_bots_and_removes_them() -> None:
    table = open_table()
    table.do(ANN, asked.Sit(id="-"))
    table.do(ANN, asked.SeatBot(id="-", seat=1, bot="random"))
    with refused("seat.taken"):
        table.do(BOB, asked.Sit(id="-", seat=1))
    with refused("bots"):
        table.do(ANN, asked.SeatBot(id="-", seat=1, bot="nobody"))
    with refused("seat.taken"):
        table.do(ANN, asked.SeatBot(id="-", seat=0, bot="random"))
    table.do(ANN, asked.SeatBot(id="-", seat=1, bot=None))
    table.do(BOB, asked.Sit(id="-", seat=1))


def test_a_locked_table_lets_nobody_sit_down() -> None:
    table = open_table()
    table.do(ANN, asked.Lock(id="-"))
    with refused("locked"):
        table.do(BOB, asked.Sit(id="-"))
    table.do(ANN, asked.Sit(id="-"))
    table.do(ANN, asked.Lock(id="-", on=False))
    table.do(BOB, asked.Sit(id="-"))
    with refused("owner"):
        table.do(BOB, asked.Lock(id="-"))


def test_a_kicked_player_cannot_return_and_a_bot_plays_on() -> None:
    table = dealt()
    with refused("owner"):
        table.do(BOB, asked.Kick(id="-", seat=0))
    assert table.do(ANN, asked.Kick(id="-", seat=1)) == [events.Left(1, True)]
    assert table.state.seats[1].bot == "eager"
    assert table.state.playing
    with refused("kicked"):
        table.do(BOB, asked.Sit(id="-"))
    with refused("seat.free"):
        table.do(ANN, asked.Kick(id="-", seat=1))
    table.do(CLEO, asked.Sit(id="-"))  # but somebody else may take the seat
    assert table.state.seats[1].person_plays


def test_the_table_passes_to_somebody_else_when_its_owner_leaves() -> None:
    table = dealt()
    table.do(ANN, asked.Leave(id="-"))
    assert table.state.owner == BOB.id
    table.do(BOB, asked.Lock(id="-"))


def test_a_bot_plays_for_an_absent_player_until_they_return() -> None:
    table = dealt()
    guest = in_turn(table)
    seat = table.state.seat_of(guest.id)
    assert seat is not None
    table.add("", substitute(table.state, seat, "absence"))
    with refused("bot.plays"):
        table.play(guest)
    with refused("bot.plays"):
        substitute(table.state, seat, "absence")
    move = table.sees(guest).own.legal[0]  # type: ignore[union-attr]
    table.add("", bot_plays(table.state, seat, move, table.state.version))
    table.do(guest, asked.ComeBack(id="-"))
    with refused("turn"):
        bot_plays(table.state, seat, move, table.state.version)
    with refused("here"):
        table.do(guest, asked.ComeBack(id="-"))


# Moves


def test_a_move_needs_the_seat_in_turn_and_the_current_version() -> None:
    table = dealt()
    version = table.state.version
    with pytest.raises(OutOfDate, match="turn"):
        table.do(waiting(table), asked.Play(id="-", move="pass", version=version))
    with refused("seat.wanted"):
        table.do(CLEO, asked.Play(id="-", move="pass", version=version))
    with pytest.raises(Malformed):
        table.play(in_turn(table), "what?")
    with pytest.raises(NotLegal):
        table.play(in_turn(table), "pass")
    assert table.state.version == version
    table.play_turn()
    with refused("version"):
        table.do(in_turn(table), asked.Play(id="-", move="pass", version=version))


def test_chat_and_changed_seats_do_not_make_a_move_out_of_date() -> None:
    table = dealt()
    version = table.state.version
    table.do(waiting(table), asked.Say(id="-", text="hello"))
    move = table.sees(in_turn(table)).own.legal[0]  # type: ignore[union-attr]
    table.do(in_turn(table), asked.Play(id="-", move=move, version=version))


def test_a_move_for_a_future_version_is_refused() -> None:
    table = dealt()
    with refused("version"):
        table.do(in_turn(table), asked.Play(id="-", move="pass", version=table.state.version + 1))


def test_there_are_no_moves_before_the_deal() -> None:
    table = open_table()
    table.do(ANN, asked.Sit(id="-"))
    with refused("game.none"):
        table.do(ANN, asked.Play(id="-", move="pass", version=2))
    with refused("game.none"):
        substitute(table.state, 0, "clock")


# Taking back


def test_a_move_that_showed_no_hidden_card_is_undone_at_once() -> None:
    table = dealt(stock=3)
    while not any(move[0] == "h" and ">b" in move for move in table.sees(in_turn(table)).own.legal):  # type: ignore[union-attr]
        table.play_turn()
    guest = in_turn(table)
    before = table.sees(guest)
    table.play(guest, next(move for move in before.own.legal if move[0] == "h" and ">b" in move))  # type: ignore[union-attr]
    happened = table.do(guest, asked.Undo(id="-", version=table.state.version))
    assert isinstance(happened[-1], events.Undone)
    after = table.sees(guest)
    assert (after.game, after.own) == (before.game, before.own)


def test_a_move_that_showed_a_hidden_card_is_undone_when_the_opponents_agree() -> None:
    table = dealt()
    guest, other = in_turn(table), waiting(table)
    before = table.sees(guest)
    table.play_turn()  # and the next player has drawn
    assert table.do(guest, asked.Undo(id="-", version=table.state.version)) == [
        events.UndoAsked(table.state.seat_of(guest.id) or 0, 1)
    ]
    with refused("undo.asked"):
        table.do(other, asked.Undo(id="-", version=table.state.version))
    with refused("undo.none"):
        table.do(guest, asked.AnswerUndo(id="-", agree=True, version=table.state.version))
    table.do(other, asked.AnswerUndo(id="-", agree=True, version=table.state.version))
    after = table.sees(guest)
    assert (after.game, after.own) == (before.game, before.own)


def test_one_opponent_can_reject_an_undo() -> None:
    table = dealt()
    guest, other = in_turn(table), waiting(table)
    table.play_turn()
    table.do(guest, asked.Undo(id="-", version=table.state.version))
    table.do(other, asked.AnswerUndo(id="-", agree=False, version=table.state.version))
    assert table.state.undo is None
    assert table.state.movers
    table.do(guest, asked.Undo(id="-", version=table.state.version))
    table.play_turn()  # a move is an answer too
    assert table.state.undo is None


def test_bots_agree_to_an_undo_and_their_moves_are_undone_too() -> None:
    table = open_table(bots=[None, "eager"])
    table.do(ANN, asked.Sit(id="-"))
    table.do(ANN, asked.Ready(id="-"))
    game = table.state.game
    assert game is not None
    while game.turn != 0:
        bot_turn(table)
    table.play_turn()
    bot_turn(table)
    made = len(game.moves)
    happened = table.do(ANN, asked.Undo(id="-", version=table.state.version))
    assert isinstance(happened[-1], events.Undone)
    before = table.state.game
    assert before is not None
    assert len(before.moves) == made - happened[-1].moves
    assert before.turn == 0


def bot_turn(table: LoggedTable) -> None:
    game = table.state.game
    assert game is not None
    move = next(str(move) for move in game.legal_moves if move.ends_turn)
    table.add("", bot_plays(table.state, game.turn, move, table.state.version))


@pytest.mark.parametrize("why", ["leaves", "absence", "clock"])
def test_an_opponent_who_drops_out_has_not_agreed_to_an_undo(why: str) -> None:
    table = dealt()
    guest, other = in_turn(table), waiting(table)
    table.play_turn()
    table.do(guest, asked.Undo(id="-", version=table.state.version))
    seat, moves = table.state.seat_of(other.id), table.state.game and table.state.game.version
    assert seat is not None
    if why == "leaves":
        happened = table.do(other, asked.Leave(id="-"))
    else:
        happened = table.add("", substitute(table.state, seat, why))
    assert happened[-1] == events.UndoAnswered(seat, agree=False)
    assert table.state.undo is None
    assert table.state.game is not None
    assert table.state.game.version == moves


# Hands belong to those they were dealt to


def test_nobody_who_has_seen_a_hand_sits_down_at_another_in_the_same_game() -> None:
    table = dealt(ANN, BOB, players=2)
    for guest, other in ((ANN, BOB), (BOB, ANN)):
        seat = table.state.seat_of(other.id)
        table.do(other, asked.Leave(id="-"))
        table.do(guest, asked.Leave(id="-"))
        with refused("seat.hand"):
            table.do(guest, asked.Sit(id="-", seat=seat))
        table.do(guest, asked.Sit(id="-"))  # at their own seat again
        table.do(other, asked.Sit(id="-", seat=seat))


def test_an_owner_who_removes_somebody_does_not_get_their_hand() -> None:
    table = dealt(ANN, BOB, players=2)
    seat = table.state.seat_of(BOB.id)
    assert seat is not None
    table.do(ANN, asked.Kick(id="-", seat=seat))
    table.do(ANN, asked.Leave(id="-"))
    with refused("seat.hand"):
        table.do(ANN, asked.Sit(id="-", seat=seat))


def test_somebody_new_may_play_on_with_a_hand_that_was_left() -> None:
    table = dealt(ANN, BOB, players=2)
    seat = table.state.seat_of(BOB.id)
    table.do(BOB, asked.Leave(id="-"))
    table.do(CLEO, asked.Sit(id="-", seat=seat))
    with refused("seat.taken"):
        table.do(BOB, asked.Sit(id="-"))  # whose hand it was


# Clocks


def test_a_player_whose_time_is_over_comes_back_after_the_turn() -> None:
    table = dealt(ANN, BOB, players=2, clock=10)
    guest = in_turn(table)
    seat = table.state.seat_of(guest.id)
    assert seat is not None
    table.add("", substitute(table.state, seat, "clock"))
    with refused("clock"):
        table.do(guest, asked.ComeBack(id="-"))
    while table.state.acting_seat() == seat:
        assert table.state.playing is not None
        move = next(move for move in map(str, table.state.playing.legal_moves) if ">d" in move)
        table.add("", bot_plays(table.state, seat, move, table.state.version))
    table.do(guest, asked.ComeBack(id="-"))


def time_used(table: LoggedTable) -> int:
    """Milliseconds of the turn that had passed at the last entry; a second lies between two entries of a test."""
    assert table.state.clock is not None
    return table.entries[-1].at - table.state.clock.turn_at


def undo_with_consent(table: LoggedTable, guest: Guest) -> None:
    table.do(guest, asked.Undo(id="-", version=table.state.version))
    while table.state.undo is not None:
        other = table.person_at(min(table.state.undo.waiting))
        table.do(other, asked.AnswerUndo(id="-", agree=True, version=table.state.version))


def test_an_undo_in_the_same_turn_gives_no_new_time() -> None:
    table = dealt(clock=10)
    while not (plays := [move for move in table.sees(in_turn(table)).own.legal if move[0] == "h" and ">b" in move]):  # type: ignore[union-attr]
        table.play_turn()
    guest = in_turn(table)
    assert time_used(table) == 0
    table.play(guest, plays[0])
    assert isinstance(table.do(guest, asked.Undo(id="-", version=table.state.version))[-1], events.Undone)
    assert time_used(table) == 2000


def test_an_undo_that_goes_back_to_an_earlier_turn_gives_no_new_time_either() -> None:
    table = dealt(clock=10)
    guest, other = in_turn(table), waiting(table)
    for text in "abc":
        table.do(other, asked.Say(id="-", text=text))
    table.play_turn()
    assert time_used(table) == 0  # of the other player's turn
    table.do(other, asked.Say(id="-", text="d"))
    undo_with_consent(table, guest)
    assert in_turn(table) == guest
    assert time_used(table) == 4000
    table.play_turn()
    assert in_turn(table) == other
    assert time_used(table) == 3000, "the move before it was undone, but this turn is the same"


def test_a_turn_whose_time_is_over_cannot_be_gone_back_to() -> None:
    table = dealt(clock=10)
    guest = in_turn(table)
    for number in range(10):
        table.do(guest, asked.Say(id="-", text=str(number)))
    table.play_turn()
    with refused("clock"):
        table.do(guest, asked.Undo(id="-", version=table.state.version))
    other = in_turn(table)
    table.play_turn()
    undo_with_consent(table, other)
    assert in_turn(table) == other


def test_time_in_which_nobody_was_there_is_not_counted() -> None:
    table = dealt(clock=10)
    guest = in_turn(table)
    version = table.state.version + 1
    late = log.Entry(version, 1000 * version + 3_600_000, guest.id, str(version), log.ChatSent(0, "Where were we?"))
    table.state.apply(late)
    table.entries.append(late)
    assert time_used(table) <= 2000
    clock = table.state.clock
    assert clock is not None
    assert clock.turn_at > late.at - 10_000


def test_a_table_without_a_clock_does_not_measure_time() -> None:
    assert dealt().state.clock is None


def test_there_is_nothing_to_undo_before_the_first_move() -> None:
    table = dealt()
    with refused("undo"):
        table.do(in_turn(table), asked.Undo(id="-", version=table.state.version))


def test_the_next_game_does_not_wait_for_an_absent_player() -> None:
    table = dealt(stock=1)
    seat = table.state.seat_of(BOB.id)
    assert seat is not None
    table.add("", substitute(table.state, seat, "absence"))
    while table.state.playing:
        legal = [str(move) for move in table.state.playing.legal_moves]
        move = min(legal, key=lambda move: (">b" not in move, move[0] != "s"))
        if table.state.acting_seat() == seat:
            table.add("", bot_plays(table.state, seat, move, table.state.version))
        else:
            table.play(ANN, move)
    table.do(ANN, asked.Ready(id="-"))
    assert table.state.playing


# Games and matches


def test_the_next_game_begins_when_everybody_is_ready_and_the_deal_moves_on() -> None:
    table = dealt(stock=1, points=500)
    first = table.state.game
    finish(table)
    assert table.state.phase is Phase.BETWEEN
    assert len(table.state.match.played) == 1
    for guest in (ANN, BOB):
        table.do(guest, asked.Ready(id="-"))
    second = table.state.game
    assert first is not None
    assert second is not None
    assert first.dealer is not None
    assert second.dealer == (first.dealer + 1) % 2
    assert (table.state.number, table.state.match.number, table.state.match.played) == (2, 1, [])
    assert max(table.state.match.scores) > 0


def test_after_a_match_the_same_players_begin_another() -> None:
    table = dealt(stock=1)
    first = table.state.game
    finish(table)
    assert table.state.match.is_over
    for guest in (ANN, BOB):
        table.do(guest, asked.Ready(id="-"))
    second = table.state.game
    assert first is not None
    assert first.dealer is not None
    assert second is not None
    assert second.dealer == (first.dealer + 1) % 2
    assert table.state.match.scores == [0, 0]


def test_the_cards_are_made_by_the_secret_and_by_what_every_seat_adds() -> None:
    table = open_table()
    for guest in (ANN, BOB):
        table.do(guest, asked.Sit(id="-"))
    promised = table.sees(None).table.fair
    table.do(ANN, asked.Ready(id="-", entropy="ab"))
    table.do(BOB, asked.Ready(id="-", entropy="0102"))
    game = table.state.game
    assert game is not None
    finish(table)
    proof = table.state.proof()
    assert proof is not None
    assert proof.entropy == ["ab", "0102"]
    assert proof.commitment == promised.commitment == hashlib.sha256(bytes.fromhex(proof.secret)).hexdigest()
    assert game.key == key_of_game(bytes.fromhex(proof.secret), proof.entropy)
    check_proof(proof, game.key.hex(), promised.commitment)
    for wrong in ({"secret": "00"}, {"secret": "x"}, {"entropy": ["ab", ""]}, {"scheme": 2}, {"commitment": "00"}):
        with pytest.raises(Malformed):
            check_proof(msgspec.structs.replace(proof, **wrong), game.key.hex())
    with pytest.raises(Malformed, match="promised"):
        check_proof(proof, game.key.hex(), "00" * 32)
    check(table.state.record())
    later = table.sees(None).table.fair
    assert (later.game, later.commitment) == (2, commitment_to(table.state.secret(2)))
    assert later.commitment != proof.commitment


def test_a_secret_is_never_shown_before_its_game_is_over() -> None:
    table = dealt()
    assert table.state.game is not None
    assert table.state.game.key is not None
    hidden = [table.state.secret(1), table.state.game.key]
    for guest in (ANN, BOB, None):
        seat = None if guest is None else table.state.seat_of(guest.id)
        sent = EncodedTable(table.state).update(seat)
        assert not any(secret.hex().encode() in sent for secret in hidden)


def test_a_table_goes_on_from_a_move_of_another_game() -> None:
    table = dealt()
    for _turn in range(3):
        table.play_turn()
    game = table.state.game
    assert game is not None
    origin = log.Origin(msgspec.json.encode(to_record(game)))
    other = open_table(origin=origin)
    for guest in (ANN, BOB):
        other.do(guest, asked.Sit(id="-"))
        other.do(guest, asked.Ready(id="-"))
    shown, again = table.sees(None).game, other.sees(None).game
    assert shown == again
    with refused("undo"):
        other.do(in_turn(other), asked.Undo(id="-", version=other.state.version))
    finish(other)
    assert other.state.proof() is None
    check(other.state.record())


@pytest.mark.parametrize(("edition", "choice"), [("brownfield-1967", "dealer"), ("mattel-2016", "youngest")])
def test_a_table_goes_on_with_a_game_of_another_dealer_or_youngest(edition: str, choice: str) -> None:
    # rule: ruling.dealer-chosen, ruling.youngest
    """Tables that were opened before the choice existed do not name it in their options."""
    table = dealt(edition=edition, stock=2, **{choice: 1})
    assert table.state.game is not None
    origin = log.Origin(msgspec.json.encode(to_record(table.state.game)))
    other = open_table(origin=origin, edition=edition, stock=2)
    for guest in (ANN, BOB):
        other.do(guest, asked.Sit(id="-"))
        other.do(guest, asked.Ready(id="-"))
    finish(other)
    assert other.state.match.number == 1
    assert other.again().match.scores == other.state.match.scores


def test_a_stored_table_without_a_draw_pile_is_still_loaded() -> None:  # rule: draw.pile
    table = dealt(stock=81)
    assert table.again().game == table.state.game
    with pytest.raises(Malformed, match="leave none for the draw pile"):
        check_options(table.state.options)


# Talk


def test_everybody_hears_what_is_said_except_those_who_muted_the_speaker() -> None:
    table = dealt(ANN, BOB, CLEO)
    said = table.do(ANN, asked.Say(id="-", text=" hel\u202elo  \u0000 there "))
    assert said == [events.Said(0, "hello there")]

    def heard(seat: int = 1) -> list[TableEvent]:
        return [
            decode(each, events.Said) for each in EventBatch(Step(said, table.state.guests)).seen_by(seat, table.state)
        ]

    with refused("seat.wanted"):
        table.do(DAN, asked.Say(id="-", text="me too"))
    assert table.do(BOB, asked.Mute(id="-", seat=0)) == []
    assert heard() == []
    assert heard(2) == said
    table.do(BOB, asked.Mute(id="-", seat=0, on=False))
    assert heard() == said
    table.do(BOB, asked.Mute(id="-", seat=0))
    table.do(ANN, asked.Leave(id="-"))
    table.do(DAN, asked.Sit(id="-", seat=0))  # who was not muted
    assert heard() == said


def test_a_new_connection_gets_the_latest_chat() -> None:
    table = dealt(ANN, BOB)
    for number in range(60):
        table.do(ANN, asked.Say(id="-", text=str(number)))
    assert [said.text for said in table.sees(None).chat] == [str(number) for number in range(10, 60)]
    table.do(BOB, asked.Mute(id="-", seat=0))
    assert table.sees(BOB).chat == []


def test_chat_can_be_switched_off() -> None:
    table = dealt(chat=False)
    with refused("chat.off"):
        table.do(ANN, asked.Say(id="-", text="hello"))


def test_a_partner_may_not_talk_in_the_players_turn() -> None:  # rule: team.silent
    table = dealt(*PEOPLE, partners=True)
    assert table.state.game is not None
    turn = table.state.game.turn
    with refused("team.silent"):
        table.do(table.person_at((turn + 2) % 4), asked.Say(id="-", text="play your 7"))
    table.do(table.person_at(turn), asked.Say(id="-", text="play your 7?"))
    table.do(table.person_at((turn + 1) % 4), asked.Say(id="-", text="ha"))


@pytest.mark.parametrize("edition", ["mattel-2016", "brownfield-1967"])
def test_by_some_editions_partners_do_not_talk_while_a_game_goes_on(edition: str) -> None:  # rule: team.no-talk
    table = dealt(*PEOPLE, partners=True, edition=edition, stock=1)
    for person in PEOPLE:
        with refused("team.no-talk"):
            table.do(person, asked.Say(id="-", text="play your 7?"))
        own = table.sees(person).own
        assert own is not None
        assert own.silenced_by == "team.no-talk"


def test_at_a_kitchen_table_a_partner_who_talks_can_be_called() -> None:
    table = dealt(*PEOPLE, partners=True, referee="kitchen")
    assert table.state.game is not None
    turn = table.state.game.turn
    talker, caller = (turn + 2) % 4, table.person_at((turn + 1) % 4)
    table.do(table.person_at(talker), asked.Say(id="-", text="play your 7"))
    told = [table.sees(table.person_at(seat)).own.grounds for seat in range(4)]  # type: ignore[union-attr]
    ground = [CallGround(seat=talker, ground=Ground.TALK)]
    assert told == [ground if seat % 2 != turn % 2 else [] for seat in range(4)]  # not to the partner, or the talker
    happened = table.play(caller, f"{(turn + 1) % 4}: call {talker}")
    assert any(type(each).__name__ == "Penalised" for each in happened)


def test_talk_that_can_be_called_is_undone_only_by_consent() -> None:
    table = dealt(*PEOPLE, partners=True, referee="kitchen")
    assert table.state.game is not None
    turn = table.state.game.turn
    talker = table.person_at((turn + 2) % 4)
    table.do(talker, asked.Say(id="-", text="play your 7"))
    assert table.sees(talker).own.undo == sorted({(turn + 1) % 4, (turn + 3) % 4})  # type: ignore[union-attr]
    table.do(talker, asked.Undo(id="-", version=table.state.version))
    assert table.state.undo is not None
    assert table.state.undo.waiting == {(turn + 1) % 4, (turn + 3) % 4}


def test_a_card_played_out_of_turn_is_undone_only_by_consent() -> None:
    table = dealt(referee="kitchen")
    while True:
        guest, early = in_turn(table), waiting(table)
        plays = [move for move in table.sees(early).own.legal if ": h" in move and ">b" in move]  # type: ignore[union-attr]
        if plays:
            break
        while len(table.sees(guest).own.hand) < 5:  # type: ignore[union-attr]
            table.play(guest, "draw")
        highest = [move for move in table.sees(guest).own.legal if ">d" in move][-1]  # type: ignore[union-attr]
        table.play(guest, highest)
    table.play(early, plays[0])
    assert not table.state.revealing[-1]
    table.do(early, asked.Undo(id="-", version=table.state.version))
    assert table.state.undo is not None
    assert table.state.undo.waiting == {table.state.seat_of(guest.id)}


def test_talk_at_a_kitchen_table_does_not_make_a_move_out_of_date() -> None:
    table = dealt(*PEOPLE, partners=True, referee="kitchen")
    assert table.state.game is not None
    turn, seen = table.state.game.turn, table.state.version
    table.do(table.person_at((turn + 2) % 4), asked.Say(id="-", text="play your 7"))
    table.do(table.person_at(turn), asked.Play(id="-", move="draw", version=seen))


# Names and options


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 25, "\u202e"])
def test_a_name_has_visible_characters(name: str) -> None:
    with pytest.raises(Malformed):
        clean_name(name)


def test_text_is_composed_and_loses_invisible_characters() -> None:
    assert clean_name("  Zoe\u0308 \u200b the\tFirst ") == "Zoë the First"
    assert clean("<b>\u2066no markup is made of it</b>") == "<b>no markup is made of it</b>"


@pytest.mark.parametrize(
    "options",
    [
        {"edition": "nothing"},
        {"referee": "nobody"},
        {"players": 3, "partners": True},
        {"bots": ["nobody"]},
        {"bots": [None, None, "eager"]},
        {"substitute": "nobody"},
        {"stock": 90},
        {"edition": "mattel-2016", "referee": "kitchen"},
    ],
)
def test_a_table_that_no_edition_allows_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        check_options(TableOptions(**options))  # type: ignore[arg-type]


def test_every_edition_can_be_played() -> None:
    for edition in ("mattel-2003", "holiday-2010", "francais-2003", "mattel-2016", "brownfield-1967"):
        check_options(TableOptions(edition=edition))


# The log is the truth

seats = st.integers(0, 3)
guests = st.sampled_from(PEOPLE)
numbers = st.sampled_from(["ab" * 16, "cd" * 32])
anything = st.one_of(
    st.builds(asked.Sit, id=st.just("-"), seat=st.none() | seats),
    st.builds(asked.Leave, id=st.just("-")),
    st.builds(asked.Ready, id=st.just("-"), on=st.booleans(), entropy=st.sampled_from(["", "00", "ff"])),
    st.builds(asked.Ready, id=st.just("-"), commitment=numbers.map(commitment_to_entropy)),
    st.builds(asked.Show, id=st.just("-"), entropy=numbers),
    st.builds(asked.Start, id=st.just("-")),
    st.builds(asked.SeatBot, id=st.just("-"), seat=seats, bot=st.sampled_from([None, "eager", "random"])),
    st.builds(asked.Kick, id=st.just("-"), seat=seats),
    st.builds(asked.Lock, id=st.just("-"), on=st.booleans()),
    st.builds(asked.Say, id=st.just("-"), text=st.sampled_from(["hello", "no"])),
    st.builds(asked.Mute, id=st.just("-"), seat=seats, on=st.booleans()),
    st.builds(asked.ComeBack, id=st.just("-")),
)


@settings(max_examples=60)
@given(st.data(), st.sampled_from(["strict", "kitchen"]), st.booleans())
def test_the_log_alone_makes_the_table(data: st.DataObject, referee: str, partners: bool) -> None:
    players = 4 if partners else data.draw(st.integers(2, 3))
    table = open_table(players=players, referee=referee, partners=partners, stock=2)
    for _step in range(data.draw(st.integers(0, 60))):
        guest, before = data.draw(guests), all_bytes(table)
        try:
            step(table, guest, data)
        except SkipboError:
            assert all_bytes(table) == before
    assert all_bytes(LoggedTable(table.again(), table.entries)) == all_bytes(table)


def step(table: LoggedTable, guest: object, data: st.DataObject) -> None:
    assert isinstance(guest, type(ANN))
    state, seat = table.state, table.state.seat_of(guest.id)
    kind = data.draw(st.integers(0, 9))
    if state.playing and kind < 6:
        acting = state.acting_seat()
        assert acting is not None
        own = EncodedTable(state).update(acting)
        legal = msgspec.json.decode(own)["own"]["legal"]
        move = data.draw(st.sampled_from(legal))
        if state.seats[acting].bot:
            table.add("", bot_plays(state, acting, move, state.version))
        else:
            table.play(table.person_at(acting), move)
    elif state.playing and kind == 6:
        table.do(guest, asked.Undo(id="-", version=state.version))
    elif state.playing and kind == 7:
        table.do(guest, asked.AnswerUndo(id="-", agree=data.draw(st.booleans()), version=state.version))
    elif state.showing_at and kind == 6:
        table.add("", withhold(state, state.showing_at))
    elif kind == 8 and seat is not None:
        table.add("", substitute(state, seat, "absence"))
    else:
        table.do(guest, data.draw(anything))


def all_bytes(table: LoggedTable) -> list[bytes]:
    shown = EncodedTable(table.state)
    return [shown.update(seat) for seat in (None, *range(len(table.state.seats)))]


def test_a_finished_game_ends_with_its_outcome() -> None:
    table = dealt(stock=1)
    assert isinstance(finish(table)[-1], Ended)


def test_a_client_may_name_the_letter_of_a_card() -> None:  # rule: deck.packs
    table = dealt(edition="brownfield-1967")
    guest = in_turn(table)
    for _turn in range(40):
        own = table.sees(guest).own
        assert own is not None
        letters = {"h11>d1": "hJ>d1", "h12>d1": "hQ>d1", "h13>d1": "hK>d1"}
        if move := next((move for move in own.legal if move in letters), None):
            table.play(guest, letters[move])
            assert str(table.state.game.moves[-1]) == move  # type: ignore[union-attr]
            return
        table.play_turn()
        guest = in_turn(table)
    raise AssertionError("nobody had a Jack, Queen or King")
