"""The state of a table: the fold of its log. No clock, no chance, no input: the same entries give the same table."""

from collections import deque
from dataclasses import dataclass, field

from skipbo.game.event import Drew, Exposed, Overdrew, Penalised, Shuffled, Talked, TurnBegan, Turned
from skipbo.game.game import Game
from skipbo.game.kitchen.act import TALK
from skipbo.game.match import Match
from skipbo.protocol import events
from skipbo.protocol.events import RoomEventBase, TableEvent
from skipbo.protocol.fairness import SCHEME, commitment_to, key_of_game, secret_of_game
from skipbo.protocol.messages import FairPlay, OriginView, Phase, Proof
from skipbo.protocol.options import TableOptions
from skipbo.record import PERSON, Record, RecordedSeat, default_seats, record_from_line, resume, to_record
from skipbo.server.store import log

CHAT = 50  # how much of what was said is shown to who comes
NOBODY = 255  # who made the moves that a table goes on from
REVEALING = (Drew, Turned, Shuffled, Overdrew, Exposed, Penalised)  # events that show, or move, a card nobody had seen
ASIDE = (RoomEventBase, Talked)  # what is no part of the game
TURNING = (TurnBegan, events.Undone, events.CameBack)  # after what the time of a turn begins


@dataclass(slots=True)
class Seat:
    """Free; or a person's; or a bot's; or a person's for whom a bot plays."""

    guest: str | None = None
    name: str | None = None
    bot: str | None = None
    ready: bool = False
    entropy: str = ""
    vacated: bool = False  # somebody left it in the middle of a game
    muted: set[int] = field(default_factory=set)

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def person_plays(self) -> bool:
        return self.guest is not None and self.bot is None


@dataclass(slots=True)
class UndoWish:
    seat: int
    moves: int
    waiting: set[int]


def match_of(options: TableOptions) -> Match:
    """Single games are matches of one. Raises `Malformed` for a table that the sheet does not allow."""
    games = 1 if options.points is None and options.games is None else options.games
    return Match(
        options.edition,
        players=options.players,
        partners=options.partners,
        stock=options.stock,
        points=options.points,
        games=games,
        referee=options.referee,
    )


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
        self.seats = [Seat(bot=bot) for bot in self._bots_at_first()]
        self.match = match_of(event.options)
        self.number = 0  # how many games were dealt
        self.game: Game | None = None
        self.added: list[str] = []  # the entropy that went into the game's key
        self.movers = bytearray()  # who made each move of the game
        self.revealing = bytearray()  # whether each move showed a hidden card
        self.undo: UndoWish | None = None
        self.chat: deque[events.Said] = deque(maxlen=CHAT)
        self.version = 1
        self.played_at = 0  # the version at which the game last changed
        self.arranged_at = 1  # the version at which anything but the game last changed
        self.turn_at = 0  # when the turn, or the game, began
        self._secret = event.secret
        self._commitments: dict[int, str] = {}
        self._origin = None if event.origin is None else record_from_line(event.origin.record)

    def _bots_at_first(self) -> list[str | None]:
        named = self.options.bots[: self.options.players]
        return [*named, *[None] * (self.options.players - len(named))]

    # What others ask

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
        """What is promised about the game that goes on or, between games, about the next."""
        if self.playing:
            number, entropy = self.number, self.added
        else:
            number, entropy = self.number + 1, [seat.entropy for seat in self.seats]
        if number not in self._commitments:
            self._commitments = {number: commitment_to(self.secret(number))}
        return FairPlay(game=number, commitment=self._commitments[number], entropy=list(entropy))

    @property
    def owner_seat(self) -> int | None:
        return self.seat_of(self.owner)

    def seat_of(self, guest: str) -> int | None:
        for number, seat in enumerate(self.seats):
            if seat.guest == guest:
                return number
        return None

    def may_be_taken(self, number: int) -> bool:
        seat = self.seats[number]
        return seat.free or seat.vacated

    def acting_seat(self) -> int | None:
        """The seat that the game waits for."""
        return None if self.playing is None else self.playing.acting

    def moves_back(self, seat: int) -> int:
        """How many moves must be taken back for a seat to make its last one again; 0 if it has made none."""
        last = self.movers.rfind(seat)
        return 0 if last < 0 else len(self.movers) - last

    def who_must_agree(self, seat: int) -> list[int] | None:
        """Who would be asked before the last move of a seat is taken back; None if it has made none."""
        back = 0 if self.playing is None else self.moves_back(seat)
        return self._asked_to_agree(seat, back, self.can_be_called(seat)) if back else None

    def can_be_called(self, seat: int) -> bool:
        """Whether a mistake of a seat stands that others may still call: it is not to vanish before they do."""
        return self.game is not None and self.game.can_be_called(seat)

    def record(self) -> Record:
        assert self.game is not None
        names = default_seats(len(self.seats))
        return to_record(
            self.game,
            [
                RecordedSeat(seat.name or default.name, seat.bot or PERSON)
                for seat, default in zip(self.seats, names, strict=True)
            ],
        )

    @property
    def origin(self) -> OriginView | None:
        """What the first game goes on with."""
        if self._origin is None or self.number > 1:
            return None
        return OriginView(moves=len(self._origin.moves), names=[seat.name for seat in self._origin.seats])

    def proof(self) -> Proof | None:
        """What shows that nobody chose the cards; a game that goes on from another has none."""
        if self._origin is not None and self.number == 1:
            return None
        secret = self.secret(self.number)
        return Proof(scheme=SCHEME, secret=secret.hex(), commitment=commitment_to(secret), entropy=list(self.added))

    # The fold

    def apply(self, entry: log.Entry) -> list[TableEvent]:
        """Takes the next entry; answers what happened. A move that the rules refuse raises and changes nothing."""
        assert entry.version == self.version + 1, "the log has a gap"
        wish = self.undo
        happened = self._apply(entry)
        self.version = entry.version
        if wish is not None or not isinstance(entry.event, log.Moved) or self.playing is None:
            self.arranged_at = entry.version
        if self._may_begin():
            happened += self._begin()
        happened += self._settle_undo()
        if any(isinstance(each, events.Undone) or not isinstance(each, ASIDE) for each in happened):
            self.played_at = entry.version
        if any(isinstance(each, TURNING) for each in happened):
            self.turn_at = entry.at
        return happened

    def _apply(self, entry: log.Entry) -> list[TableEvent]:
        event = entry.event
        match event:
            case log.Moved():
                return self._move(event.seat, event.move)
            case log.Sat():
                return self._sit(entry.by, event)
            case log.Left():
                return self._leave(event)
            case log.BotSat():
                self.seats[event.seat] = Seat(bot=event.bot)
                return [events.BotSat(event.seat, event.bot)]
            case log.Readied():
                seat = self.seats[event.seat]
                seat.ready, seat.entropy = event.ready, event.entropy
                return [events.Readied(event.seat, event.ready)]
            case log.Started():
                return self._start()
            case log.UndoAsked():
                moves = self.moves_back(event.seat)
                self.undo = UndoWish(event.seat, moves, set(self._asked_to_agree(event.seat, moves, event.consent)))
                return [events.UndoAsked(event.seat, moves)]
            case log.UndoAnswered():
                assert self.undo is not None
                self.undo.waiting.discard(event.seat)
                if not event.agree:
                    self.undo = None
                return [events.UndoAnswered(event.seat, event.agree)]
            case log.Substituted():
                self.seats[event.seat].bot = self.options.substitute
                return [events.Substituted(event.seat, self.options.substitute, event.why)]
            case log.CameBack():
                self.seats[event.seat].bot = None
                return [events.CameBack(event.seat)]
            case log.Locked():
                self.locked = event.on
                return [events.Locked(event.on)]
            case log.Said():
                said = events.Said(event.seat, event.text)
                self.chat.append(said)
                return [said, *self._talk(event.seat)]
            case log.Muted():
                muted = self.seats[event.by].muted
                (muted.add if event.on else muted.discard)(event.seat)
                return []  # nobody else is told
            case log.Opened():
                raise AssertionError("a table is opened once")

    def _sit(self, guest: str, event: log.Sat) -> list[TableEvent]:
        self.seats[event.seat] = Seat(guest=guest, name=event.name)
        for seat in self.seats:
            seat.muted.discard(event.seat)  # it was somebody else who was muted
        return [events.Sat(event.seat, event.name)]

    def _leave(self, event: log.Left) -> list[TableEvent]:
        seat = self.seats[event.seat]
        guest = seat.guest
        assert guest is not None
        if event.kicked:
            self.kicked.add(guest)
        if self.playing:
            self.seats[event.seat] = Seat(bot=seat.bot or self.options.substitute, vacated=True)
        else:
            self.seats[event.seat] = Seat()
        if guest == self.owner:
            self.owner = next((other.guest for other in self.seats if other.guest is not None), self.owner)
        return [events.Left(event.seat, event.kicked)]

    def _start(self) -> list[TableEvent]:
        happened: list[TableEvent] = [events.Started()]
        for number, seat in enumerate(self.seats):
            if seat.free:
                self.seats[number] = Seat(bot=self.options.substitute)
                happened.append(events.BotSat(number, self.options.substitute))
            elif seat.guest == self.owner:
                seat.ready = True
        return happened

    def _may_begin(self) -> bool:
        if self.playing is not None:
            return False
        people = [seat for seat in self.seats if seat.person_plays]
        return bool(people) and not any(seat.free for seat in self.seats) and all(seat.ready for seat in people)

    def _begin(self) -> list[TableEvent]:
        self.number += 1
        self.added = [seat.entropy for seat in self.seats]
        if self.match.is_over:
            self.match = self.match.again()
        self.match.forget()
        self.game = self._deal()
        dealt: list[TableEvent] = list(self.game.events)
        self.game.forget()
        self.movers = bytearray([NOBODY] * len(self.game.moves))
        self.revealing = bytearray([True] * len(self.game.moves))
        self.undo = None
        for seat in self.seats:
            seat.ready, seat.entropy = False, ""
        return dealt

    def _deal(self) -> Game:
        """The current game as it began, the same whenever it is asked for."""
        if self._origin is not None and self.number == 1:
            return resume(self._origin)
        return self.match.next_game(key_of_game(self.secret(self.number), self.added))

    def _move(self, seat: int, move: str) -> list[TableEvent]:
        assert self.game is not None
        happened: list[TableEvent] = list(self.game.play(move, seat=seat))
        self.game.forget()  # a table has many games to remember; taking back is done by playing again
        self.movers.append(seat)
        self.revealing.append(any(isinstance(event, REVEALING) for event in happened))
        self.undo = None
        if self.game.is_over:
            self.match.count(self.game)
        return happened

    def _talk(self, seat: int) -> list[TableEvent]:
        """At a kitchen table the game is told when partners talk: they can be called for it."""
        game = self.playing
        return [] if game is None or TALK not in game.legal_acts(seat) else self._move(seat, TALK)

    def _asked_to_agree(self, seat: int, moves: int, consent: bool) -> list[int]:
        if moves == 1 and not self.revealing[-1] and not consent:
            return []
        side = self.match.table.side_of(seat)
        return [number for number, other in enumerate(self.seats) if number not in side and other.person_plays]

    def _settle_undo(self) -> list[TableEvent]:
        """Takes the moves back when everybody has agreed who must, or is there no more."""
        wish = self.undo
        if wish is None:
            return []
        wish.waiting = {seat for seat in wish.waiting if self.seats[seat].person_plays}
        if wish.waiting:
            return []
        assert self.game is not None
        kept = self.game.moves[: -wish.moves]
        self.game = self._deal()
        for move in kept[len(self.game.moves) :]:
            self.game.play(move)
        self.game.forget()
        del self.movers[-wish.moves :], self.revealing[-wish.moves :]
        self.undo = None
        return [events.Undone(wish.seat, wish.moves)]


def fold(table: str, entries: list[log.Entry]) -> TableState:
    state = TableState(table, entries[0])
    for entry in entries[1:]:
        state.apply(entry)
    return state
