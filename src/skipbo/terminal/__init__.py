"""`skipbo play --terminal`, `replay` and `explain`: the game as lines for people, pipes and screen readers."""

from skipbo.terminal.explanation import explain, explain_position
from skipbo.terminal.replay import replay
from skipbo.terminal.start import play

__all__ = ["explain", "explain_position", "play", "replay"]
