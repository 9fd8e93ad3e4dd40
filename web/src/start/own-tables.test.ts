import { describe, expect, it } from "vitest";

import type { OwnTable } from "../generated/protocol";
import { company, turnOf, unfinished } from "./own-tables";

const seat = (name: string | null, bot: string | null) => ({ name, bot, person: name !== null, open: !name && !bot });
const own = (id: string, phase: string, seats = [seat("Ann", null), seat(null, "steady")]) =>
  ({ table: { id, phase, seats }, seat: 0, changed_at: 0 }) as unknown as OwnTable;

describe("the tables to go on with", () => {
  it("are games that are being played, then tables that wait for players, and nothing that is over", () => {
    const found = unfinished([own("a", "gathering"), own("b", "between"), own("c", "playing"), own("d", "playing")]);
    expect(found.map(({ table }) => table.id)).toEqual(["c", "d", "a"]);
  });

  it("are told by who else is there", () => {
    expect(company(own("a", "playing"))).toBe("With Baru");
    expect(company(own("a", "gathering", [seat("Ann", null), seat(null, null)]))).toBe("A table that waits for players");
  });

  it("are told by whose turn it is, where that is known", () => {
    expect(turnOf({ ...own("a", "playing"), turn: 0 })).toEqual(["Your turn"]);
    expect(turnOf({ ...own("a", "playing"), turn: 1 })).toEqual(["It is the turn of Baru"]);
    expect(turnOf(own("a", "playing"))).toEqual([]);
  });
});
