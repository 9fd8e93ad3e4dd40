/** Lets bots think in a worker, so that the page never waits for them. */
import type { Choice, Question } from "./bot-worker";
import { parametersOf } from "./chooser";
import type { LocalTable } from "./table";

export class BotThinker {
  readonly #waiting = new Map<number, { resolve: (code: number) => void; reject: (error: Error) => void }>();
  #worker: Worker | null = null;
  #asked = 0;

  #start(): Worker {
    const worker = new Worker(new URL("./bot-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Choice>) => {
      this.#waiting.get(data.id)?.resolve(data.code);
      this.#waiting.delete(data.id);
    };
    worker.onerror = () => {
      worker.terminate();
      this.#worker = null; // the next question starts another
      for (const { reject } of this.#waiting.values()) reject(new Error("the bots cannot think"));
      this.#waiting.clear();
    };
    return worker;
  }

  /** The move of a bot for the seat in turn, as people write it. */
  async choose(table: LocalTable, bot: string): Promise<string> {
    const game = table.game!;
    const { edition, players, sides } = game.seating;
    const question: Question = {
      id: ++this.#asked,
      view: game.seenBy(game.turn),
      parameters: parametersOf(bot, edition, players, sides),
    };
    const worker = (this.#worker ??= this.#start());
    const code = await new Promise<number>((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject });
      worker.postMessage(question);
    });
    return game.textOf(code)!;
  }
}
