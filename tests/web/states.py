"""The page in each state that somebody can meet it in: what axe-core, the eye and the pictures look at."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from skipbo.client import Account, TableClient
from skipbo.protocol.commands import Kick, Undo
from tests.repetition import later
from tests.web.browser import NO_NETWORK, PATIENCE, Visitor
from tests.web.players import OVER, Tapper, at
from tests.web.table_setup import account, deal, play_on

Come = Callable[..., Visitor]
"""`come(name="Ann")`: somebody with a browser of the size and settings that are looked at."""

BOTS = [None, "steady", "sharp", "casual"]
HONEST_WITHIN = 10_000  # ms after which a page says that it has lost the server
NOTHING_BUT_PASS = 20
"""Moves after which a hasty person among six, by deal 4 with twenty stock cards, has no card left and none to draw."""
MOVES_TO_A_WILD = 7
"""Moves after which a hasty person, by deal 7 with twenty stock cards, holds a wild, and all building piles differ."""

PREFER = """if (location.protocol === 'http:') {
  const before = JSON.parse(localStorage.getItem('skipbo.settings') ?? '{}');
  localStorage.setItem('skipbo.settings', JSON.stringify({ ...before, ...%s }));
}"""
# What vanishes by itself after some seconds stays, so that it can be looked at
LINGER = """(() => {
  const later = window.setTimeout;
  window.setTimeout = (act, delay, ...given) => (delay >= 4000 ? 0 : later(act, delay, ...given));
})()"""
# Cards that fly stay where they are, so that they can be looked at
STAND_STILL = """(() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    animation.pause();
    return animation;
  };
})()"""


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


def options(come: Come) -> Visitor:
    """Somebody chooses the rules of the next game."""
    visitor = start(come)
    visitor.page.locator("details summary").click()
    expect(visitor.page.locator("details select").first).to_be_visible()
    return visitor


def full(come: Come) -> Visitor:
    """A stranger finds every seat taken."""
    owner, visitor = come(name="Bob"), come(name=None)
    visitor.go(f"/t/{owner.open_table(bots=BOTS[:2], pace=10_000)}")
    expect(visitor.page.locator("main button.main")).to_be_visible()
    return visitor


def full_and_shut(come: Come) -> Visitor:
    """A stranger finds every seat taken, and may not watch either."""
    owner, visitor = come(name="Bob"), come(name=None)
    visitor.go(f"/t/{owner.open_table(bots=BOTS[:2], pace=10_000, spectators=False)}")
    expect(visitor.page.locator("main a.main")).to_be_visible()
    return visitor


def at_the_door(come: Come) -> Visitor:
    """Somebody with a name sees a game going on behind the invitation."""
    owner, visitor = come(name="Bob"), come()
    table = deal(owner, 5, stock=20, bots=[None, "master"])
    play_on(account(owner), table, 12)
    for each in (owner, visitor):
        each.go(f"/t/{table}")
        expect(each.page.locator(at("0s"))).to_be_visible()
    expect(visitor.page.locator(".asking section button.main")).to_be_visible()
    return visitor


def sent_away(come: Come) -> Visitor:
    """The owner has taken the seat away from somebody, who finds the table closed."""
    owner, visitor = come(name="Bob"), come()
    table = owner.open_table(players=3)
    with TableClient(account(visitor), table) as place:
        place.sit(1)
    visitor.go(f"/t/{table}")
    expect(visitor.page.get_by_role("listitem").first).to_be_visible()
    with TableClient(account(owner), table) as place:
        place.do(Kick(id="kick", seat=1))
    expect(visitor.page.locator("main .panel h1 + p")).not_to_be_empty()
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


def at_dealt_table(come: Come, moves: int = 24, number: int = 5, **options: Any) -> Visitor:
    """The same table in every run, on one's own turn."""
    visitor = come()
    table = deal(visitor, number, **({"bots": [None, "master"], "stock": 20} | options))
    play_on(account(visitor), table, moves)
    visitor.go(f"/t/{table}")
    expect(visitor.page.locator(".bar .turn.own")).to_be_visible()
    return visitor


def preferring(come: Come, **settings: Any) -> Come:
    """Somebody who has these settings besides those that are looked at."""
    return prepared(come, PREFER % json.dumps(settings))


def patient(come: Come) -> Come:
    """Somebody for whom what appears does not vanish by itself."""
    return prepared(come, LINGER)


def prepared(come: Come, script: str) -> Come:
    """Somebody whose pages run a script before anything else."""

    def arrive(**who: Any) -> Visitor:
        visitor = come(**who)
        visitor.context.add_init_script(script)
        return visitor

    return arrive


def playing(come: Come) -> Visitor:
    return at_table(come)


def hinted(come: Come) -> Visitor:
    visitor = at_dealt_table(preferring(come, hints=True))
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(".slip .move")).to_be_visible()
    return visitor


def spread_out(come: Come) -> Visitor:
    """The piles of another player lie open to the bottom."""
    visitor = at_dealt_table(come, moves=40, stock=30)
    look_at(visitor, "1d1")
    return visitor


def counting(come: Come) -> Visitor:
    """Somebody counts what is left of each rank."""
    visitor = at_dealt_table(come)
    look_at(visitor, "draw")
    return visitor


def look_at(visitor: Visitor, place: str) -> None:
    visitor.page.locator(at(place)).focus()
    visitor.page.keyboard.press("v")
    expect(visitor.page.locator(".peek")).to_be_visible()


def reading(come: Come) -> Visitor:
    return open_tab(at_dealt_table(come), 0)


def chatting(come: Come) -> Visitor:
    visitor = open_tab(at_dealt_table(come), 1)
    with TableClient(account(visitor), visitor.page.url.rpartition("/")[2].partition("?")[0]) as place:
        place.say("Oops!")
    expect(visitor.page.get_by_role("tabpanel").locator("li").get_by_text("Oops!")).to_be_visible()
    return visitor


def informed(come: Come) -> Visitor:
    """Who sits at the table, and what is played."""
    return open_tab(at_dealt_table(come), 2)


def open_tab(visitor: Visitor, number: int) -> Visitor:
    opener, tab = visitor.page.locator(".tools button[aria-expanded]"), visitor.page.get_by_role("tab").nth(number)
    if opener.get_attribute("aria-expanded") == "false":  # on a very wide screen it stands open
        opener.click()
    tab.click()
    expect(visitor.page.get_by_role("tabpanel").locator("details, form, li").first).to_be_visible()
    return visitor


def looking_up(come: Come) -> Visitor:
    """Somebody reads the rules in the middle of a game."""
    visitor = informed(come)
    visitor.page.get_by_role("tabpanel").locator("button[aria-haspopup=dialog]").last.click()
    expect(visitor.page.get_by_role("dialog").last.get_by_role("heading", level=3).first).to_be_visible()
    return visitor


def keys(come: Come) -> Visitor:
    """The keys are listed."""
    visitor = at_dealt_table(come)
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog").locator("kbd").first).to_be_visible()
    return visitor


def asked(come: Come) -> Visitor:
    """A discard is to be confirmed."""
    visitor = at_dealt_table(preferring(come, confirmDiscard=True))
    player = Tapper(visitor.page)
    player.take(next(place for place in player.marked("can") if place.startswith("h")))
    player.put(next(place for place in player.marked("target") if "d" in place))
    expect(visitor.page.locator(".slip[role=group] button.main")).to_be_visible()
    return visitor


def corrected(come: Come) -> Visitor:
    """Somebody has tried what cannot be done, and is told why."""
    visitor = at_dealt_table(patient(come))
    visitor.page.locator(at("b1")).click()
    expect(visitor.page.locator(".slip.note")).to_be_visible()
    return visitor


def passing(come: Come) -> Visitor:
    """Nothing can be done but pass."""
    bots = [None, *["master"] * 5]
    visitor = at_dealt_table(come, moves=NOTHING_BUT_PASS, number=4, players=6, bots=bots, stock=20)
    expect(visitor.page.locator(".slip button.main")).to_be_visible()
    return visitor


def drawing_for_deal(come: Come) -> Visitor:
    """Everybody has drawn a card for the deal."""
    visitor = preferring(patient(come), pace="calm")()
    visitor.go(f"/t/{visitor.open_table(players=4, stock=20, bots=[None, 'steady', 'sharp'], substitute='steady')}")
    visitor.page.locator(".begin button.main").click()
    expect(visitor.page.locator(".dealer-draw .dealer")).to_be_visible()
    return visitor


def spoken_to(come: Come) -> Visitor:
    """Bob says something at his seat."""
    visitor, friend = patient(come)(), come(name="Bob")
    table = deal(visitor, 5, stock=20)
    sit_down(account(friend), table)
    for each in (friend, visitor):
        each.go(f"/t/{table}")
        expect(each.page.locator(at("0s"))).to_be_visible()
    with TableClient(account(friend), table) as place:
        place.say("Oops!")
    expect(visitor.page.locator(".bubble")).to_be_visible()
    return visitor


def replaced(come: Come) -> Visitor:
    """Somebody has thought for too long, and a bot plays for them."""
    visitor = come()
    table = deal(visitor, 5, stock=20, bots=[None, "master"], clock=10, pace=10_000)
    visitor.go(f"/t/{table}")
    expect(visitor.page.locator(".asking [role=alert] button.main")).to_be_visible(timeout=PATIENCE)
    return visitor


def crowded(come: Come) -> Visitor:
    # With larger stock piles the draw pile may be used up by then, and nothing can be done but pass
    return at_table(come, players=6, bots=[None, *["steady"] * 5], partners=True, points=500, stock=10)


def choosing(come: Come) -> Visitor:
    visitor = at_table(come)
    player = Tapper(visitor.page)
    player.take(player.marked("can")[-1])
    expect(visitor.page.locator('[data-state~="target"]').first).to_be_visible()
    return visitor


def wild(come: Come, **options: Any) -> Visitor:
    """A wild is chosen that can stand for several cards."""
    visitor = at_dealt_table(come, moves=MOVES_TO_A_WILD, number=7, **options)
    Tapper(visitor.page).take("h0")
    expect(visitor.page.locator(".slip.note")).to_be_visible()
    return visitor


def shown(come: Come, **options: Any) -> Visitor:
    """What the others do is being shown, and the player need not wait for it."""
    visitor = at_dealt_table(preferring(prepared(come, STAND_STILL), pace="calm", flights=True), **options)
    discard(visitor)
    table = visitor.page.url.partition("?")[0].rpartition("/")[2]
    play_on(account(visitor), table, 0)  # until the others have played
    expect(visitor.page.locator(".finish")).to_be_visible()
    return visitor


def discard(visitor: Visitor) -> None:
    player = Tapper(visitor.page)
    player.take("h0")
    player.put(next(place for place in player.marked("target") if "d" in place))


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
        options,
        full,
        full_and_shut,
        at_the_door,
        sent_away,
        hosting,
        gathering,
        drawing_for_deal,
        playing,
        crowded,
        choosing,
        wild,
        shown,
        asked,
        corrected,
        passing,
        hinted,
        spread_out,
        counting,
        reading,
        chatting,
        informed,
        looking_up,
        keys,
        settings,
        spoken_to,
        watching,
        absent,
        replaced,
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
