/** The record of a finished game: docs/records.md. */
import type { Outcome } from "../generated/protocol";

export interface GameRecord {
  skipbo: number;
  edition: string;
  /** The language of the sheet that was played by, if it is not its first. */
  column?: string | null;
  /** The version of our rulings. */
  rulings?: number;
  stock: number;
  house: { stock?: number };
  referee: string;
  seats: { name: string; player: string }[];
  teams: number[][];
  dealer: number | null;
  first: number;
  deal: Deal;
  shuffles: number[][];
  moves: string[];
  result: Outcome;
  seed?: string | null;
  commitment?: string | null;
}

/** The stock piles and the draw pile before any hand was drawn, top first. */
export interface Deal {
  stocks: number[][];
  draw: number[];
}
