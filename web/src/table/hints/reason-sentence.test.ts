import { expect, it } from "vitest";

import { scene } from "../../board/model/scene.fixture";
import { pileNames } from "../../catalogue/editions";
import { reasonSentence } from "./reason-sentence";

const standard = pileNames("mattel-2003");

it("names cards, players and piles", () => {
  expect(reasonSentence({ text: "gift", card: 6, needed: 7, seat: 1 }, scene(), standard)).toBe(
    "Keep the 6: Ben needs a 7 and would get it.",
  );
  expect(reasonSentence({ text: "burial", card: 9, needed: 3, pile: 2 }, scene(), standard)).toBe(
    "On discard pile 2, the 9 would bury the 3.",
  );
});

it("names a wild and the cards of an edition as the edition does", () => {
  expect(reasonSentence({ text: "gift", card: 0, needed: 8, seat: 1 }, scene(), standard)).toBe(
    "Keep the SKIP-BO card: Ben needs an 8 and would get it.",
  );
  expect(reasonSentence({ text: "stock_soon", card: 1 }, scene(), pileNames("brownfield-1967"))).toBe(
    "It clears the way for the Ace on your Debit Pile.",
  );
});

it("leaves out a reason that it does not know, which a newer server may give", () => {
  expect(reasonSentence({ text: "moon" }, scene(), standard)).toBeNull();
});
