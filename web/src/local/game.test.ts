import { describe, expect, it } from "vitest";

import type { GameView, TableEvent } from "../generated/protocol";
import longVectors from "../generated/long-vectors.json";
import vectors from "../generated/vectors.json";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import { LocalGame } from "./game";
import { recordOf, type LocalRecord } from "./record";

interface Vector {
  record: LocalRecord;
  events: TableEvent[];
  view: GameView;
}

const games = ([...vectors, ...longVectors] as unknown as Vector[]).filter(({ record }) => record.referee === "strict");
const named = games.map((game) => [`${game.record.edition}, ${game.record.seats.length} players`, game] as const);
const EVENTS = ["drew_for_dealer", "dealt", "turn_began", "drew", "shuffled", "played", "completed", "turned", "discarded", "passed", "ended"];

function dealt({ record, events }: Vector): LocalGame {
  const { edition, seats, teams, stock, dealer, first } = record;
  const drawn = events[0]!.type === "drew_for_dealer";
  const seating = { edition, players: seats.length, sides: teams.length, stock, dealer: drawn ? null : dealer, youngest: first };
  return new LocalGame(kernelOfTests(), seating, Uint8Array.from(record.seed.match(/../g)!, (byte) => parseInt(byte, 16)));
}

describe("a game in the page", () => {
  it("is tested with games in which everything happens that can", () => {
    const happened = games.flatMap(({ events }) => events);
    expect(new Set(happened.map(({ type }) => type))).toEqual(new Set(EVENTS));
    const others = happened.filter((event) => event.type === "played" && event.owner !== event.seat);
    expect(new Set(others.map((event) => event.type === "played" && event.source))).toEqual(new Set(["stock", "discard"]));
    expect(new Set(games.map(({ record }) => record.seats.length))).toEqual(new Set([2, 3, 4, 5, 6]));
    expect(new Set(games.map(({ record }) => record.result.how))).toEqual(new Set(["stock", "blocked"]));
  });

  it.each(named)("tells the same as the engine: %s", (_name, vector) => {
    const game = dealt(vector);
    const told = [...game.dealt, ...vector.record.moves.flatMap((move) => game.play(move)!)];
    expect(told).toEqual(vector.events);
    expect(game.view(1)).toMatchObject(vector.view);
  });

  it.each(named)("has the same record: %s", (_name, vector) => {
    const game = dealt(vector);
    for (const move of vector.record.moves) game.play(move);
    const { seats } = vector.record;
    const record = recordOf(game, seats.map(({ name }) => name), seats.map(({ player }) => player));
    expect(vector.record).toMatchObject(record);
  });

  it("refuses what is not legal, and takes moves back", () => {
    const [vector] = games as [Vector];
    const game = dealt(vector);
    const before = game.view(1);
    expect(game.play("h1>b5")).toBeNull();
    const made = vector.record.moves.slice(0, 3);
    for (const move of made) game.play(move);
    game.undo(made.length);
    expect(game.view(1)).toEqual(before);
    expect([game.moves, game.movers, game.shuffles]).toEqual([[], [], []]);
  });
});
