"""`skipbo play --terminal`, `replay`, `explain`: the game in lines that people, pipes and screen readers can read."""

from skipbo.terminal.explaining import explain
from skipbo.terminal.playing import play
from skipbo.terminal.replaying import replay

__all__ = ["explain", "play", "replay"]
