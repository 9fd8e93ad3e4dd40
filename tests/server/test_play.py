"""People play at a table over real sockets."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from skipbo.client import Account, AsyncTableClient, Refused, TableClient
from skipbo.game.event import DrewForDealer
from skipbo.protocol import commands as asked
from skipbo.protocol.events import Said
from skipbo.protocol.messages import OriginView, Phase, Update
from skipbo.record import check, record_from_line
from skipbo.server.store.interface import Guest
from skipbo.server.table.room import HISTORY, Room
from tests.server.server_process import TRANSPORTS, InThread, served


@pytest.fixture(scope="module", params=TRANSPORTS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data"), websocket=request.param) as server:
        yield server


def best(update: Update) -> str:
    """A stock card where it goes, else anything that goes, else the first discard."""
    assert update.own is not None
    return min(update.own.legal, key=lambda move: (">b" not in move, move[0] != "s"))


async def play_on(place: AsyncTableClient) -> Update:
    """Plays until the game is over."""
    async for update in place.updates():
        assert update.own is not None
        if update.table.phase is Phase.BETWEEN:
            return update
        if update.own.legal and update.version == place.version:
            await place.play(best(update))
    raise AssertionError


def test_two_people_with_a_link_play_a_game(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(stock=3)
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await his.sit()
            await his.ready()
            ends = await asyncio.gather(play_on(hers), play_on(his))
        assert ends[0].game == ends[1].game
        assert ends[0].table == ends[1].table
        record = record_from_line(ann.record(table, 1))
        check(record)
        assert [seat.name for seat in record.seats] == ["Ann", "Bob"]
        assert ann.history()[0].table == table
        assert ann.statistics().games == bob.statistics().games == 1
        assert ann.statistics().won + bob.statistics().won <= 1

    asyncio.run(play())


def test_a_person_plays_against_bots_at_once(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    table = play_to_the_end(guest, stock=2, players=3, bots=[None, "eager", "random"], pace=0)
    record = record_from_line(guest.record(table, 1))
    check(record)
    assert [seat.player for seat in record.seats] == ["person", "eager", "random"]


def play_to_the_end(guest: Account, **options: Any) -> str:
    """A game against bots; answers the table's id."""
    table = guest.open_table(**options)
    finish(guest, table)
    return table


def finish(guest: Account, id: str) -> None:
    """Plays the game of a table against bots to its end."""
    with TableClient(guest, id) as table:
        for update in table.updates():
            assert update.own is not None
            if update.table.phase is Phase.BETWEEN:
                break
            if update.own.legal and update.version == table.now.version:
                table.play(best(update))


def test_a_move_sent_twice_is_made_once_and_answered_twice(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(bots=[None, "eager"], pace=10_000)) as table:
        table.do(asked.Say(id="hello", text="hello"))
        first = table.do(asked.Lock(id="once", on=True))
        second = table.do(asked.Lock(id="once", on=True))
        assert first == second
        assert table.now.version == first.version
    with TableClient(guest, table.id) as again:
        assert again.do(asked.Lock(id="once", on=False)) == first
        assert again.now.table.locked


def test_a_stale_move_is_refused_with_a_code(server: InThread) -> None:
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    with TableClient(ann, ann.open_table()) as hers, TableClient(bob, hers.id) as his:
        his.sit()
        stale = his.ready().version - 1
        next(update for update in his.updates() if update.table.phase is Phase.PLAYING)
        with pytest.raises(Refused) as refused:
            his.do(asked.Play(id="late", move="pass", version=stale))
        assert refused.value.code == "version"
        assert refused.value.kind.value == "out_of_date"


def test_a_spectator_sees_no_hand(server: InThread) -> None:
    ann, eve = Account.create(server.url, "Ann"), Account.create(server.url, "Eve")
    with (
        TableClient(ann, ann.open_table(bots=[None, "eager"], pace=10_000)) as hers,
        TableClient(eve, hers.id) as watching,
    ):
        assert watching.now.own is None
        assert watching.now.game is not None
        assert hers.now.own is not None
        assert len(hers.now.own.hand) == hers.now.game.hands[0]  # type: ignore[union-attr]
        with pytest.raises(Refused, match="Sit down"):
            watching.play("pass")


def test_a_table_without_spectators_refuses_them(server: InThread) -> None:
    ann, eve = Account.create(server.url, "Ann"), Account.create(server.url, "Eve")
    table = ann.open_table(bots=[None, "eager"], spectators=False, pace=10_000)
    with pytest.raises(Refused, match="watch"), TableClient(eve, table):
        pass


def test_a_table_without_spectators_closes_a_guest_when_the_last_seat_is_taken(server: InThread) -> None:
    async def play() -> None:
        ann, bob, eve = (Account.create(server.url, name) for name in ("Ann", "Bob", "Eve"))
        table = ann.open_table(spectators=False)
        async with (
            AsyncTableClient(ann, table) as hers,
            AsyncTableClient(bob, table) as his,
            AsyncTableClient(eve, table) as waiting,
        ):
            seen = waiting.version
            await his.sit()
            with pytest.raises(Refused, match="watch"):
                await until(waiting, lambda update: update.version > seen)
            await his.ready()
            await until(hers, lambda update: update.table.phase is Phase.PLAYING)

    asyncio.run(play())


def test_a_client_that_reconnects_gets_the_events_it_missed(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table()
        async with AsyncTableClient(ann, table) as hers:
            async with AsyncTableClient(bob, table) as his:
                await his.sit()
            last = his.update
            assert last is not None
            await hers.say("where are you?")
            await hers.say("hello?")
            again = AsyncTableClient(bob, table)
            again.update = last  # as a page that has slept
            async with again:
                await again.wait_for_version(last.version + 2)
            assert again.now.since == last.version
            assert [each.text for each in again.now.happened if isinstance(each, Said)] == [
                "where are you?",
                "hello?",
            ]

    asyncio.run(play())


def test_a_bot_plays_for_an_absent_player_and_gives_the_seat_back(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(grace=0, pace=10_000)
        async with AsyncTableClient(ann, table) as hers:
            async with AsyncTableClient(bob, table) as his:
                await his.sit()
                await his.ready()
            await until(hers, lambda update: update.table.seats[1].bot == "eager")
            async with AsyncTableClient(bob, table) as his:
                await until(hers, lambda update: update.table.seats[1].bot is None)
                assert hers.presence is not None
                assert his.now.own is not None

    asyncio.run(play())


def test_a_player_sits_down_with_the_name_that_another_node_has_stored(server: InThread) -> None:
    ann = Account.create(server.url, "Ann")
    with TableClient(ann, ann.open_table()) as table:
        (listener,) = server.hub.rooms[table.id].listeners
        server.run(server.hub.store.rename_guest(Guest(listener.guest.id, "Anna")))
        table.sit(0)
        assert table.now.table.seats[0].name == "Anna"


async def until(place: AsyncTableClient, fits: Callable[[Update], bool]) -> Update:
    async def wait() -> Update:
        async for update in place.updates():
            if fits(update):
                return update
        raise AssertionError

    return await asyncio.wait_for(wait(), 20)


def test_after_the_clock_the_substitute_plays(server: InThread) -> None:
    """The shortest clock is ten seconds; the server's own loop is asked to hurry instead of waiting."""
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(players=2, bots=[None, "eager"], clock=10, pace=0)) as table:
        room = server.hub.rooms[table.id]
        keeper = server.hub._keepers[table.id]
        deadline = 500
        while keeper._clock is None and deadline:
            deadline -= 1
            time.sleep(0.01)
        assert keeper._clock is not None
        room_loop = keeper._loop
        room_loop.call_soon_threadsafe(keeper._replace, 0, "clock")
        for update in table.updates():
            if update.table.seats[0].bot == "eager":
                break
        while room.state.seats[0].bot is not None:
            with suppress(Refused):  # until the bot has finished the turn
                table.do(asked.ComeBack(id=secrets.token_hex(4)))


def test_the_owner_kicks_a_player(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table()
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await his.sit()
            await hers.do(asked.Kick(id="out", seat=1))
            with pytest.raises(Refused, match="removed you"):
                await until(his, lambda update: False)  # noqa: ARG005
        with pytest.raises(Refused, match="removed you"):
            async with AsyncTableClient(bob, table):
                pass

    asyncio.run(play())


def test_the_lobby_shows_public_tables_only(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    hidden, shown = guest.open_table(), guest.open_table(public=True, players=5)
    listed = {table.id: table for table in guest.lobby()}
    assert hidden not in listed
    assert listed[shown].options.players == 5
    assert listed[shown].seats[0].name == "Ann"


def test_a_finished_game_can_be_continued_or_dealt_again(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(stock=3)
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            first = hers.now
            await his.sit()
            await his.ready()
            await asyncio.gather(play_on(hers), play_on(his))
        assert first.game is None
        assert first.table.origin is None
        record = json.loads(ann.record(table, 1))
        for moves in (0, len(record["moves"]) - 1):  # a lucky game is over soon
            other = ann.continue_game(table, 1, moves)
            async with AsyncTableClient(ann, other) as hers, AsyncTableClient(bob, other) as his:
                assert hers.now.table.origin == OriginView(moves=moves, names=["Ann", "Bob"])
                await his.sit()
                await his.ready()
                game = (await until(hers, lambda update: update.game is not None)).game
                assert game is not None
                assert game.moves == moves
                await asyncio.gather(play_on(hers), play_on(his))
            again = json.loads(ann.record(other, 1))
            assert again["deal"] == record["deal"]
            assert again["moves"][:moves] == record["moves"][:moves]
        with pytest.raises(Refused):
            ann.continue_game(table, 1, len(record["moves"]))

    asyncio.run(play())


@pytest.mark.parametrize("edition", ["mattel-2016", "brownfield-1967"])
def test_partners_do_not_chat_where_their_sheet_forbids_it(server: InThread, edition: str) -> None:
    # rule: team.no-talk
    async def talk() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(
            edition=edition, players=4, partners=True, bots=[None, "eager", None, "eager"], pace=9000
        )
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await hers.say("Good luck!")
            await his.sit()
            await his.ready()
            own = (await until(his, lambda update: update.game is not None)).own
            assert own is not None
            assert own.silenced_by == "team.no-talk"
            for place in (hers, his):
                with pytest.raises(Refused) as error:
                    await place.say("play your 7")
                assert error.value.code == "team.no-talk"

    asyncio.run(talk())


def test_a_partner_chats_in_turn_and_while_others_play(server: InThread) -> None:  # rule: team.silent
    async def talk() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(players=4, partners=True, bots=[None, "eager", None, "eager"], pace=9000)
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await his.sit()
            await his.ready()
            game = (await until(his, lambda update: update.game is not None)).game
            assert game is not None
            for seat, place in ((0, hers), (2, his)):
                if game.turn == 2 - seat:
                    with pytest.raises(Refused) as error:
                        await place.say("play your 7")
                    assert error.value.code == "team.silent"
                else:
                    await place.say("play your 7")

    asyncio.run(talk())


def test_a_table_plays_with_the_youngest_or_the_dealer_that_was_chosen(server: InThread) -> None:
    # rule: ruling.youngest, ruling.dealer-chosen
    ann = Account.create(server.url, "Ann")
    bots = [None, "eager", "eager"]
    for edition, choice in (("mattel-2016", "youngest"), ("brownfield-1967", "dealer")):
        table = play_to_the_end(ann, edition=edition, players=3, stock=1, bots=bots, pace=0, **{choice: 2})
        record = record_from_line(ann.record(table, 1))
        assert (record.first if choice == "youngest" else record.dealer) == 2
        with TableClient(ann, ann.continue_game(table, 1)) as place:
            assert getattr(place.now.table.options, choice) == 2


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"dealer": 0}, "dealer"),
        ({"youngest": 0}, "youngest"),
        ({"edition": "mattel-2016", "dealer": 1}, "dealer"),
        ({"edition": "brownfield-1967", "youngest": 1}, "youngest"),
        ({"edition": "brownfield-1967", "dealer": 2}, "seat"),
        ({"stock": 81}, "draw.pile"),
    ],
)
def test_a_choice_that_the_edition_does_not_have_is_refused(
    server: InThread, options: dict[str, Any], code: str
) -> None:  # rule: ruling.youngest, ruling.dealer-chosen, draw.pile
    with pytest.raises(Refused) as error:
        Account.create(server.url, "Ann").open_table(**options)
    assert error.value.code == code


def test_everybody_at_the_table_sees_the_draw_for_the_dealer(server: InThread) -> None:  # rule: dealer.first
    async def begin() -> None:
        ann, bob, eve = (Account.create(server.url, name) for name in ("Ann", "Bob", "Eve"))
        table = ann.open_table(stock=3)
        async with (
            AsyncTableClient(ann, table) as hers,
            AsyncTableClient(bob, table) as his,
            AsyncTableClient(eve, table) as watching,
        ):
            waiting = [asyncio.create_task(dealer_draw(place)) for place in (hers, his, watching)]
            await his.sit()
            await his.ready()
            draws = await asyncio.gather(*waiting)
            game = hers.now.game
        assert game is not None
        assert draws[0] == draws[1] == draws[2]
        assert [drawn.seat for drawn in draws[0].rounds[0]] == [0, 1]
        assert max(draws[0].rounds[-1], key=lambda drawn: drawn.card).seat == game.dealer

    asyncio.run(begin())


async def dealer_draw(place: AsyncTableClient) -> DrewForDealer:
    async for update in place.updates():
        for event in update.happened:
            if isinstance(event, DrewForDealer):
                return event
    raise AssertionError


def test_an_unknown_table_is_not_found(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    with pytest.raises(Refused) as refused, TableClient(guest, "nowhere"):
        pass
    assert refused.value.code == "not-found"


def test_a_kitchen_game_is_played_over_the_network(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    options: dict[str, Any] = {"referee": "kitchen", "stock": 2, "pace": 0, "vigilance": 1.0}
    with TableClient(guest, guest.open_table(bots=[None, "eager"], **options)) as table:
        for update in table.updates():
            assert update.own is not None
            if update.table.phase is Phase.BETWEEN:
                break
            if update.version != table.now.version or update.game is None or update.game.turn != 0:
                continue
            legal = update.own.legal
            if update.game.kitchen is not None and update.game.kitchen.actor is None:
                move = "draw" if len(update.own.hand) < 5 and "draw" in legal else best(update)
                table.play(move)


def test_a_command_sent_again_much_later_is_answered_and_runs_once(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(seat=None)) as table:
        sat = table.do(asked.Sit(id="sit", seat=1))
        locked = table.do(asked.Lock(id="lock", on=True))
        for number in range(HISTORY + 1):
            table.do(asked.Say(id=f"say {number}", text="hello"))
        now = table.now.version
        assert table.do(asked.Sit(id="sit", seat=1)) == sat  # which would be refused now
        assert table.do(asked.Lock(id="lock", on=False)) == locked  # which could be done now
        assert table.now.version == now
        assert table.now.table.locked


def test_a_table_without_connections_leaves_memory_and_is_loaded_again(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(bots=[None, "eager"], pace=10_000)) as table:
        seen = table.now
        room = server.hub.rooms[table.id]
        server.run(release(server, room))
        assert table.id in server.hub.rooms  # somebody is there
    while room.listeners:
        time.sleep(0.01)
    server.run(release(server, room))
    assert table.id not in server.hub.rooms
    with TableClient(guest, table.id) as table:
        assert (table.now.version, table.now.game, table.now.own) == (seen.version, seen.game, seen.own)


async def release(server: InThread, room: Room) -> None:
    server.hub._release(room)
