/** Time that passes for the reader's eyes: whoever shows what it answers is shown anew every second. */
import { createSubscriber } from "svelte/reactivity";

const everySecond = createSubscriber((update) => {
  const timer = setInterval(update, 1_000);
  return () => clearInterval(timer);
});

/** Milliseconds since 1970. */
export function now(): number {
  everySecond();
  return Date.now();
}

/** What is left of seconds that were counted at a moment of `performance.now()`. */
export function secondsLeft(seconds: number, countedAt: number): number {
  everySecond();
  return Math.max(0, Math.ceil(seconds - (performance.now() - countedAt) / 1_000));
}
