/** An analysis in the making: workers share the decisions, and every look tries them in twice as many worlds. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

import { FIRST_LOOK, WORLDS } from "../generated/kernel";
import type { GameRecord } from "../kernel/game-record";
import type { Opened, Trial, Tried } from "./analysis-worker";
import worker from "./analysis-worker.ts?worker&url";
import { conclude, type Analysis, type Decision } from "./analysis";
import { findAnalysis, keepAnalysis } from "./kept-analyses";

const MOST_WORKERS = 4;
const MOST_WORLDS = 8 * WORLDS;

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

  constructor(readonly ask: () => Promise<GameRecord>) {
    void this.#begin();
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
    this.found ??= await findAnalysis(keyOf(this.#record));
    if (!this.isRunning) return;
    this.tried = 0;
    this.#looks = [];
    const count = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS);
    this.#benches = Array.from({ length: count }, (_, number) => this.#bench(number, count, this.#record!));
  }

  #bench(number: number, count: number, record: GameRecord): Bench {
    const bench = { worker: new Worker(worker, { type: "module" }), look: 0, number, isBusy: true };
    bench.worker.onmessage = ({ data }: MessageEvent<Opened | Tried>) => {
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
    bench.worker.onerror = () => {
      this.close();
      this.failed = this.found === null;
    };
    bench.worker.postMessage(record);
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
    if (this.found.worlds >= WORLDS) void keepAnalysis(keyOf(this.#record!), this.found);
  }
}

/** Another one for another game, and for other code: the name of the worker's file has a hash of all that it uses. */
function keyOf(record: GameRecord): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([worker, record]))));
}

/** The worlds that a look adds to those of the look before. */
function moreIn(look: number): number {
  return look ? worldsOf(look) - worldsOf(look - 1) : worldsOf(look);
}
