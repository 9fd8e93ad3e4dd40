"""The state of a table, made by applying the entries of its log: the same entries always give the same state."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from skipbo.game.event import Drew, Exposed, Overdrew, Penalised, Shuffled, Talked, TurnBegan, Turned
from skipbo.game.game import Game
from skipbo.game.kitchen.act import TALK
from skipbo.game.match import Match
from skipbo.game.state import Checkpoint
from skipbo.game.table import FIRST_RULINGS, RULINGS, Table
from skipbo.protocol import events
from skipbo.protocol.events import RoomEventBase, TableEvent
from skipbo.protocol.fairness import SCHEME, commitment_to, key_of_game, secret_of_game
from skipbo.protocol.messages import FairPlay, OriginView, Phase, Proof
from skipbo.protocol.options import TableOptions
from skipbo.record import PERSON, Record, RecordedSeat, seats_with_bots, to_record
from skipbo.server.store import log
from skipbo.server.table.origin import ContinuedGame, continued_options
from skipbo.server.table.seat import SeatState
from skipbo.server.table.turn_clock import TurnClock

CHAT = 50  # the latest messages that a new connection gets
INTERVAL = 128  # moves between two checkpoints: an undo repeats fewer, which takes less than a millisecond
BEFORE_TABLE = 255  # the mover of moves that were made before the table went on with their game
REVEALING = (Drew, Turned, Shuffled, Overdrew, Exposed, Penalised)  # events that show, or move, a card nobody had seen
NO_CHANGE = (RoomEventBase, Talked)  # events that leave the cards as they are


@dataclass(slots=True)
class UndoRequest:
    seat: int
    moves: int
    waiting: set[int]  # the seats that have not answered yet


def table_of(options: TableOptions, *, stored: bool = False, rulings: int = RULINGS) -> Table:
    """Returns the table of the options; raises `Malformed` if it is impossible. A stored one may lack a draw pile."""
    return Table.of(
        options.edition,
        players=options.players,
        partners=options.partners,
        stock=options.stock,
        column=options.column,
        rulings=rulings,
        dealer=options.dealer,
        youngest=options.youngest,
        needs_draw_pile=not stored,
    )


def match_at(table: Table, options: TableOptions) -> Match:
    """Returns the match of a table; a single game is a match of one."""
    games = 1 if options.points is None and options.games is None else options.games
    return Match.at(table, points=options.points, games=games, referee=options.referee)


class TableState:
    def __init__(self, table: str, opened: log.Entry) -> None:
        event = opened.event
        assert isinstance(event, log.Opened)
        self.id = table
        self.options = event.options
        self.made_at = opened.at
        self.owner = opened.by  # a guest's id
        self.locked = False
        self.kicked: set[str] = set()
        self.seats = [SeatState(bot=bot) for bot in self._initial_bots()]
        self._continued = None if event.origin is None else ContinuedGame(event.origin)
        # Tables that went on with a game before `continued_options` existed have the options of its table
        options = event.options
        if self._continued is not None:
            options = continued_options(options, self._continued.record)
        self.match = match_at(table_of(options, stored=True, rulings=event.rulings), options)
        self.number = 0  # of the latest game
        self.game: Game | None = None
        self.entropy: list[str] = []  # of each seat, in the key of the game
        self.commitments: list[str] = []  # of each seat to its entropy
        self.showing_at = 0  # the version since which the seats show their entropy for the next game; 0 if they do not
        self.movers = bytearray()  # the seat that made each move of the game
        self.revealing = bytearray()  # whether each move showed a hidden card
        self._checkpoints: list[Checkpoint] = []  # of the game, the latest last
        self.undo: UndoRequest | None = None
        self.chat: deque[events.Said] = deque(maxlen=CHAT)
        self.version = 1
        self.played_at = 0  # the version at which the game last changed
        self.arranged_at = 1  # the version at which anything but the game last changed
        self.clock = None if event.options.clock is None else TurnClock(event.options.clock)
        self.hands: dict[str, int] = {}  # the seat whose hand each guest has seen in this game
        self._rulings = event.rulings
        self._secret = event.secret
        self._own_commitments: dict[int, str] = {}
        self._guests: tuple[str | None, ...] = ()

    def _initial_bots(self) -> list[str | None]:
        named = self.options.bots[: self.options.players]
        return [*named, *[None] * (self.options.players - len(named))]

    # Queries

    @property
    def phase(self) -> Phase:
        if self.game is None:
            return Phase.GATHERING
        return Phase.BETWEEN if self.game.is_over else Phase.PLAYING

    @property
    def playing(self) -> Game | None:
        return None if self.game is None or self.game.is_over else self.game

    def secret(self, number: int) -> bytes:
        """The server's secret for a game."""
        return secret_of_game(self._secret, number)

    def fair_play(self) -> FairPlay:
        """The commitment for the current game or, between games, for the next."""
        if self.playing:
            number, entropy, commitments = self.number, self.entropy, self.commitments
        else:
            number, (entropy, commitments) = self.number + 1, self._shuffle_parts()
        if number not in self._own_commitments:
            self._own_commitments = {number: commitment_to(self.secret(number))}
        return FairPlay(
            game=number,
            commitment=self._own_commitments[number],
            entropy=list(entropy),
            commitments=list(commitments),
            showing=self.showing_at > 0,
        )

    def _shuffle_parts(self) -> tuple[list[str], list[str]]:
        """The entropy of each seat for the next game, and its commitment to it."""
        return [seat.entropy for seat in self.seats], [seat.commitment for seat in self.seats]

    @property
    def owner_seat(self) -> int | None:
        return self.seat_of(self.owner)

    def seat_of(self, guest: str) -> int | None:
        for number, seat in enumerate(self.seats):
            if seat.guest == guest:
                return number
        return None

    @property
    def guests(self) -> tuple[str | None, ...]:
        """The guest at each seat: one tuple as long as nobody sits down or leaves, because histories keep many."""
        guests = tuple([seat.guest for seat in self.seats])
        if guests != self._guests:
            self._guests = guests
        return self._guests

    def is_open(self, number: int) -> bool:
        """Whether somebody may sit down here now."""
        seat = self.seats[number]
        return seat.free or seat.vacated

    def acting_seat(self) -> int | None:
        """The seat that the game waits for."""
        return None if self.playing is None else self.playing.acting

    def moves_to_undo(self, seat: int) -> int:
        """Returns the number of moves that a seat undoes to make its last move again; 0 if it has made none."""
        last = self.movers.rfind(seat)
        return 0 if last < 0 else len(self.movers) - last

    def undo_needs(self, seat: int) -> list[int] | None:
        """The seats that must agree before a seat undoes its last move; None if it has made none."""
        moves = 0 if self.playing is None else self.moves_to_undo(seat)
        return self._seats_to_ask(seat, moves, self.can_be_called(seat)) if moves else None

    def can_be_called(self, seat: int) -> bool:
        """Whether a mistake of a seat stands that others may still call; it cannot be undone without their consent."""
        return self.game is not None and self.game.can_be_called(seat)

    def record(self) -> Record:
        assert self.game is not None
        return to_record(
            self.game,
            [RecordedSeat(name, seat.bot or PERSON) for name, seat in zip(self.names, self.seats, strict=True)],
        )

    @property
    def names(self) -> list[str]:
        """The name of each seat. It is not stored: nodes and logs of every version have the same."""
        unnamed = seats_with_bots([PERSON if seat.bot is None else seat.bot for seat in self.seats])
        return [seat.name or without.name for seat, without in zip(self.seats, unnamed, strict=True)]

    @property
    def origin(self) -> OriginView | None:
        """The finished game that the first game goes on with."""
        if self._continued is None or self.number > 1:
            return None
        record = self._continued.record
        return OriginView(moves=len(record.moves), names=[seat.name for seat in record.seats])

    def proof(self) -> Proof | None:
        """The proof that nobody chose the cards; a game that goes on with another has none."""
        if self._continued is not None and self.number == 1:
            return None
        secret = self.secret(self.number)
        return Proof(scheme=SCHEME, secret=secret.hex(), commitment=commitment_to(secret), entropy=list(self.entropy))

    # Entries of the log

    def apply(self, entry: log.Entry) -> list[TableEvent]:
        """Applies the next entry and returns its events. Raises for an illegal move, which changes nothing."""
        assert entry.version == self.version + 1, "the log has a gap"
        pending = self.undo
        happened = self._apply(entry)
        self.version = entry.version
        if pending is not None or not isinstance(entry.event, log.Moved) or self.playing is None:
            self.arranged_at = entry.version
        if self.playing is None:
            happened += self._prepare_game()
        happened += self._settle_undo()
        if any(isinstance(each, events.Undone) or not isinstance(each, NO_CHANGE) for each in happened):
            self.played_at = entry.version
        self._watch_turn(entry.at, happened)
        return happened

    def _watch_turn(self, now: int, happened: list[TableEvent]) -> None:
        if self.game is None or self.clock is None:
            return
        turn_began = any(isinstance(each, TurnBegan) for each in happened)
        if turn_began:
            for seat in self.seats:
                seat.out_of_time = False
        self.clock.watch(now, self.game, turn_began=turn_began)

    def _apply(self, entry: log.Entry) -> list[TableEvent]:
        event = entry.event
        match event:
            case log.Moved():
                return self._move(event.seat, event.move)
            case log.SeatTaken():
                return self._sit(entry.by, event)
            case log.SeatLeft():
                return self._leave(event)
            case log.BotSeated():
                self.seats[event.seat] = SeatState(bot=event.bot)
                return [events.BotSat(event.seat, event.bot)]
            case log.ReadySet():
                seat = self.seats[event.seat]
                seat.ready, seat.commitment, seat.entropy = event.ready, event.commitment, event.entropy
                return [events.Readied(event.seat, event.ready)]
            case log.EntropyShown():
                self.seats[event.seat].entropy = event.entropy
                return []  # the table shows it
            case log.EntropyWithheld():
                self._discard_commitments()
                return [events.Withheld(seat) for seat in event.seats]
            case log.GameStarted():
                return self._start()
            case log.UndoRequested():
                moves = self.moves_to_undo(event.seat)
                self.undo = UndoRequest(event.seat, moves, set(self._seats_to_ask(event.seat, moves, event.consent)))
                return [events.UndoAsked(event.seat, moves)]
            case log.UndoVoted():
                assert self.undo is not None
                self.undo.waiting.discard(event.seat)
                if not event.agree:
                    self.undo = None
                return [events.UndoAnswered(event.seat, event.agree)]
            case log.BotSubstituted():
                self.seats[event.seat].bot = self.options.substitute
                self.seats[event.seat].out_of_time = event.why == log.CLOCK
                self.seats[event.seat].missed = event.why == log.ABSENCE
                return [events.Substituted(event.seat, self.options.substitute, event.why)]
            case log.SeatReclaimed():
                self.seats[event.seat].bot = None
                self.seats[event.seat].missed = False
                return [events.CameBack(event.seat)]
            case log.LockSet():
                self.locked = event.on
                return [events.Locked(event.on)]
            case log.ChatSent():
                said = events.Said(event.seat, event.text)
                self.chat.append(said)
                return [said, *self._talk(event.seat)]
            case log.Muted():
                muted = self.seats[event.by].muted
                (muted.add if event.on else muted.discard)(event.seat)
                return []  # only the player who mutes knows
            case log.Opened():
                raise AssertionError("a table is opened once")

    def _sit(self, guest: str, event: log.SeatTaken) -> list[TableEvent]:
        late = self.seats[event.seat].out_of_time
        bot = self.seats[event.seat].bot if late else None  # it finishes the turn, whoever sits here
        self.seats[event.seat] = SeatState(guest=guest, name=event.name, bot=bot, out_of_time=late)
        if self.playing is not None:
            self.hands[guest] = event.seat
        for seat in self.seats:
            seat.muted.discard(event.seat)  # the player before was muted
        return [events.Sat(event.seat, event.name)]

    def _leave(self, event: log.SeatLeft) -> list[TableEvent]:
        seat = self.seats[event.seat]
        guest = seat.guest
        assert guest is not None
        if event.kicked:
            self.kicked.add(guest)
        if self.playing:
            bot = seat.bot or self.options.substitute
            self.seats[event.seat] = SeatState(bot=bot, vacated=True, out_of_time=seat.out_of_time)
        else:
            self.seats[event.seat] = SeatState()
        if guest == self.owner:
            self.owner = next((other.guest for other in self.seats if other.guest is not None), self.owner)
        happened: list[TableEvent] = [events.Left(event.seat, event.kicked)]
        if self.showing_at:
            self._discard_commitments()
            happened.append(events.Withheld(event.seat))
        return happened

    def _start(self) -> list[TableEvent]:
        happened: list[TableEvent] = [events.Started()]
        for number, seat in enumerate(self.seats):
            if seat.free:
                self.seats[number] = SeatState(bot=self.options.substitute)
                happened.append(events.BotSat(number, self.options.substitute))
            elif seat.guest == self.owner:
                seat.ready = True
        return happened

    def _prepare_game(self) -> list[TableEvent]:
        """Begins the game when everybody is ready, and every seat that has committed to entropy has shown it."""
        if not self.showing_at:
            if not self._everybody_is_ready():
                return []
            if self._next_is_shuffled and any(seat.commitment for seat in self.seats):
                self.showing_at = self.version
        if self.showing_at and any(seat.must_show for seat in self.seats):
            return []
        self.showing_at = 0
        return self._begin()

    def _discard_commitments(self) -> None:
        """Nobody may choose entropy who knows that of others: it is shown, so all seats commit to new entropy."""
        self.showing_at = 0
        for seat in self.seats:
            if seat.commitment:
                seat.forget_ready()

    @property
    def _next_is_shuffled(self) -> bool:
        """Whether the cards of the next game follow from entropy, and not from the game that the table goes on with."""
        return self._continued is None or self.number > 0

    def _everybody_is_ready(self) -> bool:
        people = [seat for seat in self.seats if seat.person_plays]
        return bool(people) and not any(seat.free for seat in self.seats) and all(seat.ready for seat in people)

    def _begin(self) -> list[TableEvent]:
        self.number += 1
        self.entropy, self.commitments = self._shuffle_parts()
        if self.match.is_over:
            self.match = self.match.again()
        self.match.forget()
        self.game, dealt = self._deal()
        self._checkpoints = [self.game.checkpoint()]
        self.movers = bytearray([BEFORE_TABLE] * len(self.game.moves))
        self.revealing = bytearray([True] * len(self.game.moves))
        self.undo = None
        if self.clock is not None:
            self.clock.begin_game()
        self.hands = {seat.guest: number for number, seat in enumerate(self.seats) if seat.guest is not None}
        for seat in self.seats:
            seat.forget_ready()
        return dealt

    def _deal(self) -> tuple[Game, list[TableEvent]]:
        """Deals the current game, or goes on with another; returns it with its events, which it has forgotten."""
        if self._continued is not None and self.number == 1:
            game, happened = self._continued.take()
            return game, list(happened)
        game = self.match.next_game(key_of_game(self.secret(self.number), self.entropy))
        dealt: list[TableEvent] = list(game.events)
        game.forget()
        return game, dealt

    def prepare(self) -> Iterable[None]:
        """Replays the game that the first one goes on with. It may take long, but each step is short."""
        return () if self._continued is None else self._continued.prepare()

    def _move(self, seat: int, move: str) -> list[TableEvent]:
        assert self.game is not None
        happened: list[TableEvent] = list(self.game.play(move, seat=seat))
        self.game.forget()  # saves memory; an undo goes back to a checkpoint instead
        if len(self.game.moves) % INTERVAL == 0:
            self._checkpoints.append(self.game.checkpoint())
        self.movers.append(seat)
        self.revealing.append(any(isinstance(event, REVEALING) for event in happened))
        self.undo = None
        if self.game.is_over:
            self.match.count(self.game)
        return happened

    def _talk(self, seat: int) -> list[TableEvent]:
        """Talk is an act at a kitchen table with partners, because it can be called."""
        game = self.playing
        return [] if game is None or TALK not in game.legal_acts(seat) else self._move(seat, TALK)

    def _seats_to_ask(self, seat: int, moves: int, consent: bool) -> list[int]:
        if moves == 1 and not self.revealing[-1] and not consent:
            return []
        side = self.match.table.side_of(seat)
        return [number for number, other in enumerate(self.seats) if number not in side and other.person_plays]

    def _settle_undo(self) -> list[TableEvent]:
        """Undoes the moves as soon as nobody is left who must still agree."""
        request = self.undo
        if request is None:
            return []
        gone = {seat for seat in request.waiting if not self.seats[seat].person_plays}
        if gone and self._rulings > FIRST_RULINGS:  # before, whoever dropped out had agreed
            self.undo = None
            return [events.UndoAnswered(seat, agree=False) for seat in sorted(gone)]
        request.waiting -= gone
        if request.waiting:
            return []
        assert self.game is not None
        kept = len(self.game.moves) - request.moves
        while self._checkpoints[-1].moves > kept:
            self._checkpoints.pop()
        self.game.rewind(kept, self._checkpoints[-1])
        del self.movers[-request.moves :], self.revealing[-request.moves :]
        self.undo = None
        return [events.Undone(request.seat, request.moves)]
