/** The record of a local game, as `skipbo verify` reads it, and its replay: docs/records.md. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

import { findEdition } from "../catalogue/editions";
import type { Frame, Replay, TableEvent } from "../generated/protocol";
import type { GameRecord } from "../kernel/game-record";
import type { Kernel } from "../kernel/module";
import { seatsBySide } from "../kernel/sides";
import { LocalGame } from "./game";

const VERSION = 1;

/** The record of a local game has the key that made its shuffles. */
export type LocalRecord = GameRecord & { seed: string };

export function recordOf(game: LocalGame, names: string[], players: string[]): LocalRecord {
  const { edition, players: count, sides, stock } = game.seating;
  const standard = findEdition(edition).stocks[count]!.includes(stock);
  return {
    skipbo: VERSION,
    edition,
    stock,
    house: standard ? {} : { stock },
    referee: "strict",
    seats: names.map((name, seat) => ({ name, player: players[seat]! })),
    teams: seatsBySide(count, sides),
    dealer: game.dealer,
    first: game.first,
    deal: game.deal,
    shuffles: [...game.shuffles],
    moves: [...game.moves],
    result: game.outcome!,
    seed: bytesToHex(game.key),
    commitment: bytesToHex(sha256(game.key)),
  };
}

/** The replay of game `number` of its table. `dealer` is the one that was known before the deal. */
export function replayOf(kernel: Kernel, record: LocalRecord, dealer: number | null, number: number): Replay {
  const { edition, stock, seats, teams, first, referee } = record;
  const seating = { edition, players: seats.length, sides: teams.length, stock, dealer, youngest: first };
  const game = new LocalGame(kernel, seating, hexToBytes(record.seed));
  const frame = (by: number | null, move: string | null, happened: TableEvent[]): Frame => ({
    by,
    move,
    happened: happened as Frame["happened"],
    game: game.view(number),
    hands: seats.map((_, seat) => game.hand(seat)),
  });
  const frames = [frame(null, null, game.dealt)];
  for (const move of record.moves) frames.push(frame(game.turn, move, game.play(move)!));
  return { edition, referee, stock, seats, teams, dealer: record.dealer, first, frames };
}
