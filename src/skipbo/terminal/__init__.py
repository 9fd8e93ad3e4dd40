"""`skipbo play --terminal`, `replay`, `explain` and `analyse`: games as lines, for people and screen readers."""

from skipbo.terminal.accounts import show_accounts
from skipbo.terminal.analysis import AnalysedRecord, look_at_record
from skipbo.terminal.analysis_page import analysis_page
from skipbo.terminal.explanation import explain, explain_position
from skipbo.terminal.replay import replay
from skipbo.terminal.start import play

__all__ = [
    "AnalysedRecord",
    "analysis_page",
    "explain",
    "explain_position",
    "look_at_record",
    "play",
    "replay",
    "show_accounts",
]
