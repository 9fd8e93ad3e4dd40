/** Thinks for the bots of a local table, beside the page. It is given what a seat may see, and nothing else. */
import { Kernel } from "../kernel/module";
import { advisor, type Advice } from "./advisor";
import { chooser } from "./chooser";

export interface Question {
  id: number;
  view: Uint8Array;
  parameters: number[];
  /** Whether not only a move is wanted, but why. */
  wantsAdvice: boolean;
}

export interface Thought {
  id: number;
  /** The kernel's number of the move, or the advice that was wanted. */
  thought: number | Advice;
}

const thinking = Kernel.load().then((kernel) => ({ choose: chooser(kernel), advise: advisor(kernel) }));
thinking.catch((error: unknown) => reportError(error)); // which the page hears of

addEventListener("message", async ({ data: { id, view, parameters, wantsAdvice } }: MessageEvent<Question>) => {
  const { choose, advise } = await thinking;
  postMessage({ id, thought: (wantsAdvice ? advise : choose)(view, parameters) } satisfies Thought);
});
