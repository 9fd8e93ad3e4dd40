"""A player over the network: python examples/network_bot.py http://127.0.0.1:8470/t/… [name]

It sits down at the table of the link and plays until it is sent away. All it knows is what the server shows its seat.
"""

import sys

from skipbo.client import Account, Refused, TableClient
from skipbo.protocol.messages import Phase, Update


def choose(update: Update) -> str:
    """The stock card if it goes, else whatever goes, else the highest discard."""
    assert update.own is not None

    def worth(move: str) -> tuple[int, int]:
        source, target = move.split(">") if ">" in move else (move, "")
        rank = source[1:] if source.startswith("h") and source[1:].isdigit() else "0"
        return (2 if "s" in source else 1) if target.startswith("b") else 0, int(rank)

    return max(update.own.legal, key=worth)


def play(link: str, name: str) -> None:
    url, _, table_id = link.rpartition("/t/")
    guest = Account.create(url, name)
    with TableClient(guest, table_id) as table:
        table.sit()
        for update in table.updates():
            own = update.own
            if own is None or update.version < table.now.version:
                continue  # more has happened since
            try:
                if update.table.phase is not Phase.PLAYING:
                    if not update.table.seats[own.seat].ready:
                        table.ready()
                elif own.legal and update.game and update.game.turn == own.seat:
                    table.play(choose(update))
            except Refused as refused:
                if refused.kind.value != "out_of_date":  # otherwise somebody was quicker: the next update tells
                    raise


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        play(sys.argv[1], *(sys.argv[2:] or ["Network bot"]))
    except (KeyboardInterrupt, Refused) as ended:
        sys.exit(str(ended))
