"""Tables and games for Hypothesis: any edition, players, partnership, stock size and moves."""

import random

from hypothesis import strategies as st

from skipbo.editions import EDITIONS
from skipbo.game import Game
from skipbo.table import Table


@st.composite
def tables(draw: st.DrawFn) -> Table:
    edition = draw(st.sampled_from(sorted(EDITIONS)))
    players = draw(st.integers(2, 6))
    partners = players in (4, 6) and draw(st.booleans())
    most = EDITIONS[edition].stock_cards // players
    stock = draw(st.one_of(st.none(), st.integers(1, most)))
    return Table.of(edition, players=players, partners=partners, stock=stock)


@st.composite
def games(draw: st.DrawFn, most_moves: int = 400) -> Game:
    """A game somewhere on its way, by players who like to play but do not always."""
    table = draw(tables())
    game = Game(
        table.edition,
        players=table.players,
        partners=table.partners,
        stock=table.stock,
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
