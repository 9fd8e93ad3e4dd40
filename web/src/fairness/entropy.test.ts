import { beforeEach, describe, expect, it, vi } from "vitest";

import type { FairPlay } from "../generated/protocol";
import { storeCommitment, storedCommitment } from "./commitments";
import { commit, numberToShow } from "./entropy";
import { commitmentTo } from "./sha256";

const OTHER = commitmentTo("00".repeat(16));

/** Local storage, as a browser has it; vitest runs without one. */
function fakeStorage(): Pick<Storage, "getItem" | "setItem"> {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

function asked(own: string, changes: Partial<FairPlay> = {}): FairPlay {
  return { game: 1, commitment: "5e", commitments: [own, OTHER, ""], entropy: ["", "", ""], showing: true, ...changes };
}

beforeEach(() => vi.stubGlobal("localStorage", fakeStorage()));

describe("the player's number for a shuffle", () => {
  it("is committed to as the server expects it", () => {
    // as in tests/server/test_showing.py
    expect(commitmentTo("a1".repeat(16))).toBe("7ded409c2c3482ea4b4d04770ba5d24df7d1a8bb9766ba6381657937648af1f8");
  });

  it("is shown when every seat has committed to its own, and what is fixed is stored", () => {
    const own = commit();
    const number = numberToShow("table", asked(own), 0)!;
    expect(commitmentTo(number)).toBe(own);
    expect(number).toHaveLength(32);
    expect(storedCommitment("table", 1)!.seats).toEqual([own, OTHER, commitmentTo("")]);
    expect(numberToShow("table", asked(own, { entropy: ["", "00".repeat(16), ""] }), 0)).toBe(number);
  });

  it("is not shown before, nor for a commitment of another browser", () => {
    const own = commit();
    expect(numberToShow("table", asked(own, { showing: false }), 0)).toBeNull();
    expect(numberToShow("table", asked(OTHER), 0)).toBeNull();
    expect(numberToShow("table", asked(own), 1)).toBeNull();
    expect(storedCommitment("table", 1)).toBeNull();
  });

  it("is shown by a page that was loaded again", async () => {
    const own = commit();
    vi.resetModules();
    const again = await import("./entropy");
    expect(commitmentTo(again.numberToShow("table", asked(own), 0)!)).toBe(own);
  });

  it("is shown by a browser that stores nothing", () => {
    vi.stubGlobal("localStorage", undefined);
    const own = commit();
    expect(commitmentTo(numberToShow("table", asked(own), 0)!)).toBe(own);
  });

  it("is not shown if the server has changed its commitment", () => {
    const own = commit();
    storeCommitment("table", asked(own, { showing: false }));
    expect(numberToShow("table", asked(own, { commitment: "0f" }), 0)).toBeNull();
  });

  it("is not shown again if the commitments of others have changed since, and the first ones count", () => {
    const own = commit();
    numberToShow("table", asked(own), 0);
    const changed = asked(own, { commitments: [own, commitmentTo("11".repeat(16)), ""] });
    expect(numberToShow("table", changed, 0)).toBeNull();
    expect(storedCommitment("table", 1)!.seats![1]).toBe(OTHER);
  });

  it("is a new one after a shuffle that failed, and so are the commitments that count", () => {
    numberToShow("table", asked(commit()), 0);
    const own = commit();
    const changed = asked(own, { commitments: [own, commitmentTo("11".repeat(16)), ""] });
    expect(commitmentTo(numberToShow("table", changed, 0)!)).toBe(own);
    expect(storedCommitment("table", 1)!.seats).toEqual([own, commitmentTo("11".repeat(16)), commitmentTo("")]);
  });
});
