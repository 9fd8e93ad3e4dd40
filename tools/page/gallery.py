"""Tables to look at in the gallery, from games that bots play: `python -m tools.page.gallery`."""

import json
import random
from typing import Any

import msgspec

from skipbo.external.registry import factory_of
from skipbo.game.game import Game
from skipbo.game.view import as_numbers
from skipbo.server.table.views import game_view
from tools.page.files import WEB

SCENES = WEB / "gallery" / "scenes.json"
NAMES = ["Ann", "Maximiliane-Ottilie-Anna", "Bob", "Joséphine de B.", "Wu", "Grandmother Eleanor"]


def main() -> None:
    scenes = {}
    for players in range(2, 7):
        for sides in (players, 2) if players in (4, 6) else (players,):
            scenes[f"{players}-{sides}"] = scene(players, sides, 60 + 12 * players)
    scenes["2-end"] = scene(2, 2, 10_000)
    SCENES.write_text(json.dumps(scenes))


def scene(players: int, sides: int, moves: int) -> dict[str, Any]:
    game = Game("mattel-2003", players=players, partners=sides < players, key=bytes(32))
    chance, bot = random.Random(1), factory_of("planner")()
    while game.outcome is None and (game.version < moves or game.turn != 0 or len(game.hand(0)) < 4):
        view = game.view(game.turn)
        game.play(bot.choose(view, view.legal_moves, chance))
    return {
        "version": 1,
        "edition": "mattel-2003",
        "game": msgspec.to_builtins(game_view(game, number=1)),
        "seats": [
            {"name": NAMES[seat], "bot": "steady" if seat else None, "person": not seat, "here": True}
            for seat in range(players)
        ],
        "own": 0,
        "hand": as_numbers(game.hand(0)),
        "hands": None,
        "legal": game.legal_acts(0).texts(),
        "happened": None,
        "all": [as_numbers(game.hand(seat)) for seat in range(players)],
    }


if __name__ == "__main__":
    main()
