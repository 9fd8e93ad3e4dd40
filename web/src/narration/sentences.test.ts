import { beforeAll, describe, expect, it, vi } from "vitest";

import { pileNames } from "../catalogue/editions";
import french from "../generated/words/fr.json";
import { useLanguage } from "../i18n/i18n.svelte";
import type { TableEvent } from "../net/events";
import { narrateKitchens } from "./kitchen-sentences";
import type { Reader } from "./reader";
import { sentenceOf, sentencesOf } from "./sentences";

const ann: Reader = { names: pileNames("mattel-2003"), seats: ["Ann", "Ben", "Cleo", "Dan"], own: 0 };
const watcher: Reader = { ...ann, own: null };

const played = (more: object): TableEvent =>
  ({ type: "played", seat: 1, card: 7, source: "hand", owner: 1, number: 0, pile: 2, stands_for: 7, ...more }) as TableEvent;

describe("the sentence of an event", () => {
  beforeAll(async () => {
    (globalThis as { document?: unknown }).document ??= { documentElement: {} };
    await useLanguage("en");
    narrateKitchens();
  });

  it.each<[TableEvent, string]>([
    [played({}), "Ben: 7 from hand to building pile 2."],
    [played({ source: "stock" }), "Ben: 7 from stock pile to building pile 2."],
    [played({ source: "discard", number: 3 }), "Ben: 7 from discard pile 3 to building pile 2."],
    [played({ card: 0 }), "Ben: SKIP-BO card as 7 from hand to building pile 2."],
    [played({ source: "stock", owner: 3 }), "Ben: 7 from stock pile (Dan) to building pile 2."],
    [played({ seat: 0, owner: 0 }), "You: 7 from hand to building pile 2."],
    [{ type: "drew", seat: 1, count: 1, cards: null }, "Ben: 1 card drawn."],
    [{ type: "drew", seat: 1, count: 5, cards: null }, "Ben: 5 cards drawn."],
    [{ type: "drew", seat: 0, count: 2, cards: [0, 12] }, "You draw: SKIP-BO card, 12."],
    [
      { type: "drew_for_dealer", rounds: [[{ seat: 0, card: 9 }, { seat: 1, card: 0 }, { seat: 2, card: 9 }], [{ seat: 0, card: 3 }, { seat: 2, card: 11 }]] },
      "Drawn for the deal: You 9, Ben SKIP-BO card, Cleo 9. Those who tie draw again: You 3, Cleo 11.",
    ],
    [{ type: "turn_began", seat: 0 }, "Your turn."],
    [{ type: "discarded", seat: 2, card: 0, pile: 4 }, "Cleo: SKIP-BO card from hand to discard pile 4."],
    [{ type: "called", seat: 1, called: 0, ground: "talk" }, "Ben calls you, because you have talked."],
    [{ type: "called", seat: 1, called: 2, ground: "none" }, "Ben calls Cleo without ground. Nothing changes."],
    [{ type: "called", seat: 0, called: 2, ground: "irregular" }, "You call Cleo, who plays out of turn."],
    [{ type: "irregular_turn", seat: 0, turn: 1 }, "You play out of turn. It is the turn of Ben."],
    [{ type: "irregular_turn", seat: 1, turn: 0 }, "Ben plays out of turn. It is your turn."],
    [{ type: "undo_answered", seat: 0, agree: false }, "You do not agree to the undo."],
    [{ type: "undone", seat: 2, moves: 2 }, "Cleo: 2 moves taken back."],
    [{ type: "withheld", seat: 1 }, "Ben: no number for the shuffle. It begins again with new numbers."],
    [{ type: "withheld", seat: 0 }, "Your number for the shuffle did not arrive. Say again that you are ready."],
    [{ type: "sat", seat: 3, name: "Dora" }, "Dora sits down."],
  ])("%j", (event, sentence) => {
    expect(sentenceOf(event, ann)).toBe(sentence);
  });

  it("calls the cards of 1967 by their names", () => {
    const old: Reader = { ...ann, names: pileNames("brownfield-1967") };
    expect(sentenceOf(played({ card: 12, stands_for: 12 }), old)).toBe("Ben: the Queen from hand to Building Stack 2.");
    expect(sentenceOf(played({ card: 0, stands_for: 1 }), old)).toBe("Ben: SKIP-BO card as the Ace from hand to Building Stack 2.");
    expect(sentenceOf({ type: "drew", seat: 0, count: 3, cards: [1, 7, 13] }, old)).toBe("You draw: Ace, 7, King.");
    expect(sentenceOf({ type: "discarded", seat: 2, card: 11, pile: 4 }, old)).toBe("Cleo: the Jack from hand to Discard Pile 4.");
  });

  it("names the winners, and says “you” to a winner", () => {
    const ended: TableEvent = { type: "ended", outcome: { how: "stock", winners: [0, 2], left: [0, 3, 0, 4], points: 60 } };
    expect(sentenceOf(ended, ann)).toBe(
      "Your side has won the game and scores 60. Cards left in the stock piles: You 0, Ben 3, Cleo 0, Dan 4.",
    );
    expect(sentenceOf(ended, watcher)).toContain("The game is won by Ann + Cleo. Points: 60.");
  });

  it("leaves out the start of a turn if a draw follows", () => {
    const sentences = sentencesOf([{ type: "turn_began", seat: 1 }, { type: "drew", seat: 1, count: 5, cards: null }], ann);
    expect(sentences).toEqual([{ seat: 1, text: "Ben: 5 cards drawn.", index: 1 }]);
  });

  it("names the cards that others draw when cards are open", () => {
    expect(sentenceOf({ type: "drew", seat: 1, count: 2, cards: [3, 0] }, watcher)).toBe("Ben: drawn: 3, SKIP-BO card.");
  });

  it("is in the reader's language", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(french)));
    await useLanguage("fr");
    expect(sentenceOf({ type: "turn_began", seat: 0 }, ann)).not.toBe("Your turn.");
    expect(String(pileNames("mattel-2003").stock)).toBe(french.names["mattel-2003"].stock.singular);
    await useLanguage("en");
    vi.unstubAllGlobals();
  });
});
