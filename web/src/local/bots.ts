/** Lets bots think in a worker, so that the page never waits for them. */
import type { Advice } from "./advisor";
import type { Question, Thought } from "./bot-worker";
import { parametersOf, worldsOf } from "./chooser";
import type { LocalTable } from "./table";

const ADVISOR = "planner";

export class BotThinker {
  readonly #waiting = new Map<number, { resolve: (thought: Thought["thought"]) => void; reject: (error: Error) => void }>();
  #worker: Worker | null = null;
  #asked = 0;

  #start(): Worker {
    const worker = new Worker(new URL("./bot-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Thought>) => {
      this.#waiting.get(data.id)?.resolve(data.thought);
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
    const { game } = table;
    return game!.textOf((await this.#ask(table, bot, false)) as number)!;
  }

  /** What the planner would do in place of the seat in turn, and why. */
  advise(table: LocalTable): Promise<Advice> {
    return this.#ask(table, ADVISOR, true) as Promise<Advice>;
  }

  #ask({ game }: LocalTable, bot: string, wantsAdvice: boolean): Promise<Thought["thought"]> {
    const { edition, players, sides } = game!.seating;
    const worlds = worldsOf(bot);
    const question: Question = {
      id: ++this.#asked,
      view: game!.seenBy(game!.turn),
      parameters: parametersOf(bot, edition, players, sides),
      wantsAdvice,
      searching: worlds === null ? null : { worlds, edition, players, sides },
    };
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject });
      worker.postMessage(question);
    });
  }
}
