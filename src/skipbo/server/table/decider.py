"""Turns a command into the event for the log, or raises the refusal. The game itself judges moves."""

import unicodedata
from collections.abc import Callable

from skipbo.bots.bot import check_offered
from skipbo.errors import Malformed, NotLegal, OutOfDate
from skipbo.game.game import find_referee
from skipbo.game.kitchen.act import Act
from skipbo.protocol import commands
from skipbo.protocol.codes import describe
from skipbo.protocol.fairness import commitment_to_entropy
from skipbo.protocol.options import TableOptions
from skipbo.server.names import clean
from skipbo.server.store import log
from skipbo.server.store.interface import Guest
from skipbo.server.table.state import TableState, match_at, table_of

NOT_WHILE_SHOWING = (commands.Sit, commands.SeatBot, commands.Kick, commands.Start, commands.Ready)
"""What would change a seat, or a commitment, after somebody has seen the entropy of others."""


def nobody_is_here(_guest: str) -> bool:
    return False


def refusal(code: str) -> NotLegal:
    return NotLegal(code, describe(code))


def check_options(options: TableOptions) -> None:
    """Raises `Malformed` for an impossible table."""
    if len(options.bots) > options.players:
        raise Malformed("table.seat", describe("table.seat"))
    table = table_of(options)
    table.check_chosen_dealer()
    match_at(table, options)
    find_referee(options.referee).check_table(table)
    for bot in (*options.bots, options.substitute):
        if bot is not None:
            check_offered(bot)


def decide(
    state: TableState,
    guest: Guest,
    command: commands.TableCommand,
    is_here: Callable[[str], bool] = nobody_is_here,
) -> log.LogEvent:
    """Returns the event of a guest's command; `is_here` tells whether a guest is connected to the table.

    A move is checked only when the event is applied.
    """
    if state.showing_at and isinstance(command, NOT_WHILE_SHOWING):
        raise refusal("game.begins")
    match command:
        case commands.Sit():
            return _sit(state, guest, command.seat)
        case commands.Lock():
            _check_owner(state, guest)
            return log.LockSet(command.on)
        case commands.SeatBot():
            return _seat_bot(state, guest, command)
        case commands.Substitute():
            return _substitute_absent(state, guest, command.seat, is_here)
        case commands.Kick():
            return _kick(state, guest, command.seat)
        case commands.Start():
            return _start(state, guest)
        case commands.Leave():
            return log.SeatLeft(_own_seat(state, guest))
        case commands.Ready():
            return _ready(state, guest, command)
        case commands.Show():
            return _show(state, guest, command.entropy)
        case commands.Play():
            seat = _player(state, guest, command.version)
            return log.Moved(seat, command.move)
        case commands.Undo():
            return _undo(state, guest, command.version)
        case commands.AnswerUndo():
            seat = _player(state, guest, command.version)
            if state.undo is None or seat not in state.undo.waiting:
                raise refusal("undo.none")
            return log.UndoVoted(seat, command.agree)
        case commands.ComeBack():
            return come_back(state, guest)
        case commands.Say():
            return _say(state, guest, command.text)
        case commands.Mute():
            seat = _own_seat(state, guest)
            _check_number(state, command.seat)
            return log.Muted(seat, command.seat, command.on)


def come_back(state: TableState, guest: Guest) -> log.SeatReclaimed:
    seat = _own_seat(state, guest)
    if state.seats[seat].bot is None:
        raise refusal("here")
    if state.seats[seat].out_of_time:
        raise refusal("clock")
    return log.SeatReclaimed(seat)


def substitute(state: TableState, seat: int, why: str) -> log.BotSubstituted:
    if state.playing is None:
        raise refusal("game.none")
    if not state.seats[seat].person_plays:
        raise refusal("bot.plays")
    return log.BotSubstituted(seat, why)


def withhold(state: TableState, since: int) -> log.EntropyWithheld:
    """Ends the wait, since a version, for the seats that have not shown their entropy."""
    if state.showing_at != since:
        raise refusal("show.none")
    return log.EntropyWithheld(tuple(number for number, seat in enumerate(state.seats) if seat.must_show))


def bot_plays(state: TableState, seat: int, move: str, version: int) -> log.Moved:
    """Returns the move of a bot that was chosen at a version."""
    if state.seats[seat].bot is None:
        raise refusal("turn")
    _check_version(state, version)
    return log.Moved(seat, move)


def bot_calls(state: TableState, seat: int, call: str) -> log.Moved:
    """Returns the call of a bot that has noticed a mistake; it is refused if the mistake can no longer be called."""
    game = state.playing
    if state.seats[seat].bot is None or game is None:
        raise refusal("turn")
    if Act.parse(call).called not in game.grounds(seat):
        raise refusal("turn")
    return log.Moved(seat, call)


def why_not_admitted(state: TableState, guest: str) -> str | None:
    """Returns the code of the reason why a guest may not be at a table; None if they may."""
    if guest in state.kicked:
        return "kicked"
    return None if state.options.spectators or _may_sit(state, guest) else "spectators"


def _may_sit(state: TableState, guest: str) -> bool:
    free = any(state.is_open(number) for number in range(len(state.seats))) and not state.locked
    return state.seat_of(guest) is not None or guest == state.owner or free


def seat_for_hint(state: TableState, guest: Guest) -> int:
    """Returns the seat of a guest, who may ask for a hint."""
    seat = _own_seat(state, guest)
    if not state.options.hints:
        raise refusal("hints.off")
    if state.playing is None:
        raise refusal("game.none")
    if state.seats[seat].bot is not None:
        raise refusal("bot.plays")
    return seat


def _own_seat(state: TableState, guest: Guest) -> int:
    seat = state.seat_of(guest.id)
    if seat is None:
        raise refusal("seat.wanted")
    return seat


def _check_owner(state: TableState, guest: Guest) -> None:
    if guest.id != state.owner:
        raise refusal("owner")


def _check_number(state: TableState, seat: int) -> None:
    if seat >= len(state.seats):
        raise Malformed("table.seat", describe("table.seat"))


def _check_version(state: TableState, version: int) -> None:
    """A command about the game must know the last change of the game; chat and seats do not matter."""
    if not state.played_at <= version <= state.version:
        raise OutOfDate("version", describe("version"))


def _player(state: TableState, guest: Guest, version: int) -> int:
    seat = _own_seat(state, guest)
    if state.playing is None:
        raise refusal("game.none")
    _check_version(state, version)
    if state.seats[seat].bot is not None:
        raise refusal("bot.plays")
    return seat


def _sit(state: TableState, guest: Guest, wanted: int | None) -> log.SeatTaken:
    if guest.id in state.kicked:
        raise refusal("kicked")
    own = state.seat_of(guest.id)
    if own is not None:
        return _sit_again(state, own, guest, wanted)
    if state.locked and guest.id != state.owner:
        raise refusal("locked")
    held = state.hands.get(guest.id) if state.playing is not None else None
    if wanted is None:
        wanted = held
    if wanted is None:
        wanted = next((number for number in range(len(state.seats)) if state.is_open(number)), None)
        if wanted is None:
            raise refusal("seat.none")
    _check_number(state, wanted)
    if not state.is_open(wanted):
        raise refusal("seat.taken")
    if held is not None and held != wanted:
        raise refusal("seat.hand")
    return log.SeatTaken(wanted, _distinct_name(state, guest.name, wanted))


def _sit_again(state: TableState, own: int, guest: Guest, wanted: int | None) -> log.SeatTaken:
    """Lets a player sit down at the same seat with a new name, between games."""
    name = _distinct_name(state, guest.name, own)
    if wanted not in (None, own) or state.playing is not None or name == state.seats[own].name:
        raise refusal("seat.already")
    return log.SeatTaken(own, name)


def _distinct_name(state: TableState, name: str, own: int) -> str:
    """Returns the name, with a number if it looks like that of a player or bot at another seat than the own."""
    others = (other for number, other in enumerate(state.names) if number != own and not state.seats[number].free)
    taken = set(map(_looks_like, others))
    number, distinct = 1, name
    while _looks_like(distinct) in taken:
        number += 1
        distinct = f"{name} {number}"
    return distinct


def _looks_like(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE)


# Letters of other alphabets, and digits, that look like Latin letters.
_ALIKE = str.maketrans(
    "аеорсухіјѕԁɡһӏοαρνικ01|" + "ᎪᏴᏟᎠᎬᎶᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "aeopcyxijsdghloapvikoll" + "abcdeghijklmprstvwz"
)


def _seat_bot(state: TableState, guest: Guest, command: commands.SeatBot) -> log.BotSeated:
    _check_owner(state, guest)
    _check_number(state, command.seat)
    if state.playing is not None:
        raise refusal("game.going")
    if state.seats[command.seat].guest is not None:
        raise refusal("seat.taken")
    if command.bot is not None:
        check_offered(command.bot)
    return log.BotSeated(command.seat, command.bot)


def _substitute_absent(
    state: TableState, guest: Guest, seat: int, is_here: Callable[[str], bool]
) -> log.BotSubstituted:
    _check_owner(state, guest)
    _check_number(state, seat)
    absent = state.seats[seat].guest
    if absent is None:
        raise refusal("seat.free")
    if is_here(absent):
        raise refusal("seat.here")
    if state.seats[seat].bot is not None:
        raise refusal("bot.already")
    return substitute(state, seat, log.ABSENCE)


def _kick(state: TableState, guest: Guest, seat: int) -> log.SeatLeft:
    _check_owner(state, guest)
    _check_number(state, seat)
    if state.seats[seat].guest is None:
        raise refusal("seat.free")
    return log.SeatLeft(seat, kicked=state.seats[seat].guest != guest.id)


def _start(state: TableState, guest: Guest) -> log.GameStarted:
    _check_owner(state, guest)
    if state.playing is not None:
        raise refusal("game.going")
    _own_seat(state, guest)
    if any(seat.person_plays and seat.guest != guest.id and not seat.ready for seat in state.seats):
        raise refusal("ready")
    return log.GameStarted()


def _ready(state: TableState, guest: Guest, command: commands.Ready) -> log.ReadySet:
    seat = _own_seat(state, guest)
    if state.playing is not None:
        raise refusal("game.going")
    if not command.on:
        return log.ReadySet(seat, ready=False)
    if command.entropy and command.commitment:
        raise refusal("show.early")
    return log.ReadySet(seat, ready=True, entropy=command.entropy, commitment=command.commitment)


def _show(state: TableState, guest: Guest, entropy: str) -> log.EntropyShown:
    seat = _own_seat(state, guest)
    if not state.seats[seat].must_show:
        raise refusal("show.none")
    if not state.showing_at:
        raise refusal("show.early")
    if commitment_to_entropy(entropy) != state.seats[seat].commitment:
        raise refusal("show.other")
    return log.EntropyShown(seat, entropy)


def _undo(state: TableState, guest: Guest, version: int) -> log.UndoRequested:
    seat = _player(state, guest, version)
    if state.undo is not None:
        raise refusal("undo.asked")
    moves = state.moves_to_undo(seat)
    if moves == 0:
        raise refusal("undo")
    if state.clock is not None and state.clock.is_used_up(len(state.movers) - moves):
        raise refusal("clock")
    return log.UndoRequested(seat, consent=state.can_be_called(seat))


def _say(state: TableState, guest: Guest, text: str) -> log.ChatSent:
    seat = _own_seat(state, guest)
    if not state.options.chat:
        raise refusal("chat.off")
    text = clean(text)
    if not text:
        raise Malformed("message", describe("message"))
    silence = None if state.playing is None else state.playing.silenced_by(seat)
    if silence is not None:
        raise refusal(silence)
    return log.ChatSent(seat, text)
