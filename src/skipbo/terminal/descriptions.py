"""The table drawn or in words, the legal moves as a list, and the help."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from skipbo.editions import Edition
from skipbo.game.card import Card
from skipbo.game.drawing import draw_table
from skipbo.game.move import Move, in_letters
from skipbo.game.pile import Pile, PileKind
from skipbo.game.view import View
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.kernel.layout import WILD
from skipbo.rules import note_on_piles
from skipbo.terminal import vocabulary
from skipbo.terminal.screen import Screen
from skipbo.terminal.sentences import listed


def show_table(screen: Screen, view: View, seats: Sequence[str], in_words: bool = False) -> None:
    """Draws the table, or describes it where it cannot be drawn or words are wanted."""
    if in_words or not screen.can_draw:
        for line in describe_table(view, seats):
            screen.say(line)
    else:
        screen.draw(draw_table(view, seats, screen.left_handed))


def describe_table(view: View, seats: Sequence[str]) -> Iterator[str]:
    """Yields a line for everything on the table; piles are listed from the top down."""
    names, own = view.edition.names_in(), view.seat or 0
    you, aside = _("You"), _("set aside")
    for seat in [(own + distance) % view.players for distance in range(1, view.players + 1)]:
        name = you if seat == view.seat else seats[seat]
        yield f"{name}, {_stock(view, seat)}"
        yield f"{name}, {names.discard} {_numbered([listed(pile[::-1], view.edition) for pile in view.discards[seat]])}"
        if seat != view.seat:
            yield f"{name}, {names.hand} ({view.hands[seat]})"
    yield f"{names.building} {_numbered([_reached(pile, view.edition) for pile in view.building])}"
    yield f"{names.draw} ({view.draw}), {aside} ({len(view.spent)})"
    if view.exposed:
        yield labelled(_("face up on the {pile}").format(pile=names.draw), listed(view.exposed[::-1], view.edition))
    if view.seat is not None:
        yield labelled(f"{you}, {names.hand}", listed(view.hand, view.edition))


def _stock(view: View, seat: int) -> str:
    top, left = view.stocks[seat]
    return labelled(f"{view.edition.names_in().stock} ({left})", "" if top is None else view.edition.card_name(top))


def _numbered(piles: Sequence[str]) -> str:
    return "; ".join(labelled(str(number), pile) for number, pile in enumerate(piles, 1))


def labelled(place: str, cards: str) -> str:
    return _("{place}: {cards}").format(place=place, cards=cards or _("no card"))


def _reached(pile: Sequence[Card], edition: Edition) -> str:
    return f"{edition.card_name(len(pile))}{' (W)' if pile[-1] == WILD else ''}" if pile else ""


def list_moves(view: View, seats: Sequence[str]) -> Iterator[str]:
    """Yields the legal moves: plays with their building piles, then discards."""
    source_of = partial(_source, edition=view.edition)
    plays = [move for move in view.legal_moves if not move.ends_turn]
    ends = [move for move in view.legal_moves if move.ends_turn]
    rows = [
        (f"{source}>", " ".join(str(move.target) for move in moves), move_from(view, first, seats))
        for source, moves in ((source, list(group)) for source, group in groupby(plays, source_of))
        for first in moves[:1]
    ]
    if rows:
        yield _("You can play:")
        first_wide, second_wide = (max(len(row[column]) for row in rows) for column in (0, 1))
        yield from (f"  {source:>{first_wide}} {piles:<{second_wide}}   {where}" for source, piles, where in rows)
    sources = list(dict.fromkeys(source_of(move) for move in ends if not move.is_pass))
    if sources:
        yield _("You can end your turn with a discard:")
        yield f"  {' '.join(sources)} > d1 d2 d3 d4"
    elif ends:
        yield _("You have no card to discard. This ends your turn:")
        yield f"  {ends[0]}"


def _source(move: Move, edition: Edition) -> str:
    return in_letters(move, edition).partition(">")[0]


def move_from(view: View, move: Move, seats: Sequence[str]) -> str:
    """The source of a play in words, with the card if the move's notation does not name it."""
    names = view.edition.names_in()
    if move.source.kind is PileKind.HAND:
        return names.hand
    owner, of_stock = move.source.owner(view.turn), move.source.kind is PileKind.STOCK
    place = labelled(names.stock if of_stock else f"{names.discard} {move.source.number}", _top(view, move.source))
    return place if owner == view.turn else f"{seats[owner]}, {place}"


def _top(view: View, pile: Pile) -> str:
    card = view.top(pile)
    return "" if card is None else view.edition.card_name(card)


def ask_which(view: View, moves: Sequence[Move]) -> str:
    """The question after a line that can mean several moves."""
    if same_card(moves):
        names = view.edition.names_in()
        pile = names.discard if moves[0].ends_turn else names.building
        numbers = ", ".join(str(move.target.number) for move in moves)
        return _("Which {pile}? Type its number: {numbers}").format(pile=pile, numbers=numbers)
    written = ", ".join(in_letters(move, view.edition) for move in moves)
    return _("Which move? Type one of: {moves}").format(moves=written)


def same_card(moves: Sequence[Move]) -> bool:
    """Whether the moves differ only in the number of the pile."""
    return len({(move.source, move.card, move.target.kind) for move in moves}) == 1


def explain_typing(view: View) -> Iterator[str]:
    names, language = view.edition.names_in(), current_language()
    yield _("A move says where a card comes from and where it goes: s>b1, d3>b4, h7>b2, hW>d1.")
    yield f"  s       {names.stock}"
    yield f"  d1–d4   {names.discard} 1–4"
    yield f"  b1–b4   {names.building} 1–4"
    from_hand = labelled(names.hand, f"7, W = {names.wild}")
    yield f"  h7 hW   {from_hand}"
    named = view.edition.named_cards
    if named:
        letters = " ".join(f"h{each.letter}" for each in named)
        yield f"  {letters}   {', '.join(view.edition.card_name(each.rank) for each in named)}"
    note = note_on_piles(view.edition)
    if note is not None:
        yield note
    yield _("A card from your hand to one of d1–d4 ends your turn: h7>d3.")
    yield _("A space can replace >. A card alone comes from your hand; a number after it means b1–b4: s 1, 7 2, w d3.")
    yield _("If only one pile fits, you need not name it: s, h7, d2. If several fit, you are asked which one.")
    partners = view.partners_of(view.turn if view.seat is None else view.seat)
    if partners:
        yield _("For a partner's pile, put the number of the seat or p in front: {examples}.").format(
            examples=", ".join([f"{seat}s>b1" for seat in partners] + ["ps>b1"])
        )
    yield _("In words: {examples}.").format(examples=vocabulary.EXAMPLES[language].format(stock=names.stock))
    explained = {
        "moves": _("the moves you can make now"),
        "undo": _("take back your last move"),
        "table": _("draw the table from now on"),
        "words": _("describe the table in words from now on"),
        "log": _("show what happened last"),
        "rules": _("show how to read the rules"),
        "save": _("save the game (it is also saved after every move)"),
        "quit": _("save and leave; the next start resumes the game"),
    }
    yield _("Commands:")
    yield from (f"  {vocabulary.command_word(command, language):<12}{text}" for command, text in explained.items())
