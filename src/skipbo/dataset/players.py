"""Players of the games of a shard: by the thousand in compiled code, or move by move under a referee.

Both deal the same games of a seed. Only the referee can seat a bot that thinks for long, or one in a process.
"""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from skipbo import batch
from skipbo.arena.referee import PlayedGame
from skipbo.batch import decision_loops
from skipbo.batch.simulation import MOST_MOVES
from skipbo.bots.bot import find_bots
from skipbo.bots.ladder import workspaces_for
from skipbo.dataset.plan import DatasetPlan
from skipbo.dataset.tables import PlayedGames, deck_width, packed_width
from skipbo.errors import SkipboError
from skipbo.i18n import translate as _
from skipbo.kernel.actions import action_of_move
from skipbo.kernel.compiler import plain
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import new_states

ROOM = 1 << 24  # bytes of observations and masks that a row group may have: it bounds the memory of a core
MOST_GAMES = 4096  # of a row group


class ShardPlayer(Protocol):
    def play(self, numbers: range, note: Callable[[int], None]) -> PlayedGames:
        """Plays the first of these games: a row group, at least one. `note` is called with games as they are done."""

    def close(self) -> None:
        """Ends the processes of bots."""


def player_of(plan: DatasetPlan) -> ShardPlayer:
    return RefereedPlayer(plan) if plan.needs_referee else BatchPlayer(plan)


class BatchPlayer:
    """Plays in arrays that it uses again and again."""

    def __init__(self, plan: DatasetPlan) -> None:
        self._plan, self._table = plan, plan.table.states()
        self._bots, self._seed = find_bots(plan.bots, plan.table), batch.seed_words(plan.seed)
        self._workspaces = workspaces_for(self._bots)
        self._states, self._dice = plan.table.states(), batch.new_dice()
        width = plan.interface.width + packed_width(plan)
        room, games = max(2 * MOST_MOVES, ROOM // width), min(MOST_GAMES, plan.shard)
        self._rows, self._records = plan.interface.new_rows(room)
        self._legal = np.zeros((room, packed_width(plan)), np.uint8)
        self._seats, self._actions = np.zeros(room, np.uint8), np.zeros(room, np.uint8)
        self._payoffs = np.zeros(room, np.float32)
        self._decks, self._dealt = np.zeros((games, deck_width(plan)), np.uint8), new_states(games)
        self._results = batch.new_results(games)
        self.play(range(1), lambda _games: None)  # compiles, if needed, before a clock runs

    def play(self, numbers: range, note: Callable[[int], None]) -> PlayedGames:
        wanted = min(len(numbers), self._results.size)
        games, rows = decision_loops.play_decisions(
            self._states,
            self._dice,
            self._table,
            self._seed,
            numbers.start,
            self._bots,
            self._workspaces,
            MOST_MOVES,
            self._decks,
            self._dealt,
            self._results[:wanted],
            self._records,
            self._legal,
            self._seats,
            self._actions,
            self._payoffs,
        )
        note(games)
        return PlayedGames(
            numbers.start,
            self._dealt[:games],
            self._decks[:games],
            self._results[:games],
            self._rows[:rows],
            self._legal[:rows],
            self._seats[:rows],
            self._actions[:rows],
            self._payoffs[:rows],
        )

    def close(self) -> None:
        pass


class RefereedPlayer:
    """Plays with bots of any kind, and looks at every decision afterwards."""

    def __init__(self, plan: DatasetPlan) -> None:
        self._plan, self._referee = plan, plan.new_referee()

    def play(self, numbers: range, note: Callable[[int], None]) -> PlayedGames:
        width = self._plan.interface.width + packed_width(self._plan)
        games, rows = list[PlayedGames](), 0
        for number in numbers[: min(MOST_GAMES, self._plan.shard)]:
            games.append(self._look_at(number, self._play(number)))
            note(1)
            rows += games[-1].actions.size
            if rows * width >= ROOM:
                break
        return PlayedGames.of(games)

    def _play(self, number: int) -> PlayedGame:
        """Raises `SkipboError` if a bot fails, because a game that was forfeited says nothing about decisions."""
        played = self._referee.play(self._plan.seed, number)
        if played.forfeit is not None:
            raise SkipboError(
                "bots",
                _("“{bot}” failed in game {number}: {why}").format(
                    bot=self._referee.names[played.forfeit.seat], number=number, why=played.forfeit.why
                ),
            )
        return played

    def _look_at(self, number: int, played: PlayedGame) -> PlayedGames:
        interface, state, count = self._plan.interface, played.dealt.copy(), played.codes.size
        deck = np.zeros(deck_width(self._plan), np.uint8)
        plain(decision_loops.write_deck)(state[0], deck)
        rows, records = interface.new_rows(count)
        allowed = np.zeros((count, interface.actions), np.int8)
        seats, actions = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
        for place, code in enumerate(played.codes.tolist()):
            seats[place] = state["turn"][0]
            actions[place] = plain(action_of_move)(state[0], code)
            interface.doors.look(state, int(seats[place]), records[place : place + 1], allowed[place])
            interface.doors.act(state, int(actions[place]))
        payoffs = [plain(payoff)(state[0], seat) for seat in range(self._plan.table.players)]
        return PlayedGames(
            number,
            played.dealt,
            deck[None],
            played.result,
            rows,
            np.packbits(allowed, axis=1, bitorder="little"),
            seats,
            actions,
            np.array(payoffs, np.float32)[seats],
        )

    def close(self) -> None:
        self._referee.close()
