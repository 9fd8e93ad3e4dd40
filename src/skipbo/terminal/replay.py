"""`skipbo replay`: shows the table at the beginning of every turn of a recorded game, then the events of the turn."""

from itertools import islice
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.game.event import TurnBegan
from skipbo.i18n import translate as _
from skipbo.record import Record, check, game_to_replay, read_records
from skipbo.terminal.descriptions import show_table
from skipbo.terminal.screen import QUIET, Screen
from skipbo.terminal.sentences import Narrator, seat_name


def replay(file: Path, game: int = 1, seat: int | None = None) -> int:
    """Shows game number `game` of a file as a seat or a spectator saw it; returns the exit status.

    Raises `SkipboError` if the file has no such game or its record is invalid.
    """
    record = find_record(file, game)
    check(record)
    last = len(record.seats) - 1
    if seat is not None and not 0 <= seat <= last:
        raise Malformed("seat", _("There is no seat {seat}: the seats are 0 to {last}.").format(seat=seat, last=last))
    show(record, seat, Screen())
    return 0


def find_record(file: Path, number: int) -> Record:
    line = next(islice(read_records(file), number - 1, None), None)
    if line is None:
        raise Malformed("file", _("{path} has fewer than {number} games.").format(path=file, number=number))
    return line.record


def show(record: Record, seat: int | None, screen: Screen) -> None:
    game = game_to_replay(record)
    names = [seat_name(each.name) for each in record.seats]
    narrator = Narrator(game.edition, names, seat)
    moves = iter(record.moves)
    events = game.events[:]
    while events:
        for about, sentence in narrator.narrate(events):
            screen.say(sentence, QUIET if about == seat and seat is not None else "")
        if any(isinstance(event, TurnBegan) for event in events):
            screen.say()
            show_table(screen, game.view(seat), names)
            screen.say()
        move = next(moves, None)
        events = [] if move is None else game.play(move)
