"""Reads a typed line as moves.

Words are first shortened to the notation of moves (“play 7 on building pile 2” becomes `7>b2`), which is then parsed. A
line that leaves the pile open or has two meanings gives several moves, and the person is asked which one is meant.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from skipbo.editions import Edition
from skipbo.errors import Malformed, NotLegal
from skipbo.game.card import Card
from skipbo.game.move import Move
from skipbo.game.pile import HAND, Pile, PileKind
from skipbo.game.refusal import why_not
from skipbo.game.view import View
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.terminal import vocabulary
from skipbo.terminal.vocabulary import Symbol
from skipbo.text import capitalized

LONGEST = 200  # characters of a line that are read
ECHOED = 40  # characters of a line that an error repeats
NUMBERS = (1, 2, 3, 4)

_ARROWS = re.compile(r"[-=–—]+>|[→⇒➔➜➡>]+")
_SMALL_WORDS = re.compile(r"\b[dl]['’]|['’]s\b|(?<=[^\W\d_])-(?=[^\W\d_])")  # d'accumulation, partner's, skip-bo
_TOKENS = re.compile(r"[^\W\d_]+|[0-9]+|\s+|.", re.DOTALL)
_LETTERS = re.compile(r"[sdbhwp]")
_SHORT = re.compile(rf"(?:{_LETTERS.pattern}|[0-9])+")

_CARD = r"h? ?(?P<card>w|1[0-3]|[1-9])(?: h)?"
_TO_BUILDING = r"(?:[ >]?(?:b ?(?P<pile>[1-4])?|(?<![0-9])(?P<bare>[1-4])))?"
_FROM_PILE = re.compile(
    r"(?:(?:(?P<partner>p)|@(?P<named>[0-5])|(?P<seat>[0-5])(?=[sd])) ?)?"
    rf"(?:(?P<stock>s)|d ?(?P<number>[1-4])){_TO_BUILDING}"
)
_FROM_HAND = re.compile(_CARD + _TO_BUILDING)
_DISCARD = re.compile(
    rf"{_CARD}[ >]?d ?(?P<pile>[1-4])?|D {_CARD.replace('card', 'thrown')}(?:[ >](?:d ?)?(?P<on>[1-4]))?"
)


def read_moves(text: str, view: View, seats: Sequence[str] = ()) -> list[Move]:
    """The moves that a line can mean for the seat in turn, whose view this is.

    A line that names one whole move gives that move, legal or not, because the game explains what is wrong with it. A
    line that leaves something open gives only its legal meanings. `seats` are names that may be typed for seats.
    """
    readings = [moves for short in _shorten(text, seats, view.edition) for moves in _read(short, view)]
    if not readings:
        raise not_understood(text)
    if len(readings) == 1 and len(readings[0]) == 1:
        return readings[0]
    legal = view.legal_moves
    possible = [move for move in dict.fromkeys(move for moves in readings for move in moves) if move in legal]
    if not possible:
        raise _nothing_fits(view, readings[0][0])
    return possible


def not_understood(text: str) -> Malformed:
    shown = "".join(letter if letter.isprintable() else " " for letter in text.strip())
    if len(shown) > ECHOED:
        shown = shown[:ECHOED] + "…"
    return Malformed(
        "move",
        _("“{text}” is not understood. Type ? for the moves you can make, {help} for how to type them.").format(
            text=shown, help=vocabulary.command_word("help", current_language())
        ),
    )


def _shorten(text: str, seats: Sequence[str], edition: Edition) -> Iterator[str]:
    """Yields the line in notation; twice if its first word names both a pile and an act, as “discard” does."""
    line = _SMALL_WORDS.sub("", _ARROWS.sub(">", vocabulary.plain(text[:LONGEST]))).strip(" .!,;")
    known = vocabulary.move_words(current_language())
    tokens = _in_numbers(_TOKENS.findall(line), known, _card_words(edition))
    named = {_SMALL_WORDS.sub("", vocabulary.plain(name)): f"@{seat}" for seat, name in enumerate(seats)}
    meanings = [_meanings(token, known, named) for token in tokens]
    if not tokens or not all(meanings):
        return
    spoken = [
        place for place, token in enumerate(tokens) if not token.isspace() and meanings[place] != (Symbol.FILLER,)
    ]
    first = spoken[0] if spoken else 0
    before_a_pile = len(spoken) > 1 and meanings[spoken[1]] == (Symbol.PILE,)
    for meaning in meanings[first]:
        if meaning == Symbol.TO_DISCARD and before_a_pile:
            continue
        chosen = [meaning if place == first else _as_noun(each) for place, each in enumerate(meanings)]
        short = "".join("" if part == Symbol.PILE else part for part in chosen)
        short = re.sub(r" ?>[> ]*", ">", re.sub(r"\s+", " ", short)).strip(" >")
        yield short


def _card_words(edition: Edition) -> dict[str, str]:
    """The names and letters that may be typed for cards, with their numbers."""
    words: dict[str, str] = {}
    for named in edition.named_cards:
        names = [edition.card_name(named.rank, language) for language in ("en", current_language())]
        words |= {vocabulary.plain(word): str(named.rank) for word in (named.letter, *names)}
    return words


def _in_numbers(tokens: Sequence[str], known: Mapping[str, object], cards: Mapping[str, str]) -> list[str]:
    """The tokens with numbers for the names of cards, as in `hK` and “queen”.

    A single letter that is also a word, as “a” is, means a card only before an arrow.
    """
    numbers = []
    for place, token in enumerate(tokens):
        following = "".join(tokens[place + 1 : place + 3]).strip()
        if token in cards and (len(token) > 1 or token not in known or following.startswith(Symbol.TO)):
            token = cards[token]
        elif token not in known and all(letter in cards or _LETTERS.fullmatch(letter) for letter in token):
            token = "".join(cards.get(letter, letter) for letter in token)
        apart = token != tokens[place] and following[:1].isdecimal()  # `hQ1` means `h12 1`, not `h121`
        numbers += [token, " "] if apart else [token]
    return numbers


def _meanings(token: str, known: Mapping[str, tuple[str, ...]], named: Mapping[str, str]) -> tuple[str, ...]:
    if token.isspace():
        return (" ",)
    if token == Symbol.TO or (_SHORT.fullmatch(token) and token not in known):
        return (token,)
    if token in known:
        return known[token]
    return (named[token],) if token in named else ()


def _as_noun(meanings: tuple[str, ...]) -> str:
    """The meaning of a word after the first one, where “discard” is a pile."""
    return next((meaning for meaning in meanings if meaning != Symbol.TO_DISCARD), Symbol.DISCARD)


def _read(short: str, view: View) -> Iterator[list[Move]]:
    """Yields each meaning of a line in notation, as the moves that it leaves open."""
    if short == Symbol.PASS:
        yield [Move()]
    if match := _FROM_PILE.fullmatch(short):
        kind, number = (PileKind.STOCK, 0) if match["stock"] else (PileKind.DISCARD, int(match["number"]))
        owners = _owners(match, view)
        other_meaning = match["seat"] and _DISCARD.fullmatch(short)
        if not other_meaning or owners[0] in view.partners_of(view.turn):
            yield [Move(Pile(kind, number, owner), pile) for owner in owners for pile in _piles(match)]
    if match := _FROM_HAND.fullmatch(short):
        yield [Move(HAND, pile, Card.parse(match["card"])) for pile in _piles(match)]
    if match := _DISCARD.fullmatch(short):
        card, on = match["card"] or match["thrown"], match["pile"] or match["on"]
        yield [Move(HAND, pile, Card.parse(card)) for pile in _numbered(PileKind.DISCARD, on)]


def _piles(match: re.Match[str]) -> Sequence[Pile]:
    return _numbered(PileKind.BUILDING, match["pile"] or match["bare"])


def _numbered(kind: PileKind, number: str | None) -> Sequence[Pile]:
    """The pile of this number; all four if it is left open."""
    return [Pile(kind, each) for each in ([int(number)] if number else NUMBERS)]


def _owners(match: re.Match[str], view: View) -> Sequence[int | None]:
    if match["partner"]:
        if not view.partners_of(view.turn):
            raise Malformed("team.sources", _("You have no partner in this game."))
        return view.partners_of(view.turn)
    seat = match["named"] or match["seat"]
    return [None if seat is None or int(seat) == view.turn else int(seat)]


def _nothing_fits(view: View, move: Move) -> NotLegal:
    """The error for a line that fits none of the piles it leaves open."""
    move.code(view.turn, view.players, view.teams)  # raises if the seat it names is not a partner
    error = why_not(view, move)
    if not error.code.startswith("build."):
        return error
    card = view.top(move.source) if move.card is None else move.card
    next_ones = ", ".join(map(view.edition.card_name, view.next_cards))
    assert card is not None
    text = _("{card} fits nowhere now. The next cards on {pile:s} 1 to 4 are {numbers}.").format(
        card=view.edition.the_card(card), pile=view.edition.names_in().building, numbers=next_ones
    )
    return NotLegal(error.code, capitalized(text))
