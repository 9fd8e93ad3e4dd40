"""A room whose commands are traced: a span for each, and within it one to decide, one to store and one to broadcast.

It is a class of its own so that a server without traces does not even ask whether there are any.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from skipbo.protocol import commands
from skipbo.protocol.messages import Done, Kind, Refusal
from skipbo.server.json_log import digest
from skipbo.server.metrics import DONE
from skipbo.server.nodes.company import Company
from skipbo.server.portions import Portions
from skipbo.server.store import log
from skipbo.server.store.interface import Addition, Guest, Store
from skipbo.server.table.room import Decision, Reply, Room
from skipbo.server.table.state import TableState
from skipbo.server.tracing import Tracing

if TYPE_CHECKING:
    from opentelemetry.trace import Span


def traced_rooms(tracing: Tracing) -> type[Room]:
    """Returns the class of rooms that this tracing sees."""
    from opentelemetry.trace import StatusCode, get_current_span

    class TracedRoom(Room):
        def __init__(self, table: str, store: Store, portions: Portions, company: Company | None = None) -> None:
            super().__init__(table, store, portions, company)
            self._append = self._traced(self._append)
            self._deciding: Span | None = None  # of the one command that runs

        async def handle(self, guest: Guest, command: commands.TableCommand, reply: Reply) -> None:
            with tracing.span("command", command=str(command.__struct_config__.tag), table=digest(self.id)):
                await super().handle(guest, command, reply)

        async def act(self, decision: Decision) -> bool:
            kind = decision.func.__name__ if isinstance(decision, partial) else "act"
            with tracing.span("command of the server", command=kind, table=digest(self.id)):
                return await super().act(decision)

        async def _do(self, by: str, command: str | None, decision: Decision, reply: Reply) -> None:
            span = get_current_span()

            def decide(state: TableState) -> log.LogEvent:
                self._end_deciding()  # it decides again if another server was faster
                self._deciding = tracing.tracer.start_span("decide")
                return decision(state)

            def answer(answer: Done | Refusal) -> None:
                self._end_deciding()
                span.set_attribute("skipbo.outcome", DONE if isinstance(answer, Done) else answer.kind.value)
                if isinstance(answer, Refusal) and answer.kind is Kind.FAILED:
                    span.set_status(StatusCode.ERROR)
                reply(answer)

            await super()._do(by, command, decide, answer)

        def _end_deciding(self) -> None:
            if self._deciding is not None:
                self._deciding.end()
                self._deciding = None

        def _traced(self, append: Callable[[Addition], Awaitable[None]]) -> Callable[[Addition], Awaitable[None]]:
            async def traced(addition: Addition) -> None:
                self._end_deciding()
                with tracing.span("store"):
                    await append(addition)

            return traced

        def _broadcast(self) -> None:
            with tracing.span("broadcast", listeners=len(self.listeners)):
                super()._broadcast()

    return TracedRoom
