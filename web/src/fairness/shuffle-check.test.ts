import { describe, expect, it, vi } from "vitest";

import type { Proof } from "../generated/protocol";
import longVectors from "../generated/long-vectors.json";
import vectors from "../generated/vectors.json";
import type { GameRecord } from "../kernel/game-record";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import { checkedSha256, commitmentTo } from "./sha256";
import { checkShuffle as check, UnknownScheme } from "./shuffle-check";
import type { Commitment } from "./commitments";

const games = [...vectors, ...longVectors] as unknown as { proof: Proof; record: GameRecord }[];
const [first] = games as [(typeof games)[0]];
const kernel = kernelOfTests();

const checkShuffle = (proof: Proof, record: GameRecord, stored: Commitment | null) => check(proof, record, stored, kernel);

describe("the shuffle check", () => {
  it.each(games.map((game) => [`${game.record.edition}, ${game.record.seats.length} players, ${game.record.referee}`, game] as const))(
    "passes for a game of the engine: %s",
    async (_name, { proof, record }) => {
      expect(await checkShuffle(proof, record, { ...proof, seats: proof.entropy.map(commitmentTo) })).toEqual({
        seen: true,
        bound: true,
        secret: true,
        key: true,
        table: true,
        commitment: true,
        deal: true,
        play: true,
        dealer: expect.toBeOneOf([null, 0, 1]) as unknown,
        additions: proof.entropy.filter(Boolean).length,
      });
    },
  );

  it("has the same hash from the browser and from the library, where a page has no other", async () => {
    for (const length of [0, 1, 55, 56, 64, 1000]) {
      const bytes = new Uint8Array(length).fill(length);
      const own = await checkedSha256(bytes);
      vi.stubGlobal("crypto", {});
      expect(await checkedSha256(bytes)).toEqual(own);
      vi.unstubAllGlobals();
    }
  });

  const changed = (hex: string) => (hex[0] === "0" ? "1" : "0") + hex.slice(1);

  it("notices a secret that does not fit the commitment", async () => {
    expect(await checkShuffle({ ...first.proof, secret: changed(first.proof.secret) }, first.record, null)).toMatchObject({
      seen: null,
      secret: false,
      key: false,
      deal: false,
    });
  });

  it("notices a commitment that changed after the deal", async () => {
    const stored = { commitment: changed(first.proof.commitment), entropy: null };
    expect((await checkShuffle(first.proof, first.record, stored)).seen).toBe(false);
  });

  it("notices an addition that changed after the deal", async () => {
    const stored = { commitment: first.proof.commitment, entropy: first.proof.entropy.map(() => "ab") };
    expect((await checkShuffle(first.proof, first.record, stored)).seen).toBe(false);
  });

  it("notices an addition that a seat had not promised", async () => {
    const { proof, record } = first;
    const stored = { commitment: proof.commitment, entropy: proof.entropy };
    for (const seat of proof.entropy.keys()) {
      const seats = proof.entropy.map((number, other) => commitmentTo(other === seat ? "ab" : number));
      expect(await checkShuffle(proof, record, { ...stored, seats })).toMatchObject({ seen: true, bound: false, key: true });
    }
    expect((await checkShuffle(proof, record, stored)).bound).toBeNull();
  });

  it("notices an addition that was left out", async () => {
    const entropy = first.proof.entropy.map(() => "");
    expect(await checkShuffle({ ...first.proof, entropy }, first.record, null)).toMatchObject({ secret: true, key: false });
  });

  it("notices two cards that changed places", async () => {
    const draw = [...first.record.deal.draw];
    const other = draw.findIndex((card) => card !== draw[0]);
    [draw[0], draw[other]] = [draw[other]!, draw[0]!];
    const record = { ...first.record, deal: { ...first.record.deal, draw } };
    expect(await checkShuffle(first.proof, record, null)).toMatchObject({ key: true, deal: false });
  });

  it.each(["strict", "kitchen"])("notices what was not played by the rules: %s", async (referee) => {
    const { proof, record } = games.find(({ record }) => record.referee === referee && record.moves.length > 4)!;
    const { moves, result } = record;
    const wrong = [
      { moves: ["h1>b5", ...moves] },
      { moves: moves.slice(0, -1) },
      { moves: [...moves, "pass"] },
      { shuffles: [[1, 2, 3]] },
      { result: { ...result, points: result.points + 5 } },
    ];
    for (const lie of wrong) {
      expect(await checkShuffle(proof, { ...record, ...lie }, null)).toMatchObject({ key: true, deal: true, play: false });
    }
  });

  it("notices a commitment of the record to another key, and a table that its sheet does not allow", async () => {
    const { proof, record } = first;
    expect(await checkShuffle(proof, { ...record, commitment: changed(record.commitment!) }, null)).toMatchObject({
      commitment: false,
      deal: true,
      play: true,
    });
    expect(await checkShuffle(proof, { ...record, house: {} }, null)).toMatchObject({ table: false });
  });

  it("refuses an unknown scheme", async () => {
    await expect(checkShuffle({ ...first.proof, scheme: 2 }, first.record, null)).rejects.toThrow(UnknownScheme);
  });
});
