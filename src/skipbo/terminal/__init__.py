"""`skipbo play`: the game in a terminal, in lines that people, pipes and screen readers can read."""

from skipbo.terminal.playing import play

__all__ = ["play"]
