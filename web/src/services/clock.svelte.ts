/** The current time as reactive state: what depends on it is updated every second. */
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

/** The rest of a countdown that stood at `seconds` at the moment `countedAt` of `performance.now()`. */
export function secondsLeft(seconds: number, countedAt: number): number {
  everySecond();
  return Math.max(0, Math.ceil(seconds - (performance.now() - countedAt) / 1_000));
}
