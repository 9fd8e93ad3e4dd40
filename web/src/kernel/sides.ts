/** The sides of a table, as src/skipbo/game/table.py seats them: their seats sit by turns. */

/** The side that a seat plays for. */
export function sideAt(seat: number, sides: number): number {
  return seat % sides;
}

/** The seats of each side. */
export function seatsBySide(players: number, sides: number): number[][] {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  return Array.from({ length: sides }, (_, side) => seats.filter((seat) => sideAt(seat, sides) === side));
}
