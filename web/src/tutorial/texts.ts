/** The texts of the tutorial's steps. The slots are the names of the edition's piles. */
import { mark } from "../i18n/i18n.svelte";

export const TEXTS: Record<string, string> = {
  stock: mark(
    "This is your {stock}. Whoever gets rid of theirs first wins. Its top card is a 1, and a 1 begins a {building}: play it to the middle.",
  ),
  hand: mark("A {building} grows by one each time: after the 1 comes a 2. You have one in your hand."),
  wild: mark("Now a 3 is missing. The {wild} is wild: it takes the place of any number."),
  "stock-again": mark("Under the 1 lay a 4, and that is what comes next. Always look at your {stock} first!"),
  discard: mark(
    "Nothing else fits. You end your turn with a card from your hand, laid on one of your four {discard}s. Take the 12: you will need it last.",
  ),
  "new-pile": mark(
    "{seat} has played a 5 and a 6. At the start of your turn you have taken cards until you had five again. Your 1 begins a second {building}, and the 2 follows.",
  ),
  block: mark(
    "Look at what {seat} waits for: an 8. Your 7 would open the way. You never have to play a card, so keep it! End your turn and lay the 11 on the 12: only the top card can be played later, so the lower one belongs on top.",
  ),
  way: mark("Now you have the 8 as well: play your 7 and your 8, and the 9 from your {stock} follows."),
  complete: mark("The 10 comes from your hand, 11 and 12 from your {discard}. With the 12 the run is complete and is set aside."),
  refill: mark("Two cards are left in your hand. Play them both: whoever plays out the hand takes five new cards at once and goes on."),
  win: mark("The last card of your {stock} is a 5. There is a place for it …"),
};
