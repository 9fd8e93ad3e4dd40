/** How long a replay that plays by itself shows each frame. */
import { cardsFly, TIMES } from "../board/motion/pace";
import type { Pace } from "../services/settings.svelte";

const SHORTEST = 60; // ms

/** ms that a frame with this number of events is shown: time to look and, if cards fly, for them to land. */
export function frameTime(pace: Pace, events: number): number {
  const flights = cardsFly() ? Math.min(events, 4) / 2 : 0;
  return SHORTEST + TIMES[pace].event * (0.5 + flights);
}
