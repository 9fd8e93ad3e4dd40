"""A whole game to its end through the page, by whatever hand, on a desk and on a phone."""

import pytest

from tests.web.browsing import DESKTOP, PHONE, Visitor, Window
from tests.web.conftest import Visit
from tests.web.playing import Finger, Mouse, Player, Shortcuts, Tapper, Typist

QUICK = {"speed": "off", "sound": False}


def sit_down(visitor: Visitor, by: type[Player] | None = None, **options: object) -> Player:
    visitor.go(f"/t/{visitor.open_table(**({'bots': [None, 'eager']} | options))}")
    return (by or Tapper)(visitor.page)


@pytest.mark.parametrize(
    ("by", "window"),
    [
        (Mouse, DESKTOP),
        (Finger, PHONE),
        (Tapper, DESKTOP),
        (Tapper, PHONE),
        (Typist, DESKTOP),
        (Typist, PHONE),
        (Shortcuts, DESKTOP),
    ],
)
def test_a_game_is_played_to_its_end(visit: Visit, by: type[Player], window: Window) -> None:
    visitor = visit(window, settings=QUICK | {"shortcuts": by is Shortcuts})
    player = sit_down(visitor, by, stock=5)
    player.play_to_the_end()
    assert player.moves, "the bot has won before anybody could move"
    (game,) = visitor.get("/api/v1/me/history")["games"]
    assert visitor.page.locator(".winner th").inner_text().startswith("You") == game["won"]
