/** The sides of a game with partners. */
import type { TableOptions } from "../generated/protocol";
import { seatsBySide } from "../kernel/sides";
import { findEdition, type Edition } from "./editions";

/** The seats of each side, who sit alternately; none for a number of players that makes no partners. */
export function sidesOf(edition: Edition, players: number): number[][] {
  return seatsBySide(players, edition.sides[players] ?? 0);
}

/** Who plays with whom at a table: “Ann + North, West + East”. */
export function sidesText(options: TableOptions, names: readonly string[]): string {
  const sides = sidesOf(findEdition(options.edition ?? ""), names.length);
  return sides.map((side) => side.map((seat) => names[seat]!).join(" + ")).join(", ");
}
