import { beforeEach, describe, expect, it } from "vitest";

import type { Outcome } from "../generated/protocol";
import { kernelOfTests } from "./kernel-of-tests";
import { KernelMatch } from "./match";

function won(winners: number[], points: number): Outcome {
  return { how: "stock", winners, left: [], points };
}

describe("A match", () => {
  let match: KernelMatch;

  beforeEach(() => {
    match = new KernelMatch(kernelOfTests(), 2, 100, null);
  });

  it("adds the points of each game to its winner's side, until a side has enough", () => {
    match.count(won([1, 3], 60));
    match.count(won([], 0));
    match.count(won([0, 2], 45));
    expect(match.view()).toEqual({ points: 100, games: null, played: 3, scores: [45, 60], over: false, leading: [1] });
    match.count(won([0, 2], 55));
    expect(match.view()).toMatchObject({ scores: [100, 60], over: true, leading: [0] });
  });

  it("ends with its last game, and sides that are level have both won", () => {
    match = new KernelMatch(kernelOfTests(), 2, null, 2);
    match.count(won([1], 30));
    expect(match.isOver).toBe(false);
    match.count(won([0], 30));
    expect(match.view()).toMatchObject({ over: true, leading: [0, 1] });
  });
});
