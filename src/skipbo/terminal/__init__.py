"""`skipbo play --terminal`, `replay`, `explain`: the game in lines that people, pipes and screen readers can read."""

from skipbo.terminal.explanation import explain
from skipbo.terminal.replay import replay
from skipbo.terminal.start import play

__all__ = ["explain", "play", "replay"]
