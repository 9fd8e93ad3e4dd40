/** Lets bots think in a worker, so that the page never waits for them. */
import type { Choice, Question } from "./bot-worker";
import { parametersOf } from "./chooser";
import type { LocalTable } from "./table";

export class BotThinker {
  readonly #worker = new Worker(new URL("./bot-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, (code: number) => void>();
  #asked = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Choice>) => {
      this.#waiting.get(data.id)?.(data.code);
      this.#waiting.delete(data.id);
    };
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
    const code = await new Promise<number>((resolve) => {
      this.#waiting.set(question.id, resolve);
      this.#worker.postMessage(question);
    });
    return game.textOf(code)!;
  }
}
