/** Thinks for the bots of a local table, beside the page. It is given what a seat may see, and nothing else. */
import { Kernel } from "../kernel/module";
import { advisor, type Advice } from "./advisor";
import { chooser, randomFaces, type Choose } from "./chooser";
import type { Searching } from "./searcher";

export interface Question {
  id: number;
  view: Uint8Array;
  parameters: number[];
  /** Whether not only a move is wanted, but why. */
  wantsAdvice: boolean;
  /** How a bot searches; null for a bot that does not. */
  searching: Searching | null;
}

export interface Thought {
  id: number;
  /** The kernel's number of the move, or the advice that was wanted. */
  thought: number | Advice;
}

const thinking = Kernel.load().then((kernel) => ({ kernel, choose: chooser(kernel), advise: advisor(kernel) }));
/** Bots that search, by kind of table. */
const searchers = new Map<string, Promise<Choose>>();

/** What only they need is loaded when the first of them thinks. */
function searcherFor(kernel: Kernel, searching: Searching): Promise<Choose> {
  const kind = JSON.stringify(searching);
  const found = searchers.get(kind) ?? import("./searcher").then(({ searcher }) => searcher(kernel, randomFaces(), searching));
  searchers.set(kind, found);
  found.catch(() => searchers.delete(kind)); // it may be had another time
  return found;
}

addEventListener("message", async ({ data: { id, view, parameters, wantsAdvice, searching } }: MessageEvent<Question>) => {
  try {
    const { kernel, choose, advise } = await thinking;
    const think = wantsAdvice ? advise : searching ? await searcherFor(kernel, searching) : choose;
    postMessage({ id, thought: think(view, parameters) } satisfies Thought);
  } catch (error) {
    reportError(error); // which the page hears of
  }
});
