"""Tournaments between bots: which is stronger, by how much, and how certain that is.

>>> from skipbo import Table
>>> from skipbo.arena import Plan, play, summarise, take_sample
>>> plan = Plan.of(["eager", "random"], Table.of(stock=5), games=100)
>>> summary = summarise(play(plan), take_sample(plan))
>>> summary["games"], summary["bots"]["eager"]["low"] > 0.5
(100, True)
"""

from skipbo.arena.sample import take_sample
from skipbo.arena.summary import summarise
from skipbo.arena.tournament import Plan, Tournament, play

__all__ = ["Plan", "Tournament", "play", "summarise", "take_sample"]
