"""The check of a benchmark by its records: the deals, the rules, the opponents' moves, and the table of results."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skipbo import batch
from skipbo.arena.benchmark import Benchmark, NumberedGame, find_benchmark, summarise_benchmark
from skipbo.arena.benchmark_run import RECORDS, RESULTS, code_in_use, digest_of, has_won
from skipbo.arena.referee import own_random
from skipbo.errors import Malformed
from skipbo.external.compiled import CompiledPlayer
from skipbo.game.move import Move
from skipbo.i18n import translate as _
from skipbo.record import BadRecord, Fault, Record, check, game_from_record, read_records

COMPARED = ("score", "conditions", "forfeits", "records")


class BenchmarkCheck:
    """Reads the results of a folder and compares them with its records, which need not be ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self.results: dict[str, Any] = json.loads((folder / RESULTS).read_bytes())
            self.bot, version = str(self.results["bot"]), str(self.results["benchmark"])
            self._made_by = {name: str(self.results[name]) for name in ("version", "code")}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Malformed(
                "benchmark",
                _("{folder} has no results of a benchmark: name the folder of --out.").format(folder=folder),
            ) from error
        self.benchmark: Benchmark = find_benchmark(version)
        self._numbers = numbers_by_deal(self.benchmark, self.bot)
        self._won = [False] * self.benchmark.games  # a game without a record is lost
        self._recorded: set[int] = set()

    def faults(self) -> Iterator[Fault | None]:
        """Yields for each record its fault, or None if it holds."""
        path = self.folder / RECORDS
        for line in read_records(path):
            try:
                self._check(line.record)
            except BadRecord as fault:
                yield Fault(path, line.number, fault.move, fault.code, str(fault))
            else:
                yield None

    def _check(self, record: Record) -> None:
        check(record)
        number = self._numbers.get(deal_of(record))
        if number is None:
            raise BadRecord("benchmark", _("The benchmark does not have this game: another table, deal or seat."))
        if number in self._recorded:
            raise BadRecord("benchmark", _("The benchmark has this game only once."))
        check_opponents(self.benchmark, self.benchmark.game(number), self.bot, record)
        self._recorded.add(number)
        self._won[number] = has_won(record, self.bot)

    def made_elsewhere(self) -> str | None:
        """A sentence for results that another version of the program wrote; None if they are of this one."""
        made, here = (f"{code['version']} {code['code']}" for code in (self._made_by, code_in_use()))
        if made == here:
            return None
        why = _(
            "These results were made by skipbo {made}; this is {here}. "
            "If its bots play otherwise, check them with that version."
        )
        return why.format(made=made, here=here)

    def differences(self) -> list[str]:
        """The fields of the results that the records do not bear out, after all records were checked."""
        found = summarise_benchmark(self.benchmark, self.bot, self._won)
        found |= {"forfeits": self.benchmark.games - len(self._recorded), "records": digest_of(self.folder / RECORDS)}
        return [name for name in COMPARED if self.results.get(name) != found[name]]


Seated = tuple[tuple[str, str], ...]  # names and bots by seat
DealtGame = tuple[str | None, Seated, str, int, tuple[tuple[int, ...], ...]]


def deal_of(record: Record) -> DealtGame:
    """What tells the games of a benchmark apart: the key of the cards, who sits where, and the table."""
    seated = tuple((seat.name, seat.player) for seat in record.seats)
    return record.seed, seated, record.edition, record.stock, record.teams


def numbers_by_deal(benchmark: Benchmark, bot: str) -> dict[DealtGame, int]:
    numbers: dict[DealtGame, int] = {}
    number = 0
    for condition in benchmark.conditions:
        table = condition.table
        keys, _dice = batch.seed_games(condition.deals, benchmark.seed(condition))
        seats = [
            tuple((entrant.label, entrant.name) for entrant in condition.meeting(bot).seats(rotation))
            for rotation in range(table.teams)
        ]
        for key in keys:
            for seated in seats:
                numbers[key.tobytes().hex(), seated, table.edition.id, table.stock, table.sides] = number
                number += 1
    return numbers


def check_opponents(benchmark: Benchmark, numbered: NumberedGame, bot: str, record: Record) -> None:
    """Raises `BadRecord` at the first move of an opponent that it would not have made."""
    condition = numbered.condition
    seats = condition.meeting(bot).seats(numbered.rotation)
    seed = benchmark.seed(condition)
    players = {seat: CompiledPlayer(entrant.name) for seat, entrant in enumerate(seats) if entrant.label != bot}
    randoms = {seat: own_random(seed, numbered.deal, seat) for seat in players}
    game = game_from_record(record)
    for place, text in enumerate(record.moves, 1):
        seat, move = game.turn, Move.parse(text)
        if seat in players:
            view = game.view(seat)
            chosen = players[seat].choose(view, view.legal_moves, randoms[seat])
            if chosen != move:
                why = _("Here {bot} plays {chosen}, not {move}.")
                raise BadRecord("benchmark", why.format(bot=seats[seat].name, chosen=chosen, move=text), move=place)
        game.play(move)
