import { describe, expect, it } from "vitest";

import { pileNames } from "../catalogue/editions";
import type { TableLog } from "../generated/protocol";
import type { TableEvent } from "../net/events";
import { byTurn, chapterOf, entriesOf, fromLatestDeal, turnsAround, withCast, type LogEntry } from "./game-log";

const to = { names: pileNames("mattel-2003"), seats: ["Ann", "Ben"], own: 0 };
const cast = { names: ["Ann", "Ben"], own: 0 };
const dealt: TableEvent = { type: "dealt", dealer: 1, first: 0 };
const turn = (seat: number): TableEvent => ({ type: "turn_began", seat });
const discard = (seat: number, card: number): TableEvent => ({ type: "discarded", seat, card, pile: 1 });
const draw = (seat: number): TableEvent => ({ type: "drew", seat, count: 5, cards: null });
const build = (seat: number): TableEvent => ({
  type: "played",
  seat,
  card: 1,
  source: "hand",
  owner: seat,
  number: 0,
  pile: 1,
  stands_for: 1,
});

function chapters(log: readonly LogEntry[]) {
  return byTurn(log).map((each) => chapterOf(each, to));
}

function summaries(log: readonly LogEntry[]): string[] {
  return chapters(log).map(({ summary }) => summary);
}

describe("the log", () => {
  it("has a chapter for every turn, each line with the move it belongs to", () => {
    const log = [...withCast([dealt, turn(0)], 3, cast), ...withCast([discard(0, 5), turn(1), draw(1)], 4, cast)];
    expect(chapters(log)).toEqual([
      { key: "3", summary: "The deal", own: false, lines: [{ text: "The cards are dealt. Dealer: Ben.", at: 3 }] },
      {
        key: "3+",
        summary: "You: discarded 5",
        own: true,
        lines: [
          { text: "Your turn.", at: 3 },
          { text: "You: 5 from hand to discard pile 1.", at: 4 },
        ],
      },
      { key: "4", summary: "Ben: a turn begins", own: false, lines: [{ text: "Ben: 5 cards drawn.", at: 4 }] },
    ]);
  });

  it("sums a turn up", () => {
    const log = withCast([turn(1), draw(1), build(1), build(1), discard(1, 0), turn(0), { type: "passed", seat: 0 }], 1, cast);
    expect(summaries(log)).toEqual(["Ben: 2 cards played, discarded SKIP-BO card", "You: passed"]);
  });

  it("gives the moves after an undo to the player who makes them again", () => {
    const undone: TableEvent = { type: "undone", seat: 1, moves: 1 };
    const log = withCast([turn(1), discard(1, 3), turn(0), undone, discard(1, 4)], 1, cast);
    expect(summaries(log)).toEqual(["Ben: discarded 3", "You: a turn begins", "Ben: 1 move taken back, discarded 4"]);
  });

  it("does not contain the chat", () => {
    expect(withCast([{ type: "said", seat: 1, text: "hello" }], 3, cast)).toEqual([]);
  });

  it("begins with the latest deal, and with the draw for its dealer", () => {
    const log = withCast([dealt, turn(0), { type: "drew_for_dealer", rounds: [[{ seat: 0, card: 7 }]] }, dealt, turn(1)], 1, cast);
    expect(fromLatestDeal(log).map(({ event }) => event.type)).toEqual(["drew_for_dealer", "dealt", "turn_began"]);
    expect(summaries(fromLatestDeal(log))).toEqual(["The deal", "Ben: a turn begins"]);
    expect(fromLatestDeal(log.slice(1, 2))).toEqual(log.slice(1, 2));
  });

  it("names the players of then, and says “you” only of what the reader did", () => {
    const log: TableLog = {
      game: 1,
      version: 8,
      names: ["Dan", "Ben"],
      steps: [
        { version: 4, happened: [turn(0), discard(0, 5)] },
        { version: 6, happened: [{ type: "left_table", seat: 0, kicked: false }] },
        { version: 7, happened: [{ type: "sat", seat: 0, name: "Ann" }] },
        { version: 8, happened: [turn(0), discard(0, 6)] },
      ],
    };
    const shown = chapters(entriesOf(log, 0));
    expect(shown.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual([
      "Dan: a turn begins.",
      "Dan: 5 from hand to discard pile 1.",
      "Dan leaves the table.",
      "You sit down.",
      "Your turn.",
      "You: 6 from hand to discard pile 1.",
    ]);
    expect(shown.map(({ own }) => own)).toEqual([false, true]);
    expect(shown.map(({ summary }) => summary)).toEqual(["Dan: discarded 5", "You: discarded 6"]);
  });

  it("shows a few turns of a game, however long it is", () => {
    const happened = Array.from({ length: 5_000 }, (_, number) => [turn(number % 2), discard(number % 2, 4)]);
    const turns = byTurn(happened.flatMap((each, at) => withCast(each, at, cast)));
    expect(turns.length).toBe(5_000);
    expect(new Set(turns.map(({ key }) => key)).size).toBe(5_000);
    expect(turnsAround(turns, 4_999, 9, 0).map(({ key }) => key)).toEqual(turns.slice(-10).map(({ key }) => key));
    expect(turnsAround(turns, 2, 9, 9).map(({ key }) => key)).toEqual(turns.slice(0, 12).map(({ key }) => key));
  });
});
