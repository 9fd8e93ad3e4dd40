"""A bot from outside gets the view of its seat, its legal moves and its own chance, and nothing else."""

import json
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo.external import lines
from skipbo.external.hosts import Host, host_of
from skipbo.game.card import Card
from skipbo.game.game import Game
from skipbo.game.view import View, see
from tests.external.conftest import EXAMPLES, HAS_PERL, STRANGE, installed_in
from tests.kernel.strategies import games
from tests.kernel.test_views import deal_anew, keys

seeds = st.integers(0, 2**32 - 1)


@pytest.fixture(scope="module")
def bots(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Host]]:
    """Processes that go on through all examples: the first answers with a digest of every byte it was sent."""
    lock = tmp_path_factory.mktemp("lock") / "lock"
    digest = [sys.executable, str(STRANGE), str(lock), "answer with a digest"]
    names = {
        "digest": "process:" + shlex.join(digest),
        "python": "process:" + shlex.join([sys.executable, str(EXAMPLES / "no_library.py")]),
        "installed": "thrifty",
        "served": "process:" + shlex.join([sys.executable, "-m", "skipbo", "bot", "eager"]),
        "compiled": "eager",
    }
    if HAS_PERL:
        names["perl"] = "process:" + shlex.join(["perl", str(EXAMPLES / "bot.pl")])
    with installed_in(packages):
        hosts = {kind: host_of(name, 20) for kind, name in names.items()}
        yield hosts
        for host in hosts.values():
            host.close()


@given(game=games(), key=keys, seed=seeds)
@pytest.mark.slow
def test_a_bot_reads_and_plays_the_same_whatever_is_hidden_from_it(
    bots: dict[str, Host], game: Game, key: bytes, seed: int
) -> None:
    if game.outcome is not None:
        return
    seat = game.turn
    view, again = game.view(seat), see(deal_anew(game, seat, key), seat, game.table, None)
    for kind, host in bots.items():
        choices = []
        for seen in (view, again):
            player = host.begin(game.table, seat)
            choices.append(str(player.choose(seen, seen.legal_moves, Random(seed))))
        assert choices[0] == choices[1], kind
        assert choices[0] in view.legal_moves or kind == "digest"


@given(games(), st.integers(0, 6))
def test_a_view_in_json_says_all_that_the_view_says_and_no_more(game: Game, number: int) -> None:
    seat = None if number >= game.table.players else number
    view = game.view(seat)
    written = json.loads(json.dumps(view.as_dict()))

    def cards(numbers: list[int]) -> tuple[Card, ...]:
        return tuple(Card(number) for number in numbers)

    read = View(
        edition=view.edition,
        column=view.column,
        seat=written["seat"],
        turn=written["turn"],
        players=len(written["stocks"]),
        teams=len(written["teams"]),
        dealer=written["dealer"],
        hand=cards(written["hand"]),
        hands=tuple(written["hands"]),
        stocks=tuple((None if pile["top"] is None else Card(pile["top"]), pile["count"]) for pile in written["stocks"]),
        discards=tuple(tuple(cards(pile) for pile in piles) for piles in written["discards"]),
        building=tuple(cards(pile) for pile in written["building"]),
        draw=written["draw"],
        spent=cards(written["spent"]),
        passes=written["passes"],
        outcome=view.outcome,
        record=view.record,
    )
    assert read == view
    assert written["edition"] == game.edition.id
    assert written["teams"] == [list(side) for side in game.table.sides]
    assert (written["outcome"] is None) == (view.outcome is None)


@given(games(), seeds)
def test_a_question_is_read_back_as_the_view_it_was_asked_with(game: Game, seed: int) -> None:
    view = game.view(game.turn)
    message = lines.read_line(lines.question(view, seed))
    assert message["seed"] == seed
    assert message["legal"] == [str(move) for move in view.legal_moves]
    if view.outcome is None:
        asked = replace(view, column=game.edition.find_column())  # a strict game does not depend on it
        assert lines.view_of(message["record"], game.turn, game.edition) == asked
