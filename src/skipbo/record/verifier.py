"""The check of a record: its table, its deal, every move, every shuffle, its result and its seed."""

import hashlib
from contextlib import suppress
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import EDITIONS, Begins, Dealer
from skipbo.errors import Malformed, NotLegal, SkipboError
from skipbo.game.game import Game, find_referee, outcome_of
from skipbo.game.kitchen.act import Act
from skipbo.game.move import Move
from skipbo.game.outcome import Outcome
from skipbo.game.table import FIRST_RULINGS, KITCHEN, RULINGS, Table
from skipbo.i18n import translate as _
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import States
from skipbo.kernel.replay import (
    GAME_WAS_OVER,
    ILLEGAL_MOVE,
    MISSING_SHUFFLE,
    OTHER_DECK,
    OTHER_PACK,
    OTHER_SIZE,
    REPLAYED,
)
from skipbo.record.fault import (
    RULES_OF_RESULT,
    BadRecord,
    bad_commitment,
    bad_deal,
    bad_field,
    bad_seed,
    bad_teams,
)
from skipbo.record.model import AnyRecord, Record
from skipbo.record.reader import deal_again, game_from_record, join_piles, lay_out, number_cards, table_of


def check(record: Record) -> None:
    """Raises `BadRecord` for the first thing that does not hold."""
    if record.result is None:
        raise bad_field("result", "result")
    table = check_table(record)
    states = check_deal(record, table)
    check_play = check_acts if record.referee == KITCHEN else check_moves
    check_play(record, table, states)


def check_table(record: AnyRecord) -> Table:
    if record.edition not in EDITIONS:
        raise BadRecord(
            "edition",
            _("There is no edition “{name}”. The editions are: {known}.").format(
                name=record.edition, known=", ".join(EDITIONS)
            ),
        )
    try:
        find_referee(record.referee)
        table = table_of(record)
    except SkipboError as error:
        raise BadRecord(error.code, str(error)) from error
    if record.teams != table.sides:
        raise bad_teams()
    if record.referee == KITCHEN and not table.edition.special_situations:
        raise BadRecord("special.none", _("By this sheet there are no games at a kitchen table."))
    if record.column == table.edition.find_column():
        raise BadRecord("column", _("The column is written only where it is not the sheet's first language."))
    if not FIRST_RULINGS <= record.rulings <= (RULINGS if record.referee == KITCHEN else FIRST_RULINGS):
        raise BadRecord(
            "rulings", _("There are no such rulings for this game: {number}.").format(number=record.rulings)
        )
    if record.house != table.house:
        raise BadRecord("house", _("The house rules should be {house}.").format(house=table.house))
    return table


def check_deal(record: Record, table: Table) -> States:
    """Returns the game before its first move."""
    names = table.edition.names_in()
    if len(record.deal.stocks) != table.players:
        raise bad_deal()
    answer, cards = number_cards(table, record.deal)
    if answer == OTHER_SIZE:
        text = _("Every {stock} must have {size} cards.")
        raise BadRecord("stock.size", text.format(stock=names.stock, size=table.stock))
    if answer == OTHER_DECK:
        deck = "deck.packs" if table.edition.packs else "deck.modern"
        raise BadRecord(deck, _("The cards dealt are not those of the deck."))
    if answer == OTHER_PACK:
        text = _("The {stock:s} have more cards of a rank than packs 1 and 2.")
        raise BadRecord("stock.packs", text.format(stock=names.stock))
    check_dealer(record, table)
    states = lay_out(table, record, cards)
    if arrays.who_begins(states) != record.first:
        rule, sentence = {
            Begins.LEFT_OF_DEALER: ("first.left", _("The player to the dealer's left begins.")),
            Begins.HIGHEST_STOCK: ("first.highest", _("The player with the highest card on the {stock} begins.")),
        }[table.edition.begins]
        raise BadRecord(rule, sentence.format(stock=names.stock))
    return states


def check_dealer(record: AnyRecord, table: Table) -> None:
    dealer, first, seats = record.dealer, record.first, range(table.players)
    if first not in seats or (dealer is not None and dealer not in seats):
        raise BadRecord("first", _("Dealer and first player must be seats."))
    if dealer is not None and table.edition.dealer is Dealer.NONE:
        raise BadRecord("first.youngest", _("This sheet has no dealer."))
    if dealer is None and table.edition.dealer is not Dealer.NONE:
        raise BadRecord("dealer.moves", _("This sheet has a dealer."))


def check_moves(record: Record, table: Table, states: States) -> None:
    """Checks what was played under the strict referee."""
    moves = encode(record, table)
    shuffles, ends = join_piles(record.shuffles)
    why, number, used = arrays.replay(states, moves, shuffles, ends)
    if why == ILLEGAL_MOVE:
        raise broken_rule(record, number)
    if why == GAME_WAS_OVER:
        raise BadRecord("win.stock", _("The game was over before this move."), number + 1)
    if why == MISSING_SHUFFLE:
        raise BadRecord(
            "draw.recycle", _("The spent cards are shuffled here, but the record has no shuffle."), number + 1
        )
    if why != REPLAYED:
        raise BadRecord("draw.recycle", _("The shuffle recorded here is not one of the spent cards."), number + 1)
    check_end(record, used, outcome_of(table, states))
    game = check_seed(record, table)
    if game is not None:
        made, made_ends = np.zeros_like(shuffles), np.zeros_like(ends)
        _made, begun = arrays.replay_noting(game.states, moves, made, made_ends)
        if begun != len(record.shuffles) or not np.array_equal(made, shuffles):
            raise BadRecord("seed", _("The seed gives other shuffles."))


def check_acts(record: Record, table: Table, states: States) -> None:
    """Checks what was played at a kitchen table, in turn and out of turn."""
    game = find_referee(record.referee).from_deal(table, states, record.shuffles)
    for number, act in enumerate(record.moves, 1):
        try:
            game.play(Act.parse(act))  # a record has no letters for cards
        except SkipboError as error:
            raise BadRecord(error.code, str(error), number) from error
    check_end(record, len(game.shuffles), game.outcome)
    again = check_seed(record, table)
    if again is not None:
        with suppress(SkipboError):  # an act that needs the cards of another shuffle
            for act in record.moves:
                again.play(act)
        if tuple(again.shuffles) != record.shuffles:
            raise BadRecord("seed", _("The seed gives other shuffles."))


def check_end(record: Record, shuffles: int, outcome: Outcome | None) -> None:
    """Checks that every recorded shuffle happened, and that the game ended with the recorded result."""
    if shuffles < len(record.shuffles):
        raise BadRecord("draw.recycle", _("The record has more shuffles than happened."))
    if outcome is None:
        raise BadRecord("result", _("The game is not finished."))
    for field, rule in RULES_OF_RESULT.items():
        if getattr(record.result, field) != getattr(outcome, field):
            right = outcome.as_dict()[field]
            raise BadRecord(rule, _("The result's “{field}” should be {right}.").format(field=field, right=right))


def encode(record: Record, table: Table) -> NDArray[np.int64]:
    """The kernel's numbers of the moves; whose turn it is follows from the discards and passes alone."""
    codes, seat = [], record.first
    for number, text in enumerate(record.moves, 1):
        try:
            code, ends_turn = encode_move(text, seat, table.players, table.teams)
        except SkipboError as error:
            raise BadRecord(error.code, str(error), number) from error
        codes.append(code)
        seat = (seat + ends_turn) % table.players
    return np.array(codes, np.int64)


@lru_cache(maxsize=16384)
def encode_move(text: str, seat: int, players: int, teams: int) -> tuple[int, bool]:
    move = Move.parse(text)
    code = move.code(seat, players, teams)
    if move.source.seat == seat:
        raise Malformed("move", _("A seat does not name itself: “{text}”.").format(text=text))
    return code, move.ends_turn


def broken_rule(record: Record, number: int) -> BadRecord:
    """Names the rule that an illegal move breaks: the kernel only refuses it, `Game` says why."""
    game = game_from_record(record)
    try:
        for move in record.moves[: number + 1]:
            game.play(move)
    except NotLegal as error:
        return BadRecord(error.code, str(error), number + 1)
    raise AssertionError("the kernel refused a move that the game allows")


def check_seed(record: Record, table: Table) -> Game | None:
    """Returns the game as its seed deals it; None where the record has no seed."""
    key = check_key(record)
    if key is None:
        return None
    try:
        game = deal_again(record, table, key)
    except SkipboError as error:
        raise BadRecord("seed", str(error)) from error
    if game is None:
        raise BadRecord("seed", _("The seed gives another deal."))
    return game


def check_key(record: AnyRecord) -> bytes | None:
    """Returns the seed as bytes; None where the record has none."""
    if record.seed is None:
        return None
    try:
        key = bytes.fromhex(record.seed)
    except ValueError as error:
        raise bad_seed() from error
    if key.hex() != record.seed:
        raise bad_seed()
    if record.commitment is not None and record.commitment != hashlib.sha256(key).hexdigest():
        raise bad_commitment()
    return key
