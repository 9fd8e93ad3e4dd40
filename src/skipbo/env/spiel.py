"""OpenSpiel: a game of `pyspiel` with explicit chances, for two to six players.

>>> import pyspiel, skipbo.env
>>> game = pyspiel.load_game("python_skipbo(players=4,partners=True,stock=10)")
>>> game.num_players(), game.num_distinct_actions()
(4, 145)

Who deals, every card that is turned over and every card that is drawn is a chance of its own, with its true
probability, so that a search looks through chances and never at a hidden card.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import DEFAULT
from skipbo.env.interface import DEPTH, Interface
from skipbo.env.packages import missing
from skipbo.errors import Malformed
from skipbo.game.card import Card
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import plain
from skipbo.kernel.doors import unfolding
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import DISCARDS, NO_RANK, SEATS
from skipbo.kernel.unfolding import DRAWN_CARD, GAME_OVER, NOTHING, OF_LAST_PACK, OUTCOMES, THE_DEALER

try:
    import pyspiel
except ImportError as why:
    raise missing("OpenSpiel", why) from None

NAME = "python_skipbo"
BY_THE_SHEET = 0  # instead of a number of stock cards
HAND = "hand"
PRIVATE = (HAND, "unseen")  # fields that depend on the hand
SPECTATOR = -1  # who has no hand
TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
MOST_MOVES = 20_000  # by default; of a million games between bots the longest had a tenth of this

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Skip-Bo",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,  # it would have to hold all that happened
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "edition": DEFAULT,
        "players": 2,
        "partners": False,
        "stock": BY_THE_SHEET,
        "depth": DEPTH,
        "max_moves": MOST_MOVES,
    },
)


class SkipBoGame(pyspiel.Game):  # type: ignore[misc]
    """The table. A game that is not over after `max_moves` moves ends without a winner."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        named = dict(params or {})
        chosen = {**GAME_TYPE.parameter_specification, **named}
        self.max_moves = chosen["max_moves"]
        self.interface = Interface.of(
            chosen["edition"],
            players=chosen["players"],
            partners=chosen["partners"],
            stock=chosen["stock"] or None,
            depth=chosen["depth"],
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.interface.actions,
            max_chance_outcomes=self.interface.outcomes,
            num_players=self.interface.table.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_moves,
        )
        if "edition" in named:  # in full: written into the name of a game, “1967” would be read back as a number
            named["edition"] = self.interface.table.edition.id
        super().__init__(GAME_TYPE, info, named)

    def new_initial_state(self) -> "SkipBoState":
        return SkipBoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SkipBoObserver":
        return SkipBoObserver(self.interface, iig_obs_type, params)


class SkipBoState(pyspiel.State):  # type: ignore[misc]
    """A game on its way. OpenSpiel copies every attribute when it clones a state."""

    def __init__(self, game: SkipBoGame) -> None:
        super().__init__(game)
        self.interface, self._moves_left = game.interface, game.max_moves
        self.states = self.interface.table.states()
        self.log = b""  # all that has happened, three bytes each: what decided, the seat in turn, the action
        unfolding.lay_unknown(self.states)
        self._go_on()

    def _go_on(self) -> None:
        """Finds out who or what decides next, because OpenSpiel asks for that several times."""
        self._decider = self.interface.doors.unfold(self.states)
        self._turn = int(self.states["turn"][0])
        if self._decider == GAME_OVER or self._moves_left == 0:
            self._player = TERMINAL
        else:
            self._player = CHANCE if self._decider < NOTHING else self._turn

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    # OpenSpiel has these two in C++, which come back here for their answers: that takes longer than the game itself

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is not None:
            actions: list[int] = super().legal_actions(player)
            return actions
        if self._player == CHANCE:
            return [outcome for outcome, _share in self.chance_outcomes()]
        return [] if self._player == TERMINAL else self._legal_actions(self._player)

    def _legal_actions(self, player: int) -> list[int]:
        allowed = np.empty(self.interface.actions, np.int8)
        self.interface.doors.allow(self.states, player, allowed)
        actions: list[int] = allowed.nonzero()[0].tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = np.empty(OUTCOMES, np.int64)
        total = self.interface.doors.weigh(self.states, self._decider, weights)
        likely: list[int] = weights[: self.interface.outcomes].tolist()
        return [(outcome, weight / total) for outcome, weight in enumerate(likely) if weight]

    def _apply_action(self, action: int) -> None:
        decider, doors = self._decider, self.interface.doors
        if decider < NOTHING:
            doors.decide(self.states, decider, action)
        elif doors.act_unfolding(self.states, action):
            self._moves_left -= 1
        else:
            raise Malformed("action", _("{action} is not a legal action here.").format(action=action))
        self.log += bytes((decider, self._turn, action))  # which clones share; one of a `bytearray` takes longer
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        decider = NOTHING if player >= 0 else self._decider
        return self._described(decider, player, action)

    def _described(self, decider: int, seat: int, action: int) -> str:
        if decider == NOTHING:
            return str(self.interface.move(action, seat))
        if decider == THE_DEALER:
            return f"dealer {action}"
        card = f"{Card(action % OF_LAST_PACK)}{' of the last pack' if action >= OF_LAST_PACK else ''}"
        return f"draws {card}" if decider == DRAWN_CARD else f"stock {decider} {card}"

    def history_of(self, viewer: int) -> str:
        """All that a player, or a spectator, has seen happen: a card that is drawn is seen by the player alone."""
        happened = zip(self.log[::3], self.log[1::3], self.log[2::3], strict=True)
        texts = []
        for decider, seat, action in happened:
            if decider == DRAWN_CARD:
                texts.append(f"{seat}+{Card(action % OF_LAST_PACK) if seat == viewer else '?'}")
            elif decider == NOTHING:
                texts.append(f"{seat}:{self._described(decider, seat, action)}")
            else:
                texts.append(self._described(decider, seat, action))
        return " ".join(texts)

    def returns(self) -> list[float]:
        state = self.states[0]
        return [float(plain(payoff)(state, seat)) for seat in range(self.interface.table.players)]

    def observe(self, player: int) -> np.record:
        """What a player may see, as a record with named fields."""
        _rows, records = self.interface.new_rows(1)
        self.interface.doors.look(self.states, player, records, np.empty(self.interface.actions, np.int8))
        record: np.record = records[0]
        return record

    def __str__(self) -> str:
        """The table with all hands."""
        hands = [f"hand {seat}: {_hand(self.observe(seat))}" for seat in range(self.interface.table.players)]
        return "\n".join([_table(self.observe(0)), *hands])


class SkipBoObserver:
    """Looks at states for a player, for somebody who sees only what is public, or only at the player's own hand.

    `tensor` has the numbers of an observation, `dict` its fields by name. With perfect recall there are only words:
    they say all that has happened.
    """

    def __init__(self, interface: Interface, kind: Any, params: Any) -> None:
        if params:
            raise Malformed("params", _("An observer of this game has no parameters."))
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise Malformed("params", _("No observer of this game sees the hands of all players."))
        self._own, self._public = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER, kind.public_info
        self._with_history = kind.perfect_recall
        self._places = np.zeros(0, np.int64)  # of the tensor's numbers in an observation
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not self._with_history:
            self._lay_out(interface.observation)

    def _lay_out(self, layout: np.dtype[np.void]) -> None:
        places: list[int] = []
        begins = {}
        for name, (kind, offset, *_title) in (layout.fields or {}).items():
            if self._sees(name):
                begins[name] = len(places)
                places += range(offset, offset + kind.itemsize)
        self._places = np.array(places, np.int64)
        self.tensor = np.zeros(len(places), np.float32)
        for name, begin in begins.items():
            kind = layout[name]
            self.dict[name] = self.tensor[begin : begin + kind.itemsize].reshape(kind.shape or (1,))

    def _sees(self, field: str) -> bool:
        """Whether a field is for this observer: what a player has not seen depends on the hand and on the table."""
        return (self._own or field not in PRIVATE) and (self._public or field == HAND)

    def set_from(self, state: SkipBoState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = np.frombuffer(state.observe(player).tobytes(), np.uint8)[self._places]

    def string_from(self, state: SkipBoState, player: int) -> str:
        seen, lines = state.observe(player), [f"player {player}"]
        if self._public:
            lines.append(_table(seen))
        if self._own:
            lines.append(f"hand: {_hand(seen)}")
        if self._with_history and self._public:
            lines.append(state.history_of(player if self._own else SPECTATOR))
        return "\n".join(lines)


def _cards(ranks: Any) -> str:
    return " ".join(str(Card(rank)) for rank in ranks if rank != NO_RANK) or "-"


def _hand(seen: np.record) -> str:
    return _cards(rank for rank, count in enumerate(seen.hand.tolist()) for _copy in range(count))


def _table(seen: np.record) -> str:
    """What everybody sees, in words; the seats from the viewer on, discard piles from their tops down."""
    lines = [
        f"in turn +{seen.turn}, passes {seen.passes}, building {' '.join(map(str, seen.building.tolist()))}, "
        f"draw {seen.draw_count}, spent {seen.spent_count}"
    ]
    for seat in range(seen.players):
        piles = [_cards(seen.discards[seat, number].tolist()) for number in range(DISCARDS)]
        top = _cards([int(seen.stock_top[seat])])
        lines.append(
            f"+{seat}: hand of {seen.hand_count[seat]}, stock {top} of {seen.stock_count[seat]}, "
            f"discards {' | '.join(piles)}"
        )
    return "\n".join(lines)


pyspiel.register_game(GAME_TYPE, SkipBoGame)
