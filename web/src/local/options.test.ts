import { expect, it } from "vitest";

import judged from "../generated/judged-options.json";
import { checkOrigin, settledOptions } from "./options";
import { Refused } from "./refused";

function codeOf(work: () => unknown): string | null {
  try {
    work();
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
  return null;
}

it.each(judged.map(({ options, code }) => [JSON.stringify(options), options, code] as const))(
  "judges %s as the server does",
  (_text, options, code) => {
    expect(codeOf(() => settledOptions(options))).toBe(code);
  },
);

it.each([null, [], "{}", { referee: "kitchen" }])("refuses %j, which only a server may have", (options) => {
  expect(codeOf(() => settledOptions(options))).not.toBeNull();
});

it("fills in what is not named", () => {
  expect(settledOptions({ stock: 3 })).toMatchObject({ stock: 3, players: 2, edition: "mattel-2003", substitute: "eager" });
});

const ORIGIN = { key: "07".repeat(32), dealer: null, first: 0, moves: ["h1>d1"], names: ["Ann", "North"] };

it("lets a table go on with a game of its own number of players", () => {
  expect(codeOf(() => checkOrigin(ORIGIN, settledOptions({})))).toBeNull();
});

it.each([
  { key: "07" },
  { key: null },
  { dealer: 2 },
  { first: -1 },
  { first: 0.5 },
  { moves: "h1>d1" },
  { moves: [1] },
  { names: ["Ann"] },
  { names: undefined },
])("refuses a game with %j to go on with", (change) => {
  expect(codeOf(() => checkOrigin({ ...ORIGIN, ...change } as typeof ORIGIN, settledOptions({})))).toBe("message");
});
