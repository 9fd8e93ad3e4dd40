/** Positions on the screen. */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The position of a place's top card; of an empty place, its middle, in the size of the card `other` if there is room. */
export function cardRect(place: HTMLElement, other?: Rect): Rect {
  const card = topCard(place);
  const { x, y, width, height } = (card ?? place).getBoundingClientRect();
  if (card || !other) return { x, y, width, height };
  const size = Math.min(1, height / other.height);
  const [wide, high] = [other.width * size, other.height * size];
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
}

/** The visible top card of a place, or the outline of an empty place. */
export function topCard(place: HTMLElement): HTMLElement | null {
  const cards = Array.from(place.querySelectorAll<HTMLElement>(".card, .ghost"));
  return cards.reverse().find((card) => card.offsetWidth) ?? null;
}

/** The distance of a point from a rectangle; 0 inside it. */
export function distanceTo({ x, y, width, height }: Rect, pointX: number, pointY: number): number {
  return Math.hypot(
    Math.max(x - pointX, 0, pointX - (x + width)),
    Math.max(y - pointY, 0, pointY - (y + height)),
  );
}
