/** The sides of an analysis: their names, and the lines that stand for them. */
import { sideAt } from "../kernel/sides";

/** The dashes of a side's line, so that lines are told apart without colours. */
export const DASHES = ["none", "7 4", "2 3", "10 3 2 3", "14 4", "4 8"];

/** The names of the sides, or something else that is said of them, from that of the seats, which sit by turns. */
export function bySide(texts: readonly string[], sides: number): string[] {
  return Array.from({ length: sides }, (_, side) => texts.filter((_text, seat) => sideAt(seat, sides) === side).join(" & "));
}
