"""A bell that rings through Redis, or Valkey."""

import asyncio
import logging
import secrets
import time
from contextlib import suppress

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from skipbo.server.json_log import log_event
from skipbo.server.nodes.bell import Heard, Rings, read

CHANNEL = "skipbo"
PATIENCE = 2.0  # seconds for an answer of Redis, and for our own rings to come back
PAUSE = 1.0  # seconds between attempts to connect


class RedisBell:
    def __init__(self, address: str) -> None:
        """Raises `ValueError` for an address that cannot be one."""
        self._redis = Redis.from_url(address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
        self._name = secrets.token_hex(8)
        self._rings = Rings(lambda: self._due.set())
        self._due = asyncio.Event()
        self._connected = False
        self._heard_at = 0.0  # when one of our own rings came back
        self._task: asyncio.Task[None] | None = None

    @property
    def is_well(self) -> bool:
        return time.monotonic() - self._heard_at < PATIENCE

    def begin(self, heard: Heard) -> None:
        self._task = asyncio.get_running_loop().create_task(self._keep_connected(heard))

    def ring(self, table: str, version: int) -> None:
        if self._connected:  # otherwise nobody would hear it before they have looked by themselves
            self._rings.add(table, version)

    def test(self) -> None:
        self.ring("", 0)

    async def end(self) -> None:
        if self._task is not None:
            with suppress(RedisError, OSError, TimeoutError):  # the last rings
                async with asyncio.timeout(PATIENCE):
                    await self._publish_waiting()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()

    async def _keep_connected(self, heard: Heard) -> None:
        lost = False
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    self._connected = True
                    if lost:
                        log_event("bell found again")
                    lost = False
                    await self._ring_and_hear(channel, heard)
            except (RedisError, OSError) as error:
                if not lost:
                    log_event("bell lost", logging.WARNING, why=str(error))
                lost = True
            self._connected = False
            await asyncio.sleep(PAUSE)

    async def _ring_and_hear(self, channel: PubSub, heard: Heard) -> None:
        """Raises whatever ends one of both."""
        tasks = [asyncio.create_task(self._publish()), asyncio.create_task(self._hear(channel, heard))]
        try:
            done, _others = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _publish(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            await self._publish_waiting()

    async def _publish_waiting(self) -> None:
        for waiting in self._rings.messages(self._name):
            await self._redis.publish(CHANNEL, waiting)

    async def _hear(self, channel: PubSub, heard: Heard) -> None:
        async for told in channel.listen():
            data = told["data"]
            if not isinstance(data, bytes):
                continue
            sender, rings = read(data)
            if sender == self._name:
                self._heard_at = time.monotonic()
                continue
            for table, version in rings:
                heard(table, version)
