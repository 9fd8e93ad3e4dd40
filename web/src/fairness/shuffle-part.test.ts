import { beforeEach, describe, expect, it, vi } from "vitest";

import type { FairPlay, Update } from "../generated/protocol";
import type { TableRequest } from "../net/table-socket.svelte";
import { storedCommitment } from "./commitments";
import { commitmentTo } from "./sha256";
import { ShufflePart } from "./shuffle-part";

const OTHER = commitmentTo("00".repeat(16));

let sent: TableRequest[];
let part: ShufflePart;

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  sent = [];
  part = new ShufflePart("table", async (request) => sent.push(request));
});

function update(fair: Partial<FairPlay>, { phase = "gathering", seat = 0 as number | null, withheld = [] as number[] } = {}): Update {
  const commitments = ["", ""];
  return {
    table: { phase, fair: { game: 1, commitment: "5e", entropy: ["", ""], commitments, showing: false, ...fair } },
    own: seat === null ? null : { seat },
    happened: withheld.map((each) => ({ type: "withheld", seat: each })),
  } as unknown as Update;
}

function promised(): string {
  const request = part.ready();
  return (request.type === "ready" && request.commitment) || "";
}

describe("the page's part in a shuffle", () => {
  it("is to show its number once, when every seat has promised one", () => {
    const own = promised();
    part.receive(update({ commitments: [own, ""] }));
    expect(sent).toEqual([]);
    part.receive(update({ commitments: [own, OTHER], showing: true }));
    part.receive(update({ commitments: [own, OTHER], showing: true, entropy: ["", "00".repeat(16)] }));
    expect(sent).toHaveLength(1);
    expect(sent[0]!.type === "show" && commitmentTo(sent[0]!.entropy)).toBe(own);
  });

  it("ends with the deal, of which it stores the numbers", () => {
    const own = promised();
    const fixed = { commitments: [own, OTHER] };
    part.receive(update({ ...fixed, showing: true }));
    part.receive(update({ ...fixed, entropy: ["aa", "bb"] }, { phase: "playing" }));
    expect(storedCommitment("table", 1)).toEqual({ commitment: "5e", entropy: ["aa", "bb"], seats: [own, OTHER] });
  });

  it("stores no promise that it sees only after the deal", () => {
    part.receive(update({}, { phase: "playing" }));
    expect(storedCommitment("table", 1)).toBeNull();
  });

  it("forgets what the seats promised if the game began with another number of the player's, or without the player", () => {
    for (const [own, seat] of [["0f", 0], ["", null]] as const) {
      part = new ShufflePart(`table ${own}`, async () => {});
      part.receive(update({ commitments: [promised(), OTHER], showing: true }));
      part.receive(update({ commitments: [own, OTHER], entropy: ["aa", "bb"] }, { phase: "playing", seat }));
      expect(storedCommitment(`table ${own}`, 1)).toEqual({ commitment: "5e", entropy: ["aa", "bb"] });
    }
  });

  it("is to be ready again with a new number, if another seat withholds its own", () => {
    const own = promised();
    part.receive(update({ commitments: [own, OTHER], showing: true }));
    part.receive(update({}, { withheld: [1] }));
    expect(sent.map(({ type }) => type)).toEqual(["show", "ready"]);
    expect(sent[1]).not.toMatchObject({ commitment: own });
  });

  it("is not to be ready again for ever, nor after a fault of its own, nor for a spectator", () => {
    part.receive(update({ commitments: [promised(), OTHER], showing: true }));
    part.receive(update({}, { withheld: [0] }));
    part.receive(update({}, { withheld: [1], seat: null }));
    for (let attempt = 0; attempt < 5; attempt++) part.receive(update({}, { withheld: [1] }));
    expect(sent.map(({ type }) => type)).toEqual(["show", "ready", "ready", "ready"]);
  });
});
