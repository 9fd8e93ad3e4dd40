/** The sides of an analysis: their names, and the lines that stand for them. */
import { sideAt } from "../kernel/sides";

/** The dashes of a side's line, so that lines are told apart without colours. */
export const DASHES = ["none", "7 4", "2 3", "10 3 2 3", "14 4", "4 8"];

/** The names of the sides, from the names of the seats, which sit by turns. */
export function namesOfSides(names: readonly string[], sides: number): string[] {
  return Array.from({ length: sides }, (_, side) => names.filter((_name, seat) => sideAt(seat, sides) === side).join(" & "));
}
