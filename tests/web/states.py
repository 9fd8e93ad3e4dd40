"""The page in each state that somebody can meet it in: what axe-core, the eye and the pictures look at."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from skipbo.client import Account, TableClient
from skipbo.protocol.commands import Undo
from tests.repetition import later
from tests.web.browser import NO_NETWORK, PATIENCE, Visitor
from tests.web.players import OVER, Tapper, at
from tests.web.table_setup import account, deal, play_on

Come = Callable[..., Visitor]
"""`come(name="Ann")`: somebody with a browser of the size and settings that are looked at."""

BOTS = [None, "steady", "sharp", "casual"]
HONEST_WITHIN = 10_000  # ms after which a page says that it has lost the server


def start(come: Come) -> Visitor:
    visitor = come(name=None)
    visitor.go("/")
    expect(visitor.page.locator("main h1")).to_be_visible()
    return visitor


def lobby(come: Come) -> Visitor:
    owner = come(name="Bob")
    owner.open_table(public=True, players=4)
    owner.open_table(public=True, bots=[None, "steady"], players=2)
    visitor = come()
    visitor.go("/lobby")
    expect(visitor.page.get_by_role("listitem").first).to_be_visible()
    return visitor


def invited(come: Come) -> Visitor:
    owner, visitor = come(name="Bob"), come(name=None)
    visitor.go(f"/t/{owner.open_table()}")
    expect(visitor.page.get_by_role("textbox")).to_be_visible()
    return visitor


def full(come: Come) -> Visitor:
    """A stranger finds every seat taken."""
    owner, visitor = come(name="Bob"), come(name=None)
    visitor.go(f"/t/{owner.open_table(bots=BOTS[:2], pace=10_000)}")
    expect(visitor.page.locator("main button.main")).to_be_visible()
    return visitor


def hosting(come: Come) -> Visitor:
    """A host without a name has opened a table."""
    visitor = come(name=None)
    visitor.post("/api/v1/guests", {"cookie": True})
    visitor.go(f"/t/{visitor.open_table(players=3)}")
    expect(visitor.page.get_by_role("textbox")).to_be_visible()
    return visitor


def gathering(come: Come) -> Visitor:
    visitor = come()
    table = visitor.open_table(players=4, bots=[None, None, "steady"])
    with TableClient(account(come(name="Bartholomew")), table) as place:
        place.sit()
    visitor.go(f"/t/{table}")
    expect(visitor.page.get_by_role("combobox").first).to_be_visible()
    expect(visitor.page.locator("main svg[role=img]").last).to_be_visible()  # the QR code comes last
    return visitor


def at_table(come: Come, moves: int = 12, **options: Any) -> Visitor:
    """In the middle of a game, on one's own turn."""
    visitor = come()
    table = visitor.open_table(**({"bots": BOTS[:2], "stock": 20} | options))
    play_on(account(visitor), table, moves)
    visitor.go(f"/t/{table}")
    Tapper(visitor.page).wait()
    return visitor


def playing(come: Come) -> Visitor:
    return at_table(come)


def crowded(come: Come) -> Visitor:
    # With larger stock piles the draw pile may be used up by then, and nothing can be done but pass
    return at_table(come, players=6, bots=[None, *["steady"] * 5], partners=True, points=500, stock=10)


def choosing(come: Come) -> Visitor:
    visitor = at_table(come)
    player = Tapper(visitor.page)
    player.take(player.marked("can")[-1])
    expect(visitor.page.locator('[data-state~="target"]').first).to_be_visible()
    return visitor


def settings(come: Come) -> Visitor:
    visitor = at_table(come)
    visitor.page.locator(".tools button[aria-haspopup=dialog]").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    return visitor


def watching(come: Come) -> Visitor:
    owner, visitor = come(name="Bob"), come()
    table = owner.open_table(bots=BOTS, players=4, stock=20)
    play_on(account(owner), table, 12)
    visitor.go(f"/t/{table}?watch")
    expect(visitor.page.locator(at("0s"))).to_be_visible()
    return visitor


def absent(come: Come) -> Visitor:
    """Somebody is gone, and the owner is asked whether to wait."""
    visitor = come()
    table = deal(visitor, 5, players=4, stock=20, bots=[None, None, "steady", "sharp"])
    sit_down(account(come(name="Bartholomew")), table)
    visitor.go(f"/t/{table}")
    expect(visitor.page.get_by_role("group").get_by_role("button").first).to_be_visible()
    return visitor


def sit_down(guest: Account, table: str) -> None:
    """Takes a free seat, is ready, and goes."""
    with TableClient(guest, table) as place:
        place.sit()
        place.ready()


def over(come: Come, **options: Any) -> tuple[Visitor, str]:
    """A game is played to its end: the same in every run, and long enough to look back at."""
    visitor = come()
    table = deal(visitor, 5, stock=5, bots=[None, "planner"], **options)
    play_on(account(visitor), table)
    return visitor, table


def between(come: Come) -> Visitor:
    visitor, table = over(come, games=3)
    visitor.go(f"/t/{table}")
    expect(visitor.page.locator(OVER)).to_be_visible()
    return visitor


def replay(come: Come) -> Visitor:
    visitor, table = over(come)
    visitor.go(f"/t/{table}/games/1/6")
    expect(visitor.page.locator(at("0s"))).to_be_visible()
    return visitor


def analysis(come: Come) -> Visitor:
    """The page has analysed a finished game, and shows a mistake."""
    visitor, table = over(come)
    page = visitor.go(f"/t/{table}/games/1?analyse")
    expect(page.locator(".curve")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0, timeout=PATIENCE)
    page.locator('.mistakes [aria-disabled="false"]').click()
    expect(page.locator('[data-state~="goal"]')).to_be_visible()
    return visitor


def tutorial(come: Come) -> Visitor:
    visitor = come(name=None)
    visitor.go("/learn")
    expect(visitor.page.locator(at("0s"))).to_be_visible()
    return visitor


def rules(come: Come) -> Visitor:
    visitor = come(name=None)
    visitor.go("/rules")
    expect(visitor.page.get_by_role("heading", level=2).first).to_be_visible()
    return visitor


def history(come: Come) -> Visitor:
    visitor, _table = over(come)
    visitor.go("/history")
    expect(visitor.page.get_by_role("link").last).to_be_visible()
    return visitor


def kitchen(come: Come) -> Visitor:
    return at_table(come, moves=6, referee="kitchen")


def explained(come: Come) -> Visitor:
    """Somebody is at a kitchen table for the first time."""
    visitor = come()
    visitor.context.add_init_script("localStorage.removeItem('skipbo.kitchen')")
    visitor.go(f"/t/{deal(visitor, 5, stock=5, referee='kitchen', bots=[None, 'planner'])}")
    expect(visitor.page.locator(".kitchen .intro")).to_be_visible()
    return visitor


def accusing(come: Come) -> Visitor:
    """Somebody is about to call out a mistake, and is told what that would mean."""
    visitor = at_table(come, moves=6, referee="kitchen", players=4, partners=True, bots=BOTS)
    visitor.page.locator("#call-out-a-mistake").click()
    expect(visitor.page.locator(".kitchen .choice")).to_be_visible()
    return visitor


def judged(come: Come) -> Visitor:
    """Somebody has drawn a card too many, and the rule is quoted."""
    visitor = come()
    table = deal(visitor, 5, stock=5, referee="kitchen", bots=[None, "planner"])
    page = visitor.go(f"/t/{table}")
    for held in range(1, 6):
        page.locator(at("draw")).click()
        expect(page.locator('[data-place^="h"]')).to_have_count(held)
        expect(page.locator('[data-state~="pending"]')).to_have_count(0)
    page.locator(at("draw")).click()
    expect(page.locator(".judged .text")).to_be_visible()
    return visitor


def out_of_turn(come: Come) -> Visitor:
    """Bob has discarded out of turn, which can still be called."""
    visitor, friends = come(), [account(come(name=name)) for name in ("Bob", "Cleo")]
    table = deal(visitor, 1, players=3, stock=5, referee="kitchen")
    for seat, friend in enumerate(friends, 1):
        with TableClient(friend, table) as place:
            place.sit(seat)
            place.ready()
    with TableClient(friends[0], table) as bob:
        bob.play("draw")
        bob.play(next(move for move in bob.now.own.legal if ">d" in move))  # type: ignore[union-attr]
    visitor.go(f"/t/{table}")
    expect(visitor.page.locator(".kitchen .window")).to_be_visible()
    return visitor


def talking(come: Come) -> Visitor:
    """Somebody has asked to take a move back, and said something."""
    owner, visitor = come(name="Bob"), come()
    table = deal(owner, 5, stock=5)
    visitor.go(f"/t/{table}").locator("button.main").first.click()
    expect(visitor.page.locator(at("0s"))).to_be_visible()
    play_on(account(owner), table, 1)
    with TableClient(account(owner), table) as place:
        place.say("Oops!")
        place.do(Undo(id="undo", version=place.now.version))
    expect(visitor.page.get_by_role("alert").get_by_role("button").first).to_be_visible()
    return visitor


def checking(come: Come) -> Visitor:
    """The browser has dealt the cards of a finished game itself."""
    visitor = come()
    table = visitor.open_table(bots=BOTS[:2])
    play_on(account(visitor), table)
    visitor.go(f"/t/{table}/games/1?check")
    expect(visitor.page.get_by_role("dialog").locator(".verdict")).to_be_visible()
    return visitor


def lost(come: Come) -> Visitor:
    visitor = come()
    visitor.excuse(r"404 GET .*/nowhere")
    visitor.go("/nowhere")
    expect(visitor.page.locator("main h1")).to_be_visible()
    return visitor


def no_table(come: Come) -> Visitor:
    visitor = come()
    visitor.excuse(r"404 GET .*/api/v1/tables/nowhere", "WebSocket connection to .* failed")
    visitor.go("/t/nowhere")
    expect(visitor.page.locator("main h1")).to_be_visible()
    return visitor


def unreachable(come: Come) -> Visitor:
    """The connection is lost in the middle of a game."""
    visitor = come(service_workers="allow")
    visitor.page.clock.install()
    table = visitor.open_table(bots=BOTS[:2], stock=20)
    visitor.go(f"/t/{table}")
    Tapper(visitor.page).wait()
    visitor.wait_until_kept()
    visitor.excuse(*NO_NETWORK)
    visitor.context.set_offline(True)
    visitor.page.clock.run_for(HONEST_WITHIN)
    expect(visitor.page.locator(".status.lost").first).to_be_visible()
    return visitor


STATES: dict[str, Callable[[Come], Visitor]] = {
    state.__name__: state
    for state in (
        start,
        lobby,
        invited,
        full,
        hosting,
        gathering,
        playing,
        crowded,
        choosing,
        settings,
        watching,
        absent,
        between,
        replay,
        analysis,
        tutorial,
        rules,
        history,
        kitchen,
        explained,
        accusing,
        judged,
        out_of_turn,
        talking,
        checking,
        lost,
        no_table,
        unreachable,
    )
}

# One of each kind; what they all must pass one by one takes minutes
OFTEN = ("start", "playing", "settings", "kitchen")
EACH_STATE = [state if state in OFTEN else later(state) for state in STATES]
