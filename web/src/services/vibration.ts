/** Short vibrations, on phones that can. */
import { wantsLessMotion } from "./motion";
import { settings } from "./settings.svelte";

export type Vibration = "laid" | "turn" | "won";

const PATTERNS: Record<Vibration, number | number[]> = { laid: 8, turn: 20, won: [30, 70, 30, 70, 60] }; // ms on, off, on …

/** Whether this is a device that one holds in the hand and that can vibrate. Where less motion is wanted, it keeps still. */
export function canVibrate(): boolean {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches && !wantsLessMotion();
}

export function vibrate(as: Vibration): void {
  // Before the first press browsers refuse, and complain
  if (settings.vibration && navigator.userActivation?.hasBeenActive && canVibrate()) navigator.vibrate(PATTERNS[as]);
}
