"""Sit at a table over the network: `Guest` for plain programs, `AsyncTable` inside an event loop.

The connection mends itself: after a loss the table goes on from the version that was seen last, and a command whose
answer was lost is sent again, to be answered again and not done twice.
"""

from skipbo.client.account import Account
from skipbo.client.async_client import AsyncTable
from skipbo.client.errors import ConnectionFailed, Refused
from skipbo.client.sync_client import Guest, Table

__all__ = ["Account", "AsyncTable", "ConnectionFailed", "Guest", "Refused", "Table"]
