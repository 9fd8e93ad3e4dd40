"""Tables and games for Hypothesis: any edition, players, partnership, stock size and moves."""

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from skipbo.editions import EDITIONS
from skipbo.game.game import Game
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.table import Table
from skipbo.kernel.kitchen.state import DRAW_CARD, REFUSE
from skipbo.kernel.layout import FULL_HAND
from skipbo.kernel.moves import END_TURN


@st.composite
def tables(draw: st.DrawFn, editions: Sequence[str] = tuple(sorted(EDITIONS))) -> Table:
    edition = draw(st.sampled_from(editions))
    players = draw(st.integers(2, 6))
    partners = players in (4, 6) and draw(st.booleans())
    most = EDITIONS[edition].most_stock(players)
    stock = draw(st.one_of(st.none(), st.integers(1, most)))
    column = draw(st.sampled_from(EDITIONS[edition].languages))
    return Table.of(edition, players=players, partners=partners, stock=stock, column=column)


@st.composite
def games(draw: st.DrawFn, most_moves: int = 400) -> Game:
    """A game somewhere on its way, by players who like to play but do not always."""
    table = draw(tables())
    game = Game(
        table.edition,
        players=table.players,
        partners=table.partners,
        stock=table.stock,
        column=table.column,
        key=draw(st.binary(min_size=32, max_size=32)),
    )
    play_on(game, random.Random(draw(st.integers(0, 2**32))), draw(st.integers(0, most_moves)))
    return game


def choose(game: Game, chance: random.Random) -> int:
    codes = game.legal_moves.codes
    plays = [code for code in codes if code < 128]
    return chance.choice(plays if plays and chance.random() < 0.8 else codes)


def play_on(game: Game, chance: random.Random, moves: int) -> None:
    for _move in range(moves):
        if game.outcome is not None:
            return
        game.play(choose(game, chance))


KITCHEN_SHEETS = tuple(sorted(name for name, sheet in EDITIONS.items() if sheet.special_situations))


@st.composite
def kitchen_games(
    draw: st.DrawFn, most_acts: int = 300, editions: Sequence[str] = KITCHEN_SHEETS, irregular: bool = False
) -> KitchenGame:
    """A kitchen table somewhere on its way, by players who err at random; if wanted, just before a turn begins."""
    table = draw(tables(editions))
    game = KitchenGame(
        table.edition,
        players=table.players,
        partners=table.partners,
        stock=table.stock,
        column=table.column,
        key=draw(st.binary(min_size=32, max_size=32)),
    )
    chance = random.Random(draw(st.integers(0, 2**32)))
    for _act in range(draw(st.integers(0, most_acts))):
        if game.outcome is None:
            err_on(game, chance)
    while irregular and game.outcome is None and not is_calm(game):
        err_on(game, chance)
    return game


def is_calm(game: KitchenGame) -> bool:
    """Nobody has acted in this turn, in turn or out of turn."""
    view = game.view(None)
    return game.actor is None and view.early is None and not view.begun


def somehow(game: KitchenGame, chance: random.Random) -> tuple[int, int]:
    """A seat and something it may do: mostly who plays now and what is sensible, but not always."""
    seat = game.acting if chance.random() < 0.9 else chance.randrange(game.table.players)
    codes = game.legal_acts(seat).codes or game.legal_acts(game.acting).codes
    if not game.legal_acts(seat):
        seat = game.acting
    draws = [code for code in codes if DRAW_CARD <= code <= REFUSE]
    plays = [code for code in codes if code < 64 * END_TURN]
    full = int(game.kitchens["now"]["held"][0, seat]) == FULL_HAND
    if draws and chance.random() < (0.2 if full else 0.8):
        return seat, chance.choice(draws)
    return seat, chance.choice(plays if plays and chance.random() < 0.8 else codes)


def err_on(game: KitchenGame, chance: random.Random) -> None:
    seat, code = somehow(game, chance)
    game.play(code, seat=seat)
