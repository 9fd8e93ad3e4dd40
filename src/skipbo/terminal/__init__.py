"""`skipbo play` and `skipbo replay`: the game in lines that people, pipes and screen readers can read."""

from skipbo.terminal.playing import play
from skipbo.terminal.replaying import replay

__all__ = ["play", "replay"]
