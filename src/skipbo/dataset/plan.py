"""The plan of a dataset: which games, what is kept of them, and how they are cut into shards."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import skipbo
from skipbo.arena.referee import Referee
from skipbo.bots.bot import budget_of, find_bots, is_ours, plays_in_batches
from skipbo.env.interface import DEPTH, Interface
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import source_digest

SHARD = 10_000  # games of a file
TIME_LIMIT = 1.0


@dataclass(frozen=True, kw_only=True)
class DatasetPlan:
    """The options of a dataset; two equal plans give the same files."""

    interface: Interface
    bots: tuple[str, ...]  # by seat, or one for all seats
    games: int
    seed: str
    shard: int = SHARD
    time_limit: float = TIME_LIMIT  # seconds that a process has for a move; the games are the same with another one

    @classmethod
    def of(
        cls,
        bots: Sequence[str],
        table: Table,
        *,
        games: int,
        seed: str = "0",
        depth: int = DEPTH,
        shard: int = SHARD,
        time_limit: float = TIME_LIMIT,
    ) -> "DatasetPlan":
        """Raises `Malformed` for options that cannot be used."""
        if find_spec("pyarrow") is None:
            raise Malformed("dataset", _("Datasets need another package: pip install 'skipbo[data]'."))
        interface = Interface.at(table, depth)
        plan = cls(interface=interface, bots=tuple(bots), games=games, seed=seed, shard=shard, time_limit=time_limit)
        if plan.needs_referee:
            plan.new_referee()
        else:
            find_bots(bots, table)
        return plan

    @property
    def needs_referee(self) -> bool:
        """Whether a bot is not one of those that play by the thousand: then all games are played move by move."""
        return not all(map(plays_in_batches, self.bots))

    @property
    def may_differ(self) -> bool:
        """Whether a bot may decide otherwise another time: a program, a package, or a search that goes by the clock."""
        budgets = [budget_of(name) for name in self.bots if is_ours(name)]
        return len(budgets) < len(self.bots) or any(budget is not None and budget.seconds for budget in budgets)

    def new_referee(self) -> Referee:
        """A referee for these games; raises `Malformed` for bots that cannot sit at the table."""
        seats = self.bots * self.table.players if len(self.bots) == 1 else self.bots
        return Referee(self.table, seats, time_limit=self.time_limit)

    @property
    def table(self) -> Table:
        return self.interface.table

    @property
    def shards(self) -> int:
        return -(-self.games // self.shard)

    def games_of(self, shard: int) -> range:
        """The numbers of the games of a shard."""
        return range(shard * self.shard, min((shard + 1) * self.shard, self.games))

    def manifest(self) -> dict[str, Any]:
        """What all shards have in common. Not the number of games: a dataset may grow."""
        table = self.table
        return {
            "kind": "dataset",
            "bots": list(self.bots),
            "edition": table.edition.id,
            "players": table.players,
            "partners": table.partners,
            "stock": table.stock,
            "depth": self.interface.depth,
            "seed": self.seed,
            "shard": self.shard,
            "version": skipbo.__version__,
            "code": source_digest().hex()[:16],
        }

    @property
    def command(self) -> str:
        """The command that writes this dataset."""
        table = self.table
        options: list[object] = [
            *("--games", self.games, "--edition", table.edition.id, "--players", table.players, "--stock", table.stock),
            *(["--partners"] if table.partners else []),
            *("--seed", self.seed, "--depth", self.interface.depth),
            *(["--shard", self.shard] if self.shard != SHARD else []),
            *(["--time-limit", f"{self.time_limit:g}"] if self.time_limit != TIME_LIMIT else []),
        ]
        return shlex.join(["skipbo", "dataset", "OUT", *self.bots, *map(str, options)])
