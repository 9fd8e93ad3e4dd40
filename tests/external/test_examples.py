"""The bots of the docs, as real processes."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from skipbo.arena.referee import Referee
from skipbo.external import lines
from skipbo.game.game import Game
from skipbo.game.table import Table
from tests.external.conftest import EXAMPLES, HAS_PERL, ROOT

TABLES = [
    Table.of(players=2, stock=10),
    Table.of("brownfield-1967", players=6, partners=True, stock=2),
    Table.of("mattel-2003", players=4, partners=True, stock=3),
]
EXAMPLE_BOTS = {
    "no_library.py": "process:" + shlex.join([sys.executable, str(EXAMPLES / "no_library.py")]),
    "bot.pl": "process:" + shlex.join(["perl", str(EXAMPLES / "bot.pl")]),
    "thrifty": "thrifty",
}
NEEDS = {"bot.pl": pytest.mark.skipif(not HAS_PERL, reason="perl is not installed")}
examples = pytest.mark.parametrize("example", [pytest.param(name, marks=NEEDS.get(name, ())) for name in EXAMPLE_BOTS])


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.edition.id}, {table.players}")
@examples
@pytest.mark.slow
def test_an_example_plays_whole_games(example: str, table: Table) -> None:
    names = [EXAMPLE_BOTS[example], "eager"] * (table.players // 2)
    with Referee(table, names, time_limit=20) as referee:
        for number in range(2):
            played = referee.play("examples", number)
            assert played.forfeit is None
            assert int(played.result["how"][0]) > 0


@pytest.mark.usefixtures("installed")
@examples
def test_an_example_wins_against_random(example: str) -> None:
    with Referee(Table.of(players=2, stock=5), [EXAMPLE_BOTS[example], "random"], time_limit=20) as referee:
        winners = [int(referee.play("strong", number).result["winner"][0]) for number in range(10)]
    assert winners.count(0) >= 7


def test_the_page_explains_every_field_of_every_message() -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    game = Game(key=bytes(32))
    messages = [lines.hello(game.table, 0), lines.question(game.view(0), 1)]
    fields = {name for message in messages for name in lines.read_line(message)} | set(game.view(0).as_dict())
    assert [name for name in sorted(fields) if f"`{name}`" not in page] == []


@pytest.mark.slow
def test_what_a_bot_in_python_prints_does_not_disturb_its_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    information = tmp_path / "chatty-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: chatty\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[skipbo.bots]\nchatty = chatty:Chatty\n")
    (tmp_path / "chatty.py").write_text(
        "import os\n"
        "print('Good evening!')\n"
        "class Chatty:\n"
        "    def __init__(self):\n"
        "        self.asked = 0\n"
        "    def choose(self, view, legal, random):\n"
        "        self.asked += 1\n"
        "        print('Hm …')\n"
        "        os.system('echo let me see')\n"
        "        try:\n"
        "            input()\n"
        "        except EOFError:\n"
        "            pass\n"
        "        return str(next(iter(legal))) if self.asked < 4 else None\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with Referee(Table.of(players=2), ["chatty", "chatty"], time_limit=20) as referee:
        for number in range(2):
            played = referee.play("chatty", number)
            assert played.forfeit is not None
            assert "“None” was refused" in played.forfeit.why
            assert played.result["moves"][0] >= 3, "every game has a player of its own"
