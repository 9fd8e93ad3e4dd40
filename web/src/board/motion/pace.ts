/** How much time a board takes to show what others do. */
import { wantsLessMotion } from "../../services/motion";
import { settings, type Pace } from "../../services/settings.svelte";

interface Times {
  /** ms for an event. */
  event: number;
  /** ms for everything that waits to be shown, however much it is: a round of six players. */
  round: number;
  /** ms for the cards of a deal. */
  deal: number;
}

export const TIMES: Record<Pace, Times> = {
  calm: { event: 600, round: 7_000, deal: 1_100 },
  quick: { event: 220, round: 1_500, deal: 500 },
  instant: { event: 0, round: 0, deal: 0 },
};
/** The part of its time that an event takes where it only fades in, because the system asks for less motion. */
const WITHOUT_FLIGHT = 1 / 3;
const SHORTEST_FLIGHT = 60; // ms; a shorter one is only a flicker
/** ms: whoever thinks for longer is waited for in any case, and what they then do is seen. */
const LONG_WAIT = 1_000;

/** Whether cards fly. */
export function cardsFly(): boolean {
  return settings.flights && !wantsLessMotion();
}

/** ms in which a deal is seen; 0 if it is not. */
export function dealTime(pace: Pace): number {
  return cardsFly() ? TIMES[pace].deal : 0;
}

/** The time of one event, and whether it is enough to see a card fly. */
export interface Beat {
  time: number;
  flies: boolean;
}

/**
 * Divides the time of a round among its events: the more are waiting, the less each takes. For a player, a round lasts from
 * their own move to their next turn, and the time in which bots think is part of it.
 */
export class Round {
  #end = 0;
  #isAwaited = false;
  /** Until when something was shown of a round that the player waits for. */
  #shownUntil = -Infinity;

  /** Begins the round of the others, for which a player waits who has moved. */
  awaitOthers(pace: Pace, now = performance.now()): void {
    this.#isAwaited = true;
    this.#begin(pace, now);
    this.pause(now);
  }

  /** Goes on with the round that the player waits for, or begins one. */
  resume(pace: Pace, now = performance.now()): void {
    if (now - this.#shownUntil > LONG_WAIT) this.#begin(pace, now);
  }

  /** Everything is shown that has happened until now. */
  pause(now = performance.now()): void {
    if (this.#isAwaited) this.#shownUntil = now;
  }

  #begin(pace: Pace, now: number): void {
    this.#end = now + TIMES[pace].round;
  }

  isOver(now = performance.now()): boolean {
    return now >= this.#end;
  }

  beat(pace: Pace, waiting: number, now = performance.now()): Beat {
    const share = settings.flights ? Math.min(TIMES[pace].event, Math.max(0, this.#end - now) / waiting) : 0;
    const flies = share >= SHORTEST_FLIGHT && cardsFly();
    return { time: flies || share < SHORTEST_FLIGHT ? share : share * WITHOUT_FLIGHT, flies };
  }
}
