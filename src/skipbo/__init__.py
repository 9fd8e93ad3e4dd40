"""Skip-Bo as five printed rule sheets describe it: to play, to study, to research.

An independent project; Skip-Bo is a trademark of Mattel.
"""

from skipbo.editions import EDITIONS, Edition, find_edition
from skipbo.errors import Malformed, NotLegal, OutOfDate, SkipboError
from skipbo.game.card import Card
from skipbo.game.event import Event
from skipbo.game.game import Game
from skipbo.game.kitchen.act import Act
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.match import Match
from skipbo.game.move import Move
from skipbo.game.outcome import How, Outcome
from skipbo.game.pile import Pile, PileKind
from skipbo.game.position import Position
from skipbo.game.table import Table
from skipbo.game.view import View

__version__ = "0.1.0"

__all__ = [
    "EDITIONS",
    "Act",
    "Card",
    "Edition",
    "Event",
    "Game",
    "How",
    "KitchenGame",
    "Malformed",
    "Match",
    "Move",
    "NotLegal",
    "OutOfDate",
    "Outcome",
    "Pile",
    "PileKind",
    "Position",
    "SkipboError",
    "Table",
    "View",
    "find_edition",
]
