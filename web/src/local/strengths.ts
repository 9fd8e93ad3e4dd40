/** The strengths of sides, by which worlds that are cut short are valued: src/skipbo/bots/searcher/strength.py. */
import strengths from "../generated/strengths.json";
import { findSheet, type Seating } from "../kernel/game";

/** The strengths at a kind of table, which are stored as differences. */
export function strengthsAt({ edition, players, sides }: Pick<Seating, "edition" | "players" | "sides">): number[] {
  let last = 0;
  const kind = `${findSheet(edition).ranks}-ranks ${players}/${sides}`;
  return (strengths as Record<string, number[]>)[kind]!.map((difference) => (last += difference));
}
