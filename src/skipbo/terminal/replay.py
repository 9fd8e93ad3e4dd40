"""Shows a recorded game move by move: the table at the beginning of every turn, then what happens in it."""

from itertools import islice
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.game.drawing import draw_table
from skipbo.game.event import TurnBegan
from skipbo.i18n import translate as _
from skipbo.record import Record, check, game_from_record, read_records
from skipbo.terminal.descriptions import describe_table
from skipbo.terminal.screen import QUIET, Screen
from skipbo.terminal.sentences import Teller, seat_name


def replay(file: Path, game: int = 1, seat: int | None = None) -> int:
    """Shows game number `game` of a file as a seat saw it, or a spectator; answers the exit status.

    Raises `SkipboError` where the file has no such game or the record does not hold.
    """
    record = find_record(file, game)
    check(record)
    if seat is not None and not 0 <= seat < len(record.seats):
        raise Malformed("seat", _("There is no seat {seat}.").format(seat=seat))
    show(record, seat, Screen())
    return 0


def find_record(file: Path, number: int) -> Record:
    line = next(islice(read_records(file), number - 1, None), None)
    if line is None:
        raise Malformed("file", _("{path} has fewer than {number} games.").format(path=file, number=number))
    return line.record


def show(record: Record, seat: int | None, screen: Screen) -> None:
    game = game_from_record(record)
    names = [seat_name(each.name) for each in record.seats]
    teller = Teller(game.edition, names, seat)
    moves = iter(record.moves)
    events = game.events[:]
    while events:
        for about, sentence in teller.tell(events):
            screen.say(sentence, QUIET if about == seat and seat is not None else "")
        if any(isinstance(event, TurnBegan) for event in events):
            screen.say()
            view = game.view(seat)
            if screen.can_draw:
                screen.draw(draw_table(view, names))
            else:
                screen.say("\n".join(describe_table(view, names)))
            screen.say()
        move = next(moves, None)
        events = [] if move is None else game.play(move)
