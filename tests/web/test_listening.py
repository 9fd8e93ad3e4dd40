"""The table for who listens: what is said aloud is what the log says, and every question has its answer."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.repetition import later
from tests.web.browser import DESKTOP, PHONE
from tests.web.conftest import Visit
from tests.web.panels import log_of
from tests.web.players import Finger, Mouse, Player, Shortcuts, Tapper, Typist, at
from tests.web.table_setup import deal
from tests.web.test_play import FIFTEEN_MOVES, QUICK, sit_down

# Writes down whatever is added to a live region, as a screen reader hears it
LISTEN = """addEventListener('DOMContentLoaded', () => {
  window.heard = { polite: [], assertive: [] };
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes)
      for (const node of addedNodes)
        if (node.nodeType === 1 && target.ariaLive) window.heard[target.ariaLive].push(node.textContent.trim());
  }).observe(document.body, { childList: true, subtree: true });
});"""
OF_ONES_OWN_HANDS = re.compile(r".* chosen\. It can go to: .*|Card released\.")
NEARLY_OUT = re.compile(r"(You have|\w+ has) \d cards? left in the stock pile\.")


def heard(page: Page, how: str) -> list[str]:
    lines: list[str] = page.evaluate("(how) => window.heard[how]", how)
    return lines


def capital(line: str) -> str:
    return line[:1].upper() + line[1:]


@pytest.mark.slow
def test_what_is_heard_of_a_whole_game_is_what_the_log_says(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    visitor.context.add_init_script(LISTEN)
    page = visitor.go(f"/t/{deal(visitor, FIFTEEN_MOVES, stock=5, bots=[None, 'planner'])}")
    player = Tapper(page)
    player.play_to_the_end()
    page.get_by_role("button", name="Look at the board").click()
    written = log_of(page).all_inner_texts()
    told = [capital(line) for line in heard(page, "polite") if not OF_ONES_OWN_HANDS.fullmatch(line)]
    polite = [line for line in told if not NEARLY_OUT.fullmatch(line)]
    spoken = [line for line in written if line != "Your turn."]
    assert polite == spoken[-len(polite) :]
    before = spoken[: -len(polite)]  # the page was opened after the deal
    assert before[1].startswith("The cards are dealt.")
    assert before[2:] == [line for line in before if line.startswith("You draw: ")]
    assert "You have won the game" in polite[-1]
    nearly_out = [line for line in told if NEARLY_OUT.fullmatch(line)]
    assert nearly_out.count("You have 3 cards left in the stock pile.") == 1
    assert len(nearly_out) == len({line.split()[0] for line in nearly_out}), "said again of the same pile"
    turns = 1 + sum("d" in target for _source, target in player.moves)
    assert heard(page, "assertive") == ["Your turn."] * turns


def test_what_cannot_be_done_is_said_at_once_and_why(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    visitor.context.add_init_script(LISTEN)
    player = sit_down(visitor, Tapper, stock=20)
    player.wait()
    card = next(place for place in player.marked("can") if place.startswith("h"))
    player.take(card)
    player.put(next(place for place in ("draw", "1s") if place not in player.marked("target")))
    expect(visitor.page.get_by_text("This card cannot go there now.").first).to_be_attached()
    assert heard(visitor.page, "assertive")[-1] == "This card cannot go there now."
    assert not player.marked("chosen")


@pytest.mark.parametrize("by", [Mouse, later(Finger), later(Tapper), Typist, later(Shortcuts)])
def test_a_building_pile_says_which_card_it_needs_however_one_tries(visit: Visit, by: type[Player]) -> None:
    visitor = visit(PHONE if by is Finger else DESKTOP, settings=QUICK | {"shortcuts": by is Shortcuts})
    visitor.context.add_init_script(LISTEN)
    player = sit_down(visitor, by, stock=20)
    player.wait()
    unfit = [place for place, seen in player.look().items() if place[0] == "h" and "can be discarded" in seen.label]
    player.take(unfit[0])
    player.put("b2")
    expect(visitor.page.get_by_text(re.compile(r"^This building pile needs an? \d+\.$")).first).to_be_attached()
    assert re.fullmatch(r"This building pile needs an? \d+\.", heard(visitor.page, "assertive")[-1])
    assert not player.marked("chosen")


@pytest.mark.parametrize("by_key", [later(False), True])
def test_who_asks_about_the_table_is_answered(visit: Visit, by_key: bool) -> None:
    visitor = visit(settings=QUICK)
    visitor.context.add_init_script(LISTEN)
    player = sit_down(visitor, Tapper, stock=20)
    player.play_turn()
    player.wait()
    page, seen = visitor.page, player.look()

    def ask(key: str, question: str) -> str:
        before = len(heard(page, "polite"))
        if by_key:
            page.locator(at("b1")).press(key)
        else:
            button = page.get_by_role("button", name=question)
            button.focus()
            button.press("Enter")
        page.wait_for_function("(before) => window.heard.polite.length > before", arg=before)
        return heard(page, "polite")[-1]

    hand = [each.label.partition(",")[0] for place, each in sorted(seen.items()) if re.fullmatch(r"h\d", place)]
    assert ask("c", "My cards").startswith(f"Hand: {', '.join(hand)}. Stock pile: ")
    piles = [re.sub(", the chosen.*", "", seen[place].label) for place in ("b1", "b2", "b3", "b4", "draw")]
    assert ask("p", "The piles in the middle") == " ".join(f"{capital(pile)}." for pile in piles)
    others = ask("o", "The others")
    assert others.startswith(f"{seen['1h'].label}. {capital(seen['1s'].label.removeprefix('Baru, '))}.")
    log = log_of(page).all_inner_texts()
    last = ask("l", "The last turn")
    assert log[-2] in last or log[-1] in last
    assert "Baru: " in last
