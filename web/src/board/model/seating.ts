/** The arrangement of the seats: positions, sides, visible hands. */
import { sideAt } from "../../kernel/sides";
import type { Scene } from "./scene";

/** The seat at the bottom: the player's own or, for a spectator, the first. */
export function bottomSeat(scene: Scene): number {
  return scene.own ?? 0;
}

/** The other seats, clockwise from the one to the left of the bottom. */
export function otherSeats(scene: Scene): number[] {
  const count = scene.seats.length;
  return Array.from({ length: count - 1 }, (_, distance) => (bottomSeat(scene) + distance + 1) % count);
}

/** The side of a seat in a game with partners, otherwise null. */
export function sideOf(scene: Scene, seat: number): number | null {
  const { sides } = scene.game;
  return sides < scene.seats.length ? sideAt(seat, sides) : null;
}

/** The other seats of a seat's side, in a game with partners. */
export function partnersOf(scene: Scene, seat: number): number[] {
  const side = sideOf(scene, seat);
  if (side === null) return [];
  return scene.seats.flatMap((_, other) => (other !== seat && sideOf(scene, other) === side ? other : []));
}

/** A seat's hand; null if it is hidden. */
export function openHand(scene: Scene, seat: number): number[] | null {
  if (scene.hands) return scene.hands[seat] ?? [];
  return seat === scene.own ? scene.hand : null;
}
