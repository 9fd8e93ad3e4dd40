"""A bot as a process, with nothing but Python's standard library."""

import json
import random
import sys
from typing import Any


def choose(legal: list[str], view: dict[str, Any], seed: int) -> str:
    """The stock card if it goes, else any other play, else the highest card on the emptiest discard pile."""
    plays = [move for move in legal if ">b" in move]
    stock = [move for move in plays if move.startswith("s>")]
    if plays:
        return random.Random(seed).choice(stock or plays)
    mine = view["discards"][view["seat"]]

    def worth(move: str) -> tuple[int, int]:
        card, pile = move[1:].split(">d")  # h12>d3
        return (0 if card == "W" else int(card)), -len(mine[int(pile) - 1])

    return "pass" if legal == ["pass"] else max(legal, key=worth)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"name": "no library"}
    elif message["type"] == "choose":
        answer = {"move": choose(message["legal"], message["view"], message["seed"])}
    else:
        continue  # the game is over; another hello may follow
    print(json.dumps(answer), flush=True)
