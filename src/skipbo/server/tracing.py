"""Traces by OpenTelemetry: off, unless its usual variables (`OTEL_EXPORTER_OTLP_ENDPOINT` and others) ask for them.

A span has neither a card, a name, a token nor a link in it: a table is named by the same digest as in the log. Nothing
of an error is recorded but that there was one, because its text could hold any of these.
"""

import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.util import find_spec
from socket import gethostname
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from skipbo import __version__
from skipbo.errors import Malformed
from skipbo.i18n import translate as _

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

SERVICE = "skipbo"  # its name, if the environment gives no other
ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
EXPORTER, DISABLED = "OTEL_TRACES_EXPORTER", "OTEL_SDK_DISABLED"
OTLP, OURS = "otlp", "http/protobuf"
SERVER_ERRORS = 500  # and above
FAREWELL = 3.0  # seconds in which the last spans must be sent, when the server stops

Respond = Callable[[Request], Awaitable[Response]]


def is_wanted(environment: Mapping[str, str]) -> bool:
    if environment.get(DISABLED, "").strip().lower() == "true":
        return False
    exporter = environment.get(EXPORTER, "").strip().lower()
    return exporter == OTLP or (not exporter and any(environment.get(name) for name in ENDPOINTS))


def start_tracing(environment: Mapping[str, str]) -> "Tracing | None":
    """Returns None if no traces are wanted. Raises `Malformed` if they cannot be made."""
    if not is_wanted(environment):
        return None
    protocol = next((environment[name] for name in PROTOCOLS if environment.get(name)), OURS)
    if protocol != OURS:
        message = _("Traces cannot be sent as {protocol}. Set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.")
        raise Malformed("settings", message.format(protocol=protocol))
    if find_spec("opentelemetry") is None:
        message = _("Traces need another package: pip install 'skipbo[otel]'. Or set OTEL_SDK_DISABLED=true.")
        raise Malformed("settings", message)
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    given = Resource.create({"service.version": __version__, "host.name": gethostname()})
    if str(given.attributes[SERVICE_NAME]).startswith("unknown_service"):
        given = given.merge(Resource({SERVICE_NAME: SERVICE}))
    provider = TracerProvider(resource=given, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Tracing(provider, provider.get_tracer(SERVICE, __version__))


@dataclass(frozen=True)
class Tracing:
    provider: "TracerProvider"
    tracer: "Tracer"

    def span(self, name: str, **attributes: str | int) -> "AbstractContextManager[Span]":
        """A span within the current one. Attributes are named `skipbo.…`."""
        named = {f"skipbo.{key}": value for key, value in attributes.items()}
        return self.tracer.start_as_current_span(
            name, attributes=named, record_exception=False, set_status_on_exception=False
        )

    def request(self, method: str, route: str, respond: Respond) -> Respond:
        """Returns a handler that traces another. The route has no table's id in it, but the place for one."""
        from opentelemetry.trace import SpanKind, StatusCode

        async def traced(request: Request) -> Response:
            with self.tracer.start_as_current_span(
                f"{method} {route}",
                kind=SpanKind.SERVER,
                attributes={"http.request.method": method, "http.route": route},
                record_exception=False,
                set_status_on_exception=False,
            ) as span:
                response = await respond(request)
                span.set_attribute("http.response.status_code", response.status_code)
                if response.status_code >= SERVER_ERRORS:
                    span.set_status(StatusCode.ERROR)
                return response

        return traced

    def close(self) -> None:
        """Sends the last spans; a collector that does not answer must not keep the server from ending."""
        sender = threading.Thread(target=self.provider.shutdown, name="last-spans", daemon=True)
        sender.start()
        sender.join(FAREWELL)
