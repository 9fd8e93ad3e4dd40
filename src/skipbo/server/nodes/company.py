"""What a node knows of the other nodes that serve the same tables. A server with a store of its own is alone."""

from collections.abc import Set
from typing import Protocol

HOUSEKEEPING = "housekeeping"  # kept by one node at a time like a table, although it is none
NOBODY: frozenset[str] = frozenset()


class News(Protocol):
    """Hears what happens at other nodes."""

    def table_changed(self, table: str, version: int) -> None:
        """The log of a table may have this version."""

    def people_changed(self, table: str) -> None:
        """Others are connected to a table elsewhere, or it is kept by this node from now on."""


class Company(Protocol):
    others_write: bool  # whether the log of a table may grow without us

    def begin(self, news: News) -> None:
        """Joins the others, in the event loop that runs."""

    async def end(self) -> None:
        """Gives up all tables, so that others keep them at once."""

    def arrive(self, table: str, guest: str) -> None:
        """A guest is connected to a table here, for the first time or once more."""

    def leave(self, table: str, guest: str) -> None:
        """A guest is no longer connected to a table here, or has fallen silent."""

    def close(self, table: str) -> None:
        """Nobody is connected to a table here any more, not even silently."""

    def keeps(self, table: str) -> bool:
        """Whether this node, and no other, acts for the bots and the clocks of a table."""

    def elsewhere(self, table: str) -> Set[str]:
        """Returns the guests who are connected to a table at other nodes."""

    def tell(self, table: str, version: int) -> None:
        """Tells the others that the log of a table has grown."""

    def complaints(self) -> list[str]:
        """Returns what a host should hear."""


class Alone:
    others_write = False

    def begin(self, news: News) -> None:
        pass

    async def end(self) -> None:
        pass

    def arrive(self, table: str, guest: str) -> None:
        pass

    def leave(self, table: str, guest: str) -> None:
        pass

    def close(self, table: str) -> None:
        pass

    def keeps(self, table: str) -> bool:  # noqa: ARG002
        return True

    def elsewhere(self, table: str) -> Set[str]:  # noqa: ARG002
        return NOBODY

    def tell(self, table: str, version: int) -> None:
        pass

    def complaints(self) -> list[str]:
        return []
