"""Limits for connections, guests and addresses: rates, above which something is refused, and budgets of work, above
which it waits.

Work is counted in units of about a tenth of a millisecond of the server's time. Everything that a guest can cause has a
price, whether it is granted or refused. Whoever is in debt is served later, and nobody else is.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

Clock = Callable[[], float]

LONGEST_DEBT = 5.0  # seconds: the most that anybody ever waits for what they have spent
LONGEST_SEARCH_DEBT = 60.0  # seconds: the most that a bot which searches waits for what it has spent

# Prices
MESSAGE = 2.0
CONNECTION = 2.0
REQUEST = 5.0
KIBIBYTE = 1.0
PICTURE = 150.0
BOT_MOVE = 3.0
SECOND_OF_THINKING = 10_000.0


@dataclass(frozen=True, slots=True)
class Rate:
    burst: float
    per_second: float


class Bucket:
    """Holds at most `burst` tokens, and gets new ones as time passes."""

    __slots__ = ("_burst", "_lowest", "_per_second", "_tokens", "_when")

    def __init__(self, rate: Rate, now: float, longest_debt: float = LONGEST_DEBT) -> None:
        self._burst = self._tokens = rate.burst
        self._per_second = rate.per_second
        self._lowest = -longest_debt * rate.per_second
        self._when = now

    def take(self, now: float) -> bool:
        """Takes a token; returns whether there was one."""
        tokens = self._refill(now)
        if tokens < 1:
            return False
        self._tokens = tokens - 1
        return True

    def spend(self, cost: float, now: float) -> float:
        """Takes so many tokens, even if that leaves a debt; returns the seconds until it is paid."""
        tokens = self._tokens = self._refill(now) - cost
        if tokens >= 0:
            return 0.0
        self._tokens = max(tokens, self._lowest)
        return -self._tokens / self._per_second

    def _refill(self, now: float) -> float:
        tokens = self._tokens + (now - self._when) * self._per_second
        self._tokens = tokens = tokens if tokens < self._burst else self._burst
        self._when = now
        return tokens


class Buckets:
    """A bucket for each of the keys used last."""

    def __init__(
        self,
        rate: Rate,
        most: int = 100_000,
        clock: Clock = time.monotonic,
        longest_debt: float = LONGEST_DEBT,
    ) -> None:
        self._rate = rate
        self._longest_debt = longest_debt
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        now = self._clock()
        return self._of(key, now).take(now)

    def spend(self, key: str, cost: float) -> float:
        """Takes so many tokens, even if that leaves a debt; returns the seconds until it is paid."""
        now = self._clock()
        return self._of(key, now).spend(cost, now)

    def of(self, key: str) -> Bucket:
        """Returns the bucket of a key, for those who use it often."""
        return self._of(key, self._clock())

    def _of(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, now, self._longest_debt)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


class Places:
    """Room for so many at once, and so many of each key. A place is taken before anything is awaited."""

    def __init__(self, most: int, most_of_key: int) -> None:
        self._most = most
        self._most_of_key = most_of_key
        self._all = 0
        self._taken: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        """Takes a place; returns whether there was one."""
        if self._all >= self._most or self._taken[key] >= self._most_of_key:
            return False
        self._all += 1
        self._taken[key] += 1
        return True

    def leave(self, key: str) -> None:
        self._all -= 1
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]


@lru_cache(maxsize=10_000)
def household(address: str) -> str:
    """Returns what counts as one address: of IPv6 the first 64 bits, because a house has all the others."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped is not None else str(IPv6Network((parsed.packed[:8] + bytes(8), 64)))
    return address


@dataclass(frozen=True, slots=True)
class Limits:
    commands: Rate = Rate(20, 5)  # of a connection
    guest_commands: Rate = Rate(40, 10)  # of a guest, however many connections
    chat: Rate = Rate(5, 0.5)  # of a guest
    faults: Rate = Rate(10, 1)  # malformed messages of a connection, which is then closed
    requests: Rate = Rate(120, 20)  # HTTP requests of an address
    guests: Rate = Rate(20, 0.2)  # created from an address
    tables: Rate = Rate(10, 0.1)  # opened by a guest
    address_tables: Rate = Rate(40, 0.2)  # opened from an address
    handshakes: Rate = Rate(60, 5)  # of an address
    hints: Rate = Rate(10, 0.5)  # of a guest
    replays: Rate = Rate(10, 0.2)  # of an address; each costs a whole game
    logs: Rate = Rate(20, 0.5)  # of an address; the first of a table costs all its games
    guest_work: Rate = Rate(1_000, 300)  # units of work
    address_work: Rate = Rate(2_000, 600)
    searching: Rate = Rate(30, 0.3)  # seconds of a processor that bots of an address search
    searches: int = 1  # bots that search at once
    queue: int = 64  # messages that a connection has not read, before it is closed
    connections: int = 20_000
    connections_of_guest: int = 20
    connections_of_address: int = 250
    listed_of_address: int = 10  # tables that the lobby shows
