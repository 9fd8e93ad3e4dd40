"""`skipbo play --terminal`, `replay`, `explain` and `analyse`: games as lines, for people and screen readers."""

from skipbo.terminal.analysis import AnalysedRecord, analyse_record
from skipbo.terminal.explanation import explain, explain_position
from skipbo.terminal.replay import replay
from skipbo.terminal.start import play

__all__ = ["AnalysedRecord", "analyse_record", "explain", "explain_position", "play", "replay"]
