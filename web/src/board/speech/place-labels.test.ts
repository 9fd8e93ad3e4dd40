import { describe, expect, it } from "vitest";

import { pileNames } from "../../catalogue/editions";
import { parseMove } from "../model/move-notation";
import { scene } from "../model/scene.fixture";
import { answer } from "./answers";
import { readerOf } from "./event-speech";
import { choiceLabel } from "./event-speech";
import { buildingName, placeLabel } from "./place-labels";

const names = pileNames("mattel-2003");
const name = (place: string, ...rest: never[]) => placeLabel(scene(), place, names, [], ...rest);

describe("the name of a place", () => {
  it("has the card, the hand and what can be done", () => {
    expect(placeLabel(scene(), "h2", names, ["can"])).toBe("7, hand, can be played");
    expect(placeLabel(scene(), "h2", names, ["can"], false)).toBe("7, hand, can be discarded");
    expect(placeLabel(scene(), "h0", names, ["chosen"])).toBe("SKIP-BO card, hand, chosen");
  });

  it("has the number that a building pile has reached, and a wild on top", () => {
    expect(name("b1")).toBe("building pile 1, empty");
    expect(name("b2")).toBe("building pile 2, reached 2 (SKIP-BO card)");
    expect(placeLabel(scene(), "b1", names, ["target"])).toBe("building pile 1, empty, the chosen card can go here");
  });

  it("lists a discard pile from the top down", () => {
    expect(name("0d1")).toBe("discard pile 1: 5 on top, then 9");
    expect(name("0d3")).toBe("discard pile 3: 3");
    expect(name("0d2")).toBe("discard pile 2: no card");
  });

  it("has the player's name for a pile of another player", () => {
    expect(name("0s")).toBe("stock pile: 2, 5 cards left");
    expect(name("1s")).toBe("Ben, stock pile: 12, 5 cards left");
    expect(name("1h")).toBe("Ben, hand, 5 cards");
  });

  it("uses the pile names of the edition", () => {
    const old = pileNames("brownfield-1967");
    expect(placeLabel(scene(), "draw", old, [])).toBe("Stock Pile, 100 cards");
    expect(placeLabel(scene(), "1s", old, [])).toBe("Ben, Debit Pile: Queen, 5 cards left");
    expect(buildingName(1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0], old)).toBe("Building Stack 1, reached the Jack (SKIP-BO card)");
  });
});

describe("an answer", () => {
  const ask = (question: "hand" | "piles" | "others" | "last", shown = scene()) =>
    answer(question, shown, names, [{ type: "discarded", seat: 1, card: 4, pile: 2 }], readerOf(shown));

  it("lists the player's own cards", () => {
    expect(ask("hand")).toBe(
      "Hand: SKIP-BO card, 1, 7, 7. Stock pile: 2, 5 cards left. Discard pile 1: 5 on top, then 9. Discard pile 3: 3.",
    );
  });

  it("lists the shared piles", () => {
    expect(ask("piles")).toContain("Building pile 2, reached 2 (SKIP-BO card). Building pile 3, empty.");
  });

  it("lists the cards of the other players", () => {
    expect(ask("others")).toBe("Ben, hand, 5 cards. Stock pile: 12, 5 cards left.");
  });

  it("describes the last turn", () => {
    expect(ask("last")).toBe("Ben: 4 from hand to discard pile 2.");
  });
});

describe("the announcement of a choice", () => {
  it("names the chosen card and its targets", () => {
    const moves = ["h7>b2", "h7>d1", "h7>d4"].map(parseMove);
    expect(choiceLabel(scene(), "h2", moves, names)).toBe("7 chosen. It can go to: building pile 2; discard pile 1, 4");
  });
});
