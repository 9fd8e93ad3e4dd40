"""Play at a table over the network: `TableClient` for plain programs, `AsyncTableClient` inside an event loop.

Both reconnect by themselves: the table goes on from the version seen last, and a command whose answer was lost is sent
again, which the server answers again without doing it twice.
"""

from skipbo.client.account import Account
from skipbo.client.async_client import AsyncTableClient
from skipbo.client.errors import ConnectionFailed, Refused
from skipbo.client.sync_client import TableClient

__all__ = ["Account", "AsyncTableClient", "ConnectionFailed", "Refused", "TableClient"]
