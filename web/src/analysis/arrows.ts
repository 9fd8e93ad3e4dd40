/** The geometry of arrows between places of the board, in pixels. */
import type { Rect } from "../board/motion/geometry";

export interface Arrow {
  /** The shaft and the head, as paths. */
  shaft: string;
  head: string;
  /** Where its number stands. */
  x: number;
  y: number;
}

const BEND = 0.12; // of the length, so that arrows back and forth lie apart
const HEAD = 16;
const HALF = 8; // of the width of the head

/** An arrow from the middle of a place to that of another. */
export function arrowBetween(from: Rect, to: Rect): Arrow {
  const [startX, startY, endX, endY] = [...middle(from), ...middle(to)];
  const [wide, high] = [endX - startX, endY - startY];
  const length = Math.hypot(wide, high) || 1;
  const [bendX, bendY] = [startX + wide / 2 + high * BEND, startY + high / 2 - wide * BEND];
  const angle = Math.atan2(endY - bendY, endX - bendX);
  const reach = Math.min(HEAD, length);
  const [neckX, neckY] = [endX - reach * Math.cos(angle), endY - reach * Math.sin(angle)];
  const corner = (side: number): string => point(neckX - side * HALF * Math.sin(angle), neckY + side * HALF * Math.cos(angle));
  return {
    shaft: `M${point(startX, startY)}Q${point(bendX, bendY)} ${point(neckX, neckY)}`,
    head: `M${point(endX, endY)}L${corner(1)}L${corner(-1)}Z`,
    x: (startX + 2 * bendX + neckX) / 4,
    y: (startY + 2 * bendY + neckY) / 4,
  };
}

function middle({ x, y, width, height }: Rect): [number, number] {
  return [x + width / 2, y + height / 2];
}

function point(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
