"""`skipbo explain`: the planner's choice at a position, or beside a move of a recorded game, feature by feature."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from skipbo.bots.planner.features import MEANINGS
from skipbo.coach.explanation import Explanation, Option
from skipbo.coach.reasons import best_reasons, why
from skipbo.coach.sentences import Sentence, move_sentence
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.move import Move, in_letters
from skipbo.game.position import Position
from skipbo.game.table import STRICT
from skipbo.i18n import local_number
from skipbo.i18n import translate as _
from skipbo.record import check, default_seats, game_from_record
from skipbo.terminal.descriptions import show_table
from skipbo.terminal.replay import find_record
from skipbo.terminal.screen import Screen
from skipbo.terminal.sentences import seat_name

MOST_ROWS = 6  # of moves, and of features


def explain(file: Path, game: int, move: int) -> int:
    """Explains move number `move` of game number `game` of a file, both from 1; returns the exit status."""
    record = find_record(file, game)
    check(record)
    check_referee(record.referee)
    if not 1 <= move <= len(record.moves):
        raise Malformed(
            "move", _("The game has {count} moves. Choose --move 1 to {count}.").format(count=len(record.moves))
        )
    replayed = game_from_record(record)
    assert isinstance(replayed, Game)
    for text in record.moves[: move - 1]:
        replayed.play(text)
    names = [seat_name(seat.name) for seat in record.seats]
    show(think(replayed, names), Move.parse(record.moves[move - 1]), names)
    return 0


def explain_position(text: str) -> int:
    """Shows what the planner would play at a position; returns the exit status."""
    position = Position.parse(text)
    check_referee(position.referee)
    if None in position.hands[position.turn]:
        raise Malformed("position", _("The hand of the seat in turn is hidden: write its cards."))
    game = Game.from_position(position)
    if game.is_over:
        raise Malformed("position", _("The game is over."))
    names = [seat_name(seat.name) for seat in default_seats(position.players)]
    thoughts = think(game, names)
    console = Console(highlight=False)
    console.print(_("The planner would play: {line}").format(line=line_of(thoughts.best, thoughts)))
    advise(console, thoughts, thoughts.best, best_reasons(thoughts), names)
    console.print(options_grid(thoughts, None))
    if thoughts.next_best is not None:
        console.print(reasons_grid(thoughts, thoughts.best, thoughts.next_best))
    return 0


def check_referee(referee: str) -> None:
    if referee != STRICT:
        raise Malformed(
            "referee",
            _("This game was played at a kitchen table; only games with the strict referee can be explained."),
        )


def think(game: Game, names: Sequence[str]) -> Explanation:
    """Shows the table of the seat in turn, and asks the planner."""
    view, screen = game.view(game.turn), Screen()
    show_table(screen, view, names)
    screen.say()
    return Explanation(view)


def show(thoughts: Explanation, move: Move, names: Sequence[str]) -> None:
    console = Console(highlight=False)
    played = thoughts.option(move)
    best = played if played.is_as_good_as(thoughts.best) else thoughts.best
    console.print(_("Played: {line}").format(line=in_letters(move, thoughts.view.edition)))
    if played is best:
        console.print(_("The planner would have played the same."))
    elif best.wins and not played.wins:
        console.print(_("The planner would have won the game: {line}").format(line=line_of(best, thoughts)))
    else:
        console.print(
            _("The planner would have played: {line} (better by {points} points; a stock card counts 10)").format(
                line=line_of(best, thoughts), points=local_number(best.worth - played.worth, ".2f")
            )
        )
    other = played if played is not best else thoughts.next_best
    advise(console, thoughts, best, best_reasons(thoughts) if played is best else why(thoughts, best, played), names)
    console.print(options_grid(thoughts, played))
    if other is not None:
        console.print(reasons_grid(thoughts, best, other))


def advise(
    console: Console, thoughts: Explanation, best: Option, reasons: Sequence[Sentence], names: Sequence[str]
) -> None:
    """Prints a move in words, and why it is the best."""
    written = (reason.write(thoughts.view.edition, names) for reason in reasons)
    for sentence in (move_sentence(best.move, thoughts.view, names), *written, ""):
        console.print(sentence, markup=False, soft_wrap=True)  # a name is not markup


def line_of(option: Option, thoughts: Explanation) -> str:
    return " ".join(in_letters(move, thoughts.view.edition) for move in option.line)


def options_grid(thoughts: Explanation, played: Option | None) -> Grid:
    grid = Grid(title=_("What the planner thinks of the moves"), title_justify="left")
    grid.add_column(_("move, and what would follow"))
    grid.add_column(_("points behind"), justify="right")
    shown = list(thoughts.options[:MOST_ROWS])
    for option in shown if played is None or played in shown else [*shown, played]:
        mark = " <" if option is played else ""
        grid.add_row(line_of(option, thoughts) + mark, behind(thoughts.best, option))
    return grid


def behind(best: Option, option: Option) -> str:
    """The points that an option lacks; if only the best option wins at once, the game itself."""
    return _("the game") if best.wins and not option.wins else local_number(best.worth - option.worth, ".2f")


def reasons_grid(thoughts: Explanation, best: Option, other: Option) -> Grid:
    moves = [in_letters(option.move, thoughts.view.edition) for option in (best, other)]
    grid = Grid(title=_("Why {best} rather than {other}").format(best=moves[0], other=moves[1]), title_justify="left")
    grid.add_column(_("what decides"))
    for move in moves:
        grid.add_column(move, justify="right")
    grid.add_column(_("points"), justify="right")
    for reason in thoughts.reasons(best, other)[:MOST_ROWS]:
        grid.add_row(
            _(MEANINGS[reason.feature]),
            local_number(reason.here, ".4g"),
            local_number(reason.there, ".4g"),
            local_number(reason.points, "+.2f"),
        )
    return grid
