/** Thinks for the bots of a local table, beside the page. It is given what a seat may see, and nothing else. */
import { chooser } from "./chooser";

export interface Question {
  id: number;
  view: Uint8Array;
  parameters: number[];
}

export interface Choice {
  id: number;
  /** The kernel's number of the move. */
  code: number;
}

const choose = chooser();
choose.catch((error: unknown) => reportError(error)); // which the page hears of

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  const code = (await choose)(data.view, data.parameters);
  postMessage({ id: data.id, code } satisfies Choice);
});
