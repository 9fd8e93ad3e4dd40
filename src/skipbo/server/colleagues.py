"""The workers of one machine: whichever of them Prometheus asks answers for all, each under a label of its own.

Each has a socket in a folder that they share, and gives its numbers to whoever connects to it.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

LABEL = "worker"
PATIENCE = 1.0  # seconds for the numbers of another worker


class Colleagues:
    def __init__(self, folder: Path, name: str, exposition: Callable[[], bytes]) -> None:
        """`exposition` returns our own numbers, in the text format of Prometheus; `name` is their label."""
        self._folder = folder
        self._path = folder / name
        self._exposition = exposition
        self._server: asyncio.Server | None = None

    async def begin(self) -> None:
        self._path.unlink(missing_ok=True)  # of a worker before us that was killed
        self._server = await asyncio.start_unix_server(self._give, self._path)

    async def end(self) -> None:
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _give(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(self._exposition())
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async def exposition(self) -> bytes:
        """Returns the numbers of all workers that answer."""
        others = [path for path in self._folder.iterdir() if path != self._path]
        answers = await asyncio.gather(*map(_ask, others))
        given = {path.name: answer for path, answer in zip(others, answers, strict=True) if answer}
        return merge({self._path.name: self._exposition(), **given})


async def _ask(path: Path) -> bytes:
    """Returns nothing if the worker has ended, or does not answer."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_unix_connection(path)
            try:
                return await reader.read()
            finally:
                writer.close()
                await writer.wait_closed()
    except (OSError, TimeoutError):
        return b""


def merge(expositions: Mapping[str, bytes]) -> bytes:
    """Returns one exposition with the numbers of all, told apart by a label."""
    registry = CollectorRegistry()
    registry.register(_Merged(expositions))
    return generate_latest(registry)


class _Merged(Collector):
    def __init__(self, expositions: Mapping[str, bytes]) -> None:
        self._expositions = expositions

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        for worker, exposition in sorted(self._expositions.items()):
            for family in text_string_to_metric_families(exposition.decode()):
                merged = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    merged.samples.append(sample._replace(labels={**sample.labels, LABEL: worker}))
        yield from families.values()
