/** The strengths of sides, by which worlds that are cut short are valued: src/skipbo/bots/searcher/strength.py. */
import { MOST_CARDS, ONE, WEIGHT_ROW } from "../generated/kernel";
import strengths from "../generated/strengths.json";
import { findSheet, type Seating } from "../kernel/game";

const WEIGHTS = WEIGHT_ROW * (MOST_CARDS + 1);

/** The strengths at a kind of table, which are stored as differences. */
export function strengthsAt(
  { edition, players, sides }: Pick<Seating, "edition" | "players" | "sides">,
  sureness = ONE,
): number[] {
  let last = 0;
  const kind = `${findSheet(edition).ranks}-ranks ${players}/${sides}`;
  return (strengths as Record<string, number[]>)[kind]!.map((difference, place) => {
    last += difference;
    return place < WEIGHTS ? Math.floor((last * sureness) / ONE) : last;
  });
}
