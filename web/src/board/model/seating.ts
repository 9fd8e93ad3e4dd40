/** Who sits where, and who belongs together. */
import type { Scene } from "./scene";

/** The seat at the bottom: one's own, or for who only watches the first. */
export function bottomSeat(scene: Scene): number {
  return scene.own ?? 0;
}

/** The other seats, clockwise from the one to the left of the bottom. */
export function otherSeats(scene: Scene): number[] {
  const count = scene.seats.length;
  return Array.from({ length: count - 1 }, (_, distance) => (bottomSeat(scene) + distance + 1) % count);
}

/** The side a seat plays for, where partners play together; null where everybody plays alone. */
export function sideOf(scene: Scene, seat: number): number | null {
  const { sides } = scene.game;
  return sides < scene.seats.length ? seat % sides : null;
}

/** A seat's hand where it may be seen. */
export function openHand(scene: Scene, seat: number): number[] | null {
  if (scene.hands) return scene.hands[seat] ?? [];
  return seat === scene.own ? scene.hand : null;
}
