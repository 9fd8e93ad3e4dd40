import { describe, expect, it } from "vitest";

import type { SeatView } from "../generated/protocol";
import { freeSeats, invitationTitle, mayJoin, obstacles, type Inviting } from "./invitation";

function seat(name: string | null, open = name === null): SeatView {
  return { name, person: name !== null, bot: null, ready: false, open };
}

function table(change: Partial<Inviting> = {}): Inviting {
  return { phase: "gathering", options: {}, seats: [seat("Ann"), seat(null), seat(null)], locked: false, ...change };
}

describe("an invitation", () => {
  it("says who invites", () => {
    expect(invitationTitle(table(), 0)).toBe("Ann invites you to a card table");
  });

  it("names nobody who is not known, or whose name the server made up", () => {
    const nameless = "You are invited to a card table";
    expect(invitationTitle(table(), null)).toBe(nameless);
    expect(invitationTitle(table(), undefined)).toBe(nameless); // a server of the last version does not say
    expect(invitationTitle(table({ seats: [seat("Guest 1234")] }), 0)).toBe(nameless);
  });

  it("counts the seats that can be taken", () => {
    expect(freeSeats(table())).toBe("2 free seats");
    expect(freeSeats(table({ locked: true }))).toBe("");
    expect(obstacles(table())).toEqual([]);
  });

  it("offers to watch where every seat is taken, and says so", () => {
    const full = table({ phase: "playing", seats: [seat("Ann"), seat("Bob")] });
    expect(mayJoin(full)).toBe(false);
    expect(obstacles(full)).toEqual(["A game is being played.", "Every seat is taken.", "You can watch."]);
  });

  it("says that a table is locked, and that nobody may watch", () => {
    const closed = table({ locked: true, options: { spectators: false } });
    expect(obstacles(closed)).toEqual(["The owner has locked this table.", "Nobody may watch at this table."]);
  });

  it("lets somebody in whose seat was left in the middle of a game", () => {
    const left = table({ phase: "playing", seats: [seat("Ann"), { ...seat(null), bot: "eager" }] });
    expect(freeSeats(left)).toBe("1 free seat");
    expect(obstacles(left)).toEqual(["A game is being played."]);
  });
});
