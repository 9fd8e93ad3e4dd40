"""Bots by name, weak to strong. A bot gets the view of its seat and its own dice, and returns a move."""

from skipbo.bots.bot import Bot, find_bots

__all__ = ["Bot", "find_bots"]
