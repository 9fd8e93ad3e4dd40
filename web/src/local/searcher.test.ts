import { expect, it } from "vitest";

import { DICE_SIZE } from "../generated/kernel";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import { parametersOf, worldsOf, type Choose } from "./chooser";
import { LocalGame } from "./game";
import { searcher } from "./searcher";

const GRANDMASTER = "grandmaster";
const SEATING = { edition: "mattel-2003", players: 2, sides: 2, stock: 30, dealer: null, youngest: 0 };
/** What tests/web/test_kernel.py finds on a core, from the same deal and dice. */
const OPENING: string[] = ["s>b1", "h4>d1", "h6>d1", "h1>b2", "h4>d1", "h6>d1", "hW>b1", "h3>b1", "s>b1", "h4>d1", "h1>b3", "h1>b4", "h2>b2", "h7>d2"];

const faces = Uint8Array.from({ length: DICE_SIZE }, (_, at) => (at ? 0 : 1));
const parameters = parametersOf(GRANDMASTER, "mattel-2003", 2, 2);

function grandmaster(): Choose {
  return searcher(kernelOfTests(), faces, { ...SEATING, worlds: worldsOf(GRANDMASTER)! });
}

it("opens a game with the same moves as on a core, whoever sits where", () => {
  const game = new LocalGame(kernelOfTests(), SEATING, new Uint8Array(32));
  const choose = grandmaster();
  for (const expected of OPENING) {
    const move = game.textOf(choose(game.seenBy(game.turn), parameters))!;
    expect(move).toBe(expected);
    game.play(move);
  }
});

it("decides the same from the same view and dice", () => {
  const game = new LocalGame(kernelOfTests(), SEATING, new Uint8Array(32).fill(7));
  const view = game.seenBy(game.turn);
  expect(grandmaster()(view, parameters)).toBe(grandmaster()(view, parameters));
});

it("searches only where a bot does", () => {
  expect(worldsOf(GRANDMASTER)).toBeGreaterThan(0);
  expect(worldsOf("master")).toBeNull();
});
