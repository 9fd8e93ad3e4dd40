/**
 * The log of a table, from the latest deal on. The page sees what happens while the log is open; what was before, it asks
 * the server. Versions tell where the two meet, so that nothing is doubled and nothing left out.
 */
import type { Update } from "../generated/protocol";
import { api } from "../net/api";
import { entriesOf, fromLatestDeal, withCast, type LogEntry } from "./game-log";

const MOST_TRIES = 3; // of a log that does not meet what was seen meanwhile

export class TableLog {
  entries = $state.raw<LogEntry[]>([]);
  status = $state<"ready" | "loading" | "failed">("ready");

  /** The version up to which the entries go. */
  #version = 0;
  /** The versions between which the page has seen everything, and at which another log can therefore be joined. */
  #joints = new Set<number>();
  /** Whether the entries begin with the deal. */
  #isWhole = false;

  constructor(
    readonly table: string,
    present: Update,
  ) {
    this.receive(present, null);
  }

  /** Adds the events of an update; `before` is the update before it. */
  receive(update: Update, before: Update | null): void {
    if (update.version <= this.#version) return; // the server's log had it already
    const follows = update.since === this.#version && before;
    if (follows) this.#add(update, before);
    else this.#begin();
    this.#version = update.version;
    if (!this.#isWhole) this.#joints.add(update.version);
    if (!follows) void this.complete(update.own?.seat ?? null);
  }

  #add(update: Update, before: Update): void {
    const names = before.table.seats.map((seat) => seat.name);
    const added = withCast(update.happened, update.version, { names, own: update.own?.seat ?? null });
    this.entries = fromLatestDeal([...this.entries, ...added]);
    if (added.some(({ event }) => event.type === "dealt")) this.#close();
  }

  /** Begins anew, because something was missed. */
  #begin(): void {
    this.entries = [];
    this.#isWhole = false;
    this.#joints.clear();
  }

  #close(): void {
    this.#isWhole = true;
    this.#joints.clear();
    this.status = "ready";
  }

  /** Asks the server for what is missing since the deal, for a reader at a seat. */
  async complete(own: number | null): Promise<void> {
    if (this.#isWhole || this.status === "loading") return;
    this.status = "loading";
    try {
      for (let tries = 0; !this.#isWhole; tries++) {
        if (tries === MOST_TRIES) throw new Error("the log does not meet what was seen");
        const log = await api.log(this.table);
        if (this.#isWhole) break; // another game has begun meanwhile
        if (log.version < this.#version && !this.#joints.has(log.version)) continue;
        const since = this.entries.filter(({ at }) => at > log.version);
        this.entries = fromLatestDeal([...entriesOf(log, own), ...since]);
        this.#version = Math.max(this.#version, log.version);
        this.#close();
      }
    } catch {
      this.status = "failed";
    }
  }
}
