/** Tries decisions of one game beside the page: first it is told the game, then one trial after another. */
import type { GameRecord } from "../kernel/game-record";
import { Kernel } from "../kernel/module";
import type { Decision } from "./analysis";
import { Analyst } from "./analyst";

export interface Trial {
  /** The number of the decision. */
  number: number;
  /** In how many more worlds it is tried. */
  count: number;
}

/** The answer to a game: how many decisions it has. */
export interface Opened {
  decisions: number;
}

/** The answer to a trial. */
export interface Tried {
  number: number;
  decision: Decision;
}

let analyst: Promise<Analyst>;

addEventListener("message", async ({ data }: MessageEvent<GameRecord | Trial>) => {
  try {
    if ("moves" in data) {
      analyst = Kernel.load().then((kernel) => new Analyst(kernel, data));
      postMessage({ decisions: (await analyst).segments.length } satisfies Opened);
    } else {
      const { number, count } = data;
      postMessage({ number, decision: (await analyst).try(number, count) } satisfies Tried);
    }
  } catch (error) {
    reportError(error); // which the page hears of
  }
});
