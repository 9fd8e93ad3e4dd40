/** The log of a local table: everything that was decided. The state of a table is what its entries make of it. */
import type { TableOptions } from "../generated/protocol";

/** A finished or running game that a table goes on with, after some of its moves. */
export interface Origin {
  key: string;
  dealer: number | null;
  first: number;
  moves: string[];
  names: string[];
}

export type Entry =
  /** Without a name the player is called after their side of the table. */
  | { type: "opened"; at: number; options: TableOptions; name: string | null; origin?: Origin }
  /** The key makes every shuffle of the game. */
  | { type: "dealt"; at: number; key: string }
  | { type: "moved"; at: number; move: string }
  /** The last moves were taken back. */
  | { type: "undone"; at: number; moves: number };
