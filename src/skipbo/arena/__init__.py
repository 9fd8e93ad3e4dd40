"""Tournaments between bots: who is stronger, by how much, and how sure that is.

>>> from skipbo.arena import Plan, play, summarise, take_sample
>>> from skipbo.game.table import Table
>>> plan = Plan.of(["eager", "random"], Table.of(stock=5), games=100)
>>> summary = summarise(play(plan), take_sample(plan))
>>> summary["games"], summary["bots"]["eager"]["low"] > 0.5
(100, True)
"""

from skipbo.arena.sample import take_sample
from skipbo.arena.summary import summarise
from skipbo.arena.tournament import Plan, Tournament, play

__all__ = ["Plan", "Tournament", "play", "summarise", "take_sample"]
