/** Being at a table: its link, and all that a screen around the board wants to know of it. */
import { sceneOf } from "../board/model/scene";
import { namesOf } from "../catalogue/editions";
import { seatNames } from "../catalogue/seat-names";
import { notePromise } from "../fairness/commitments";
import type { Said, Update } from "../generated/protocol";
import { t } from "../i18n/i18n.svelte";
import { withHappened, type Logged } from "../narration/game-log";
import { tell } from "../narration/sentences";
import { whyRefused } from "../net/refusals";
import { TableLink, type Answer, type Wanted } from "../net/table-socket.svelte";
import { notify } from "../services/notices.svelte";

const MOST_SAID = 200;

export interface Spoken extends Said {
  /** One number for each line, in order. */
  line: number;
}

export class Visit {
  readonly link: TableLink;
  /** What happened since we came. */
  log = $state.raw<Logged[]>([]);
  spoken = $state.raw<Spoken[]>([]);
  /** How much of that was said before somebody looked. */
  heard = $state(0);

  update = $derived.by(() => this.link.update);
  table = $derived(this.update?.table ?? null);
  game = $derived(this.update?.game ?? null);
  own = $derived(this.update?.own ?? null);
  seat = $derived(this.own?.seat ?? null);
  presence = $derived.by(() => this.link.presence);
  edition = $derived(this.table?.options.edition ?? "");
  /** What those around the table are called. */
  names = $derived(seatNames(this.table?.seats.map((seat) => seat.name) ?? []));
  /** The same, to the reader: we are called “You”. */
  calledNames = $derived(this.names.map((name, seat) => (seat === this.seat ? t("You") : name)));
  scene = $derived(this.update && sceneOf(this.update, this.presence));
  listener = $derived({ names: namesOf(this.edition), seats: this.names, own: this.seat });
  /** Whether we may take a free seat. A table that is locked and left by all is its owner's, whom only the server knows. */
  maySit = $derived(this.seat === null && !(this.table?.locked && this.table.owner !== null));
  /** Whether a bot plays at our place in the middle of a game. */
  isReplaced = $derived(this.table?.phase === "playing" && this.seat !== null && this.table.seats[this.seat]!.bot !== null);
  /** Whether the table wants to know something from us. */
  isAsked = $derived(this.seat !== null && (this.table?.undo != null || this.isReplaced));
  unread = $derived(this.spoken.filter(({ line, seat }) => line > this.heard && seat !== this.seat).length);

  #lines = 0;

  constructor(readonly id: string) {
    this.link = new TableLink(id);
    this.link.onupdate = (update) => this.#take(update);
  }

  /** Asks the table for something; why it is refused is shown. Answers whether it was done. */
  async ask(wanted: Wanted): Promise<boolean> {
    const answer = await this.link.ask(wanted);
    if (answer.type === "refused") notify(await whyRefused(answer.code, this.edition), { urgent: true });
    return answer.type === "done";
  }

  /** The board itself says why a move is refused. */
  play(move: string): Promise<Answer> {
    return this.link.ask({ type: "play", move, version: this.link.version });
  }

  /** A move without cards, as kitchen tables have: said beside the board. */
  say(word: string): Promise<boolean> {
    return this.ask({ type: "play", move: word, version: this.link.version });
  }

  undo(): Promise<boolean> {
    return this.ask({ type: "undo", version: this.link.version });
  }

  /** The next game may begin. Our own number goes into its shuffle. */
  ready(on = true): Promise<boolean> {
    return this.ask({ type: "ready", on, entropy: on ? ownNumber() : "" });
  }

  /** The owner begins: bots take the seats that are free. Where none is, being ready is enough. */
  async start(): Promise<boolean> {
    const free = this.table?.seats.some((seat) => !seat.person && !seat.bot);
    const ready = this.seat !== null && this.table!.seats[this.seat]!.ready;
    return (ready || (await this.ready())) && (!free || this.ask({ type: "start" }));
  }

  /** Takes a seat, this one or any; who sits down before a game is ready to play it. */
  async sit(seat: number | null): Promise<void> {
    if ((await this.ask({ type: "sit", seat })) && this.table?.phase !== "playing") await this.ready();
  }

  /** Everything that was said is seen. */
  hear(): void {
    this.heard = this.#lines;
  }

  leave(): void {
    this.link.close();
  }

  #take(update: Update): void {
    notePromise(this.id, update.table.fair, update.table.phase === "playing");
    if (update.since === null) {
      // We have just come, or were away for long: what was said last is told again
      this.spoken = [];
      for (const said of update.chat) this.#hear(said);
      if (!this.update) this.heard = this.#lines;
    } else {
      for (const each of update.happened) if (each.type === "said") this.#hear(each);
      this.log = withHappened(this.log, update.happened, update.version);
      this.#greet(update);
    }
  }

  /** Who comes and goes while there is no board yet that tells it; and a word to who comes back. */
  #greet({ happened, table, own }: Update): void {
    const listener = { ...this.listener, seats: seatNames(table.seats.map((seat) => seat.name)), own: own?.seat ?? null };
    for (const each of happened) {
      if (each.type === "came_back" && each.seat === own?.seat) notify(t("Welcome back! Your seat is yours again."));
      const comesOrGoes = each.type === "sat" || each.type === "left_table" || each.type === "locked";
      if (table.phase !== "gathering" || !comesOrGoes || ("seat" in each && each.seat === own?.seat)) continue;
      const sentence = tell(each, listener);
      if (sentence) notify(sentence);
    }
  }

  #hear(said: Said): void {
    this.spoken = [...this.spoken, { ...said, line: ++this.#lines }].slice(-MOST_SAID);
  }
}

function ownNumber(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
