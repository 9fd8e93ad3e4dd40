"""Whether a record holds: its form, its deal, every move, every shuffle and its result."""

import contextlib
import hashlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from skipbo.editions import EDITIONS, Begins, Dealer
from skipbo.errors import Malformed, NotLegal, SkipboError
from skipbo.game.game import Game, outcome_of
from skipbo.game.kitchen.game import KITCHEN
from skipbo.game.move import Move
from skipbo.game.outcome import Outcome
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.deal import LAST_PACK
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import PACKS_OF_CARDS, States
from skipbo.kernel.replay import GAME_WAS_OVER, ILLEGAL_MOVE, MISSING_SHUFFLE, REPLAYED
from skipbo.record.fault import BadRecord, Fault
from skipbo.record.files import read_records
from skipbo.record.reader import from_seed, game_from_record, lay_out, number_cards, table_of
from skipbo.record.writer import VERSION

FORM: Mapping[str, type | tuple[type, ...]] = {
    "edition": str,
    "stock": int,
    "house": dict,
    "referee": str,
    "seats": list,
    "teams": list,
    "dealer": (int, type(None)),
    "first": int,
    "deal": dict,
    "shuffles": list,
    "moves": list,
    "result": dict,
}


def verify_file(path: str | Path) -> Iterator[Fault | None]:
    """For each game of a file None if it holds, else its fault."""
    for line in read_records(path):
        if line.record is None:
            yield Fault(Path(path), line.number, None, "file", line.fault)
            continue
        try:
            check(line.record)
        except BadRecord as error:
            yield Fault(Path(path), line.number, error.move, error.code, str(error))
        else:
            yield None


def check(record: Mapping[str, Any]) -> None:
    """Raises `BadRecord` for the first thing that does not hold."""
    table = check_form(record)
    states = check_deal(record, table)
    check_moves(record, table, states)
    check_seed(record, table)


def check_form(record: Mapping[str, Any]) -> Table:
    if not same(record.get("skipbo"), VERSION):
        raise BadRecord("skipbo", _("This is no record of version {version}.").format(version=VERSION))
    for field, kind in FORM.items():
        if field not in record or not isinstance(record[field], kind) or isinstance(record[field], bool):
            raise BadRecord(field, _("The field “{field}” is missing or of the wrong kind.").format(field=field))
    if record["referee"] not in Game.referees:
        raise BadRecord("referee", _("Nobody knows how this referee judges."))
    for seat in record["seats"]:
        if not (isinstance(seat, dict) and isinstance(seat.get("name"), str) and isinstance(seat.get("player"), str)):
            raise BadRecord("seats", _("Every seat needs a name and what played it."))
    if record["edition"] not in EDITIONS:
        raise BadRecord(
            "edition",
            _("There is no edition “{name}”. The editions are: {known}.").format(
                name=record["edition"], known=", ".join(EDITIONS)
            ),
        )
    try:
        table = table_of(record)
    except SkipboError as error:
        raise BadRecord(error.code, str(error)) from error
    if not same(record["teams"], [list(side) for side in table.sides]):
        raise BadRecord("ruling.seats", _("These seats do not play together."))
    if record["referee"] == KITCHEN and not table.edition.special_situations:
        raise BadRecord("special.none", _("By this sheet there are no games at a kitchen table."))
    if not same(record["house"], table.house):
        raise BadRecord("house", _("The house rules should be {house}.").format(house=table.house))
    return table


def check_deal(record: Mapping[str, Any], table: Table) -> States:
    deal = record["deal"]
    stocks, draw = deal.get("stocks"), deal.get("draw")
    if not (isinstance(stocks, list) and len(stocks) == table.players and all(map(is_cards, [*stocks, draw]))):
        raise BadRecord("deal", _("The deal needs a stock pile for every seat and the draw pile, as lists of cards."))
    if any(len(stock) != table.stock for stock in stocks):
        raise BadRecord("stock.size", _("Every stock pile must have {size} cards.").format(size=table.stock))
    deck = "deck.packs" if table.edition.packs else "deck.modern"
    cards = number_cards(table, stocks, draw)
    if cards is None:
        raise BadRecord(deck, _("The cards dealt are not those of the deck."))
    dealt = cards[: table.players * table.stock].tolist()
    if table.edition.packs and any(PACKS_OF_CARDS[card] == LAST_PACK for card in dealt):
        raise BadRecord("stock.packs", _("The stock piles have more cards of a rank than packs 1 and 2."))
    check_dealer(record, table)
    states = lay_out(table, record, cards)
    if arrays.who_begins(states) != record["first"]:
        rule, sentence = {
            Begins.LEFT_OF_DEALER: ("first.left", _("The player to the dealer's left begins.")),
            Begins.HIGHEST_STOCK: ("first.highest", _("The player with the highest stock card begins.")),
        }[table.edition.begins]
        raise BadRecord(rule, sentence)
    return states


def check_dealer(record: Mapping[str, Any], table: Table) -> None:
    dealer, first, seats = record["dealer"], record["first"], range(table.players)
    if first not in seats or (dealer is not None and dealer not in seats):
        raise BadRecord("first", _("Dealer and first player must be seats."))
    if dealer is not None and table.edition.dealer is Dealer.NONE:
        raise BadRecord("first.youngest", _("This sheet has no dealer."))
    if dealer is None and table.edition.dealer is not Dealer.NONE:
        raise BadRecord("dealer.moves", _("This sheet has a dealer."))


def check_moves(record: Mapping[str, Any], table: Table, states: States) -> None:
    if not all(map(is_cards, record["shuffles"])):
        raise BadRecord("shuffles", _("Every shuffle must be a list of cards."))
    if record["referee"] == KITCHEN:
        check_result(record, check_acts(record))
        return
    moves = encode(record["moves"], record["first"], table)
    shuffles = np.array([card for shuffle in record["shuffles"] for card in shuffle], np.uint8)
    ends = np.cumsum([0, *map(len, record["shuffles"])], dtype=np.int64)
    why, number, used = arrays.replay(states, moves, shuffles, ends)
    if why == ILLEGAL_MOVE:
        raise explain(record, number)
    if why == GAME_WAS_OVER:
        raise BadRecord("win.stock", _("The game was over before this move."), number + 1)
    if why == MISSING_SHUFFLE:
        raise BadRecord("draw.recycle", _("The spent cards are shuffled here, but no shuffle is told."), number + 1)
    if why != REPLAYED:
        raise BadRecord("draw.recycle", _("The shuffle told here is not one of the spent cards."), number + 1)
    if used < len(record["shuffles"]):
        raise BadRecord("draw.recycle", _("More shuffles are told than happened."))
    check_result(record, outcome_of(table, states))


def check_acts(record: Mapping[str, Any]) -> Outcome | None:
    """Every act at a kitchen table, in turn or out of turn; answers how the game ended."""
    game = game_from_record(record)
    for number, act in enumerate(record["moves"], 1):
        try:
            game.play(act if isinstance(act, str) else repr(act))
        except SkipboError as error:
            raise BadRecord(error.code, str(error), number) from error
    if len(game.shuffles) < len(record["shuffles"]):
        raise BadRecord("draw.recycle", _("More shuffles are told than happened."))
    return game.outcome


def check_result(record: Mapping[str, Any], outcome: Outcome | None) -> None:
    if outcome is None:
        raise BadRecord("result", _("The game is not finished."))
    result = outcome.as_dict()
    for field, rule in {
        "how": "ruling.blocked",
        "winners": "win.stock",
        "left": "score.game",
        "points": "score.game",
    }.items():
        if not same(record["result"].get(field), result[field]):
            raise BadRecord(
                rule, _("The result's “{field}” should be {right}.").format(field=field, right=result[field])
            )


def encode(texts: list[Any], first: int, table: Table) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The kernel's numbers of the moves; whose turn it is follows from the discards and passes alone."""
    codes, seat = [], first
    for number, text in enumerate(texts):
        try:
            code, ends_turn = encode_move(
                text if isinstance(text, str) else repr(text), seat, table.players, table.teams
            )
        except SkipboError as error:
            code_name = "move" if isinstance(error, Malformed) else error.code
            raise BadRecord(code_name, str(error), number + 1) from error
        codes.append(code)
        seat = (seat + ends_turn) % table.players
    return np.array(codes, np.int64)


@lru_cache(maxsize=16384)
def encode_move(text: str, seat: int, players: int, teams: int) -> tuple[int, bool]:
    move = Move.parse(text)
    code = move.code(seat, players, teams)
    if move.seat == seat:
        raise Malformed("move", _("A seat does not name itself: “{text}”.").format(text=text))
    return code, move.ends_turn


def explain(record: Mapping[str, Any], number: int) -> BadRecord:
    """Which rule the move breaks: replayed once more, as a person would."""
    game = game_from_record(record)
    try:
        for move in record["moves"][: number + 1]:
            game.play(move)
    except NotLegal as error:
        return BadRecord(error.code, str(error), number + 1)
    raise AssertionError("the kernel refused a move that the game allows")


def check_seed(record: Mapping[str, Any], table: Table) -> None:
    """Where a seed is told: that it was committed to, and made the deal and every shuffle."""
    seed, commitment = record.get("seed"), record.get("commitment")
    if seed is None:
        return
    try:
        key = bytes.fromhex(seed)
    except (TypeError, ValueError) as error:
        raise BadRecord("seed", _("The seed is not in hex.")) from error
    if key.hex() != seed:
        raise BadRecord("seed", _("The seed is not in hex."))
    if commitment is not None and commitment != hashlib.sha256(key).hexdigest():
        raise BadRecord("commitment", _("The commitment is not that of the seed."))
    try:
        game = from_seed(record)
    except SkipboError as error:
        raise BadRecord("seed", str(error)) from error
    if game is None:
        raise BadRecord("seed", _("The seed gives another deal."))
    if record["referee"] == KITCHEN:
        with contextlib.suppress(SkipboError):  # an act that needs the cards of another shuffle
            for act in record["moves"]:
                game.play(act)
        if game.shuffles != [tuple(shuffle) for shuffle in record["shuffles"]]:
            raise BadRecord("seed", _("The seed gives other shuffles."))
        return
    told = [card for shuffle in record["shuffles"] for card in shuffle]
    shuffles = np.zeros(len(told), np.uint8)
    ends = np.zeros(len(record["shuffles"]) + 1, np.int64)
    made = arrays.replay_noting(game.states, encode(record["moves"], record["first"], table), shuffles, ends)
    if made != len(record["shuffles"]) or shuffles.tolist() != told:
        raise BadRecord("seed", _("The seed gives other shuffles."))


def same(one: object, other: object) -> bool:
    """Equal to the letter: 1 is neither true nor 1.0."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other


def is_cards(cards: object) -> bool:
    return isinstance(cards, list) and all(type(card) is int and 0 <= card <= 13 for card in cards)
