"""The file with the unfinished game, replaced atomically so that no interruption damages it."""

import contextlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from skipbo.bots.bot import check_bot, check_vigilance
from skipbo.editions import Begins, Dealer
from skipbo.errors import Malformed, SkipboError
from skipbo.game.game import Game
from skipbo.game.match import Match
from skipbo.game.table import FIRST_RULINGS
from skipbo.i18n import translate as _
from skipbo.paths import data_folder
from skipbo.record import PERSON, Record, RecordedSeat, resume, to_line, to_record

VERSION = 1
PERSON_SEAT = 0
VIGILANCE = 0.8  # probability that a bot notices a mistake, unless the person chooses another
UNREADABLE = (SkipboError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)


@dataclass(slots=True)
class SavedGame:
    """A game with its seats, and the match it belongs to."""

    game: Game
    seats: list[RecordedSeat]
    match: Match | None = None
    vigilance: float = VIGILANCE  # of the bots, at a kitchen table


class LaidGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that began at a position, of which there is no record."""

    position: str
    seed: str
    seats: list[RecordedSeat]
    moves: list[str]


def default_path() -> Path:
    return data_folder() / "saved.json"


def write(path: Path, saved_game: SavedGame) -> None:
    """Raises OSError if the file cannot be written; the old file is then unchanged."""
    text = json.dumps(_to_json(saved_game), ensure_ascii=False, separators=(",", ":"))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def read(path: Path) -> SavedGame:
    """Raises OSError if the file is missing or unreadable, and Malformed if it is damaged."""
    content = path.read_bytes()
    try:
        saved = json.loads(content)
        saved_game = _from_json(saved)
        sound = saved["saved"] == VERSION and _to_json(saved_game) == saved
    except UNREADABLE as error:
        raise broken(path) from error
    if not sound:
        raise broken(path)
    return saved_game


def broken(path: Path) -> Malformed:
    return Malformed("saved", _("The saved game in {path} is damaged and cannot be read.").format(path=path))


def set_aside(path: Path) -> Path:
    """Renames a damaged file, so that the next save does not overwrite it."""
    number, aside = 1, path.with_name(f"{path.name}.broken")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.broken-{number}")
    path.rename(aside)
    return aside


def _to_json(saved_game: SavedGame) -> dict[str, Any]:
    match = saved_game.match
    kitchen = {"vigilance": saved_game.vigilance} if saved_game.game.allows_mistakes else {}
    return kitchen | {
        "saved": VERSION,
        "game": _game_to_json(saved_game.game, saved_game),
        "match": None
        if match is None
        else {
            "points": match.points,
            "key": match.key.hex(),
            "played": [_game_to_json(game, saved_game) for game in match.played],
        },
    }


def _game_to_json(game: Game, saved_game: SavedGame) -> Any:
    """The game's record, or the position where it began with its moves since."""
    if game.start is None:
        return json.loads(to_line(to_record(game, saved_game.seats)))
    assert game.key is not None
    moves = [str(move) for move in game.moves]
    return msgspec.to_builtins(LaidGame(str(game.start), game.key.hex(), saved_game.seats, moves))


def _game_from_json(saved: Any) -> tuple[Game, list[RecordedSeat]]:
    if "position" not in saved:
        record = msgspec.convert(saved, Record)
        return resume(record), list(record.seats)
    laid = msgspec.convert(saved, LaidGame)
    game = Game.from_position(laid.position, key=bytes.fromhex(laid.seed))
    for move in laid.moves:
        game.play(move)
    return game, laid.seats


def _from_json(saved: Mapping[str, Any]) -> SavedGame:
    game, seats = _game_from_json(saved["game"])
    if [seat.player for seat in seats].index(PERSON) != PERSON_SEAT:
        raise ValueError("the person does not sit at the first seat")
    for seat in seats[1:]:
        check_bot(seat.player)
    vigilance = float(saved.get("vigilance", VIGILANCE))
    check_vigilance(vigilance)
    return SavedGame(game, seats, saved["match"] and _match_from(saved["match"], game), vigilance)


def _match_from(saved: Mapping[str, Any], game: Game) -> Match:
    """The match, rebuilt from the games already played."""
    played = [resume(msgspec.convert(each, Record)) for each in saved["played"]]
    first = (*played, game)[0]
    table = replace(game.table, dealer=None, youngest=None)
    if table.edition.dealer is Dealer.ANY:
        table = replace(table, dealer=first.dealer)
    if table.edition.begins is Begins.YOUNGEST:
        moved_on = any(each.first != first.first for each in (*played, game))  # as matches did by the first rulings
        table = replace(table, youngest=first.first, rulings=FIRST_RULINGS if moved_on else table.rulings)
    match = Match.at(table, points=saved["points"], key=bytes.fromhex(saved["key"]), referee=game.referee)
    for each in played:
        match.count(each)
    if match.next_game().key != game.key:
        raise ValueError("the game is not of this match")
    return match
