/** Being at a table: its link, and all that a screen around the board wants to know of it. */
import { sceneOf } from "../board/model/scene";
import { pileNames } from "../catalogue/editions";
import { seatNames } from "../catalogue/seat-names";
import { storeCommitment } from "../fairness/commitments";
import type { Said, Update } from "../generated/protocol";
import { t } from "../i18n/i18n.svelte";
import { appendEvents, type LogEntry } from "../narration/game-log";
import { sentenceOf } from "../narration/sentences";
import { refusalText } from "../net/refusals";
import { TableSocket, type Answer, type TableRequest } from "../net/table-socket.svelte";
import { notify } from "../services/notices.svelte";

const MOST_CHAT = 200;

export interface ChatLine extends Said {
  /** One number for each line, in order. */
  line: number;
}

export class TableSession {
  readonly socket: TableSocket;
  /** What happened since we came. */
  log = $state.raw<LogEntry[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** How much of that was said before somebody looked. */
  readUpTo = $state(0);

  update = $derived.by(() => this.socket.update);
  table = $derived(this.update?.table ?? null);
  game = $derived(this.update?.game ?? null);
  own = $derived(this.update?.own ?? null);
  seat = $derived(this.own?.seat ?? null);
  presence = $derived.by(() => this.socket.presence);
  edition = $derived(this.table?.options.edition ?? "");
  /** What those around the table are called. */
  names = $derived(seatNames(this.table?.seats.map((seat) => seat.name) ?? []));
  /** The same, to the reader: we are called “You”. */
  namesToReader = $derived(this.names.map((name, seat) => (seat === this.seat ? t("You") : name)));
  scene = $derived(this.update && sceneOf(this.update, this.presence));
  reader = $derived({ names: pileNames(this.edition), seats: this.names, own: this.seat });
  /** Whether we may take a free seat. A table that is locked and left by all is its owner's, whom only the server knows. */
  maySit = $derived(this.seat === null && !(this.table?.locked && this.table.owner !== null));
  /** Whether a bot plays at our place in the middle of a game. */
  isReplaced = $derived(this.table?.phase === "playing" && this.seat !== null && this.table.seats[this.seat]!.bot !== null);
  /** Whether the table wants to know something from us. */
  isAsked = $derived(this.seat !== null && (this.table?.undo != null || this.isReplaced));
  unread = $derived(this.chat.filter(({ line, seat }) => line > this.readUpTo && seat !== this.seat).length);

  #lines = 0;

  constructor(readonly id: string) {
    this.socket = new TableSocket(id);
    this.socket.onupdate = (update) => this.#receive(update);
  }

  /** Asks the table for something; why it is refused is shown. Answers whether it was done. */
  async request(request: TableRequest): Promise<boolean> {
    const answer = await this.socket.request(request);
    if (answer.type === "refused") notify(await refusalText(answer.code, this.edition), { urgent: true });
    return answer.type === "done";
  }

  /** The board itself says why a move is refused. */
  play(move: string): Promise<Answer> {
    return this.socket.request({ type: "play", move, version: this.socket.version });
  }

  /** A move without cards, as kitchen tables have: said beside the board. */
  act(move: string): Promise<boolean> {
    return this.request({ type: "play", move, version: this.socket.version });
  }

  undo(): Promise<boolean> {
    return this.request({ type: "undo", version: this.socket.version });
  }

  /** The next game may begin. Our own number goes into its shuffle. */
  ready(on = true): Promise<boolean> {
    return this.request({ type: "ready", on, entropy: on ? randomNumber() : "" });
  }

  /** The owner begins: bots take the seats that are free. Where none is, being ready is enough. */
  async start(): Promise<boolean> {
    const free = this.table?.seats.some((seat) => !seat.person && !seat.bot);
    const ready = this.seat !== null && this.table!.seats[this.seat]!.ready;
    return (ready || (await this.ready())) && (!free || this.request({ type: "start" }));
  }

  /** Takes a seat, this one or any; who sits down before a game is ready to play it. */
  async sit(seat: number | null): Promise<void> {
    if ((await this.request({ type: "sit", seat })) && this.table?.phase !== "playing") await this.ready();
  }

  /** Everything that was said is seen. */
  markChatRead(): void {
    this.readUpTo = this.#lines;
  }

  close(): void {
    this.socket.close();
  }

  #receive(update: Update): void {
    storeCommitment(this.id, update.table.fair, update.table.phase === "playing");
    if (update.since === null) {
      // We have just come, or were away for long: what was said last is told again
      this.chat = [];
      for (const said of update.chat) this.#addChat(said);
      if (!this.update) this.readUpTo = this.#lines;
    } else {
      for (const each of update.happened) if (each.type === "said") this.#addChat(each);
      this.log = appendEvents(this.log, update.happened, update.version);
      this.#notifyComings(update);
    }
  }

  /** Who comes and goes while there is no board yet that tells it; and a word to who comes back. */
  #notifyComings({ happened, table, own }: Update): void {
    const reader = { ...this.reader, seats: seatNames(table.seats.map((seat) => seat.name)), own: own?.seat ?? null };
    for (const each of happened) {
      if (each.type === "came_back" && each.seat === own?.seat) notify(t("Welcome back! Your seat is yours again."));
      const comesOrGoes = each.type === "sat" || each.type === "left_table" || each.type === "locked";
      if (table.phase !== "gathering" || !comesOrGoes || ("seat" in each && each.seat === own?.seat)) continue;
      const sentence = sentenceOf(each, reader);
      if (sentence) notify(sentence);
    }
  }

  #addChat(said: Said): void {
    this.chat = [...this.chat, { ...said, line: ++this.#lines }].slice(-MOST_CHAT);
  }
}

function randomNumber(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
