/** Flourishes: short signs above the board for what happens rarely. They move nothing and are gone by themselves. */
import { mount, unmount } from "svelte";

import type { Place } from "../model/places";
import FlourishShown from "./Flourish.svelte";
import { cardRect, type Rect } from "./geometry";

/** A run is complete; a stock pile is nearly empty; a seat has won. */
export type Flourish = "completed" | "low" | "won";

const STAYS: Record<Flourish, number> = { completed: 700, low: 900, won: 1_600 }; // ms

/** Shows a flourish at a place or a seat. */
export function flourish(kind: Flourish, at: Place | number, board: HTMLElement): void {
  const layer = board.querySelector(".air");
  const found = board.querySelector<HTMLElement>(typeof at === "number" ? `[data-seat="${at}"]` : `[data-place="${at}"]`);
  if (!layer || !found) return;
  const { x, y, width, height } = rectOf(kind, found);
  const origin = layer.getBoundingClientRect();
  const rect = { x: x - origin.x, y: y - origin.y, width, height };
  const shown = mount(FlourishShown, { target: layer, props: { kind, rect, time: STAYS[kind] } });
  setTimeout(() => void unmount(shown), STAYS[kind]);
}

/** The part of a place or a seat that a flourish is about. */
function rectOf(kind: Flourish, found: HTMLElement): Rect {
  if (kind === "completed") return cardRect(found);
  const part = kind === "low" ? found.querySelector(".tab") : null;
  return (part ?? found).getBoundingClientRect();
}
