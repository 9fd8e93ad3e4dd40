"""Skip-Bo as five printed rule sheets describe it: to play, to study, to research.

An independent project; Skip-Bo is a trademark of Mattel.
"""

from skipbo.acts import Act
from skipbo.cards import Card
from skipbo.editions import EDITIONS, Edition, find_edition
from skipbo.errors import Malformed, NotLegal, OutOfDate, SkipboError
from skipbo.events import Event
from skipbo.game import Game
from skipbo.kitchen_game import KitchenGame
from skipbo.match import Match
from skipbo.moves import Move
from skipbo.outcome import How, Outcome
from skipbo.table import Table
from skipbo.view import View

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
    "SkipboError",
    "Table",
    "View",
    "find_edition",
]
