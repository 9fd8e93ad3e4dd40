/** An analysis in the making: workers share the decisions, and every look tries them in twice as many worlds. */
import { FIRST_LOOK, WORLDS } from "../generated/kernel";
import type { GameRecord } from "../kernel/game-record";
import type { Opened, Trial, Tried } from "./analysis-worker";
import { conclude, type Analysis, type Decision } from "./analysis";

const MOST_WORKERS = 4;
const MOST_WORLDS = 8 * WORLDS;

/** The surest analysis of each game since the page was opened. */
const known = new Map<string, Analysis>();

/** The worlds in which every decision was tried when a look is done. */
function worldsOf(look: number): number {
  return FIRST_LOOK * 2 ** look;
}

/** A worker and its share of the trials: decision after decision, look after look. */
interface Bench {
  worker: Worker;
  look: number;
  number: number;
  isBusy: boolean;
}

export class AnalysisRun {
  /** The last look that is complete. */
  found = $state.raw<Analysis | null>(null);
  failed = $state(false);
  /** Worlds that were tried, of all decisions together. */
  tried = $state(0);
  /** In how many worlds every decision shall be tried. */
  #wanted = $state(WORLDS);
  #decisions = $state(0);
  #stopped = $state(false);
  #benches: Bench[] = [];
  /** The decisions of each look that are done. */
  #looks: Decision[][] = [];
  #record: GameRecord | null = null;

  readonly toTry = $derived.by(() => this.#wanted * this.#decisions);
  readonly isRunning = $derived.by(() => !this.#stopped && !this.failed && (this.found?.worlds ?? 0) < this.#wanted);
  readonly canGoOn = $derived.by(() => !this.isRunning && !this.failed && (this.found?.worlds ?? 0) < MOST_WORLDS);

  /** `name` tells the game from all others; its record is only asked for if there is anything to do. */
  constructor(
    readonly name: string,
    readonly ask: () => Promise<GameRecord>,
  ) {
    this.found = known.get(name) ?? null;
    if (this.isRunning) void this.#begin();
  }

  /** Stops where it is. What is found stays. */
  stop(): void {
    this.#stopped = true;
  }

  /** Goes on after a stop, or with twice as many worlds. */
  goOn(): void {
    if (this.found && this.found.worlds >= this.#wanted) this.#wanted = Math.min(2 * this.found.worlds, MOST_WORLDS);
    this.#stopped = false;
    if (this.#benches.length) for (const bench of this.#benches) this.#next(bench);
    else void this.#begin();
  }

  close(): void {
    this.#stopped = true;
    for (const { worker } of this.#benches) worker.terminate();
    this.#benches = [];
  }

  async #begin(): Promise<void> {
    try {
      this.#record ??= await this.ask();
    } catch {
      this.failed = true;
      return;
    }
    if (this.#stopped) return;
    this.tried = 0;
    this.#looks = [];
    const count = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS);
    this.#benches = Array.from({ length: count }, (_, number) => this.#bench(number, count, this.#record!));
  }

  #bench(number: number, count: number, record: GameRecord): Bench {
    const worker = new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module" });
    const bench = { worker, look: 0, number, isBusy: true };
    worker.onmessage = ({ data }: MessageEvent<Opened | Tried>) => {
      bench.isBusy = false;
      if ("decisions" in data) this.#decisions = data.decisions;
      else {
        this.#note(bench.look, data);
        bench.number += count;
        if (bench.number >= this.#decisions) {
          bench.look++;
          bench.number = number;
        }
      }
      this.#next(bench);
    };
    worker.onerror = () => {
      this.close();
      this.failed = this.found === null;
    };
    worker.postMessage(record);
    return bench;
  }

  #next(bench: Bench): void {
    const { look, number, worker, isBusy } = bench;
    if (isBusy || this.#stopped || worldsOf(look) > this.#wanted || number >= this.#decisions) return;
    bench.isBusy = true;
    worker.postMessage({ number, count: moreIn(look) } satisfies Trial);
  }

  #note(look: number, { number, decision }: Tried): void {
    this.tried += moreIn(look);
    const done = (this.#looks[look] ??= []);
    done[number] = decision;
    if (Object.keys(done).length < this.#decisions || (this.found?.worlds ?? 0) >= worldsOf(look)) return;
    const { teams, result } = this.#record!;
    this.found = conclude(done, worldsOf(look), teams.length, result);
    known.set(this.name, this.found);
  }
}

/** The worlds that a look adds to those of the look before. */
function moreIn(look: number): number {
  return look ? worldsOf(look) - worldsOf(look - 1) : worldsOf(look);
}
