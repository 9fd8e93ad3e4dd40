"""Work in pieces, for an answer that does not depend on who did which: cores or a GPU of this machine, or a cluster."""

from skipbo.workers.interface import Pace, Piece, Task, Workers, WorkersLost
from skipbo.workers.local import LocalWorkers

__all__ = ["LocalWorkers", "Pace", "Piece", "Task", "Workers", "WorkersLost"]
