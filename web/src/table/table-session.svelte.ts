/** A visit at a table: its connection, and everything that the components around the board need. */
import { sceneOf } from "../board/model/scene";
import { pileNames } from "../catalogue/editions";
import { seatNames } from "../catalogue/seat-names";
import type { ShufflePart } from "../fairness/shuffle-part";
import type { DrewForDealer, Said, Update } from "../generated/protocol";
import { t } from "../i18n/i18n.svelte";
import type { TableLog } from "../narration/table-log.svelte";
import { refusalText } from "../net/refusals";
import { TableSocket, type Answer, type TableRequest } from "../net/table-socket.svelte";
import { notify } from "../services/notices.svelte";
import { currentQuery } from "../services/router.svelte";

const MOST_CHAT = 200;
const BEFORE_EXTRAS = 1_200; // ms

export interface ChatLine extends Said {
  /** A number of its own, rising. */
  line: number;
}

export class TableSession {
  readonly socket: TableSocket;
  /** The log, from when somebody first reads it. */
  log = $state.raw<TableLog | null>(null);
  /** Resolves soon after the visit began: what is not needed to play waits until the board can be used. */
  readonly settled = new Promise((resolve) => setTimeout(resolve, BEFORE_EXTRAS));
  chat = $state.raw<ChatLine[]>([]);
  /** What was said last, since this visit began. */
  spoken = $state.raw<ChatLine | null>(null);
  /** The draw for the dealer of a game that has just begun, until it is dismissed. */
  dealerDraw = $state.raw<DrewForDealer | null>(null);
  /** The number of the last chat line that was read. */
  readUpTo = $state(0);

  update = $derived.by(() => this.socket.update);
  table = $derived(this.update?.table ?? null);
  game = $derived(this.update?.game ?? null);
  own = $derived(this.update?.own ?? null);
  seat = $derived(this.own?.seat ?? null);
  presence = $derived.by(() => this.socket.presence);
  edition = $derived(this.table?.options.edition ?? "");
  /** The name of each seat. */
  names = $derived(seatNames(this.table?.seats ?? []));
  /** The same with “You” for the reader's own seat. */
  namesToReader = $derived(this.names.map((name, seat) => (seat === this.seat ? t("You") : name)));
  scene = $derived(this.update && sceneOf(this.update, this.presence));
  reader = $derived({ names: pileNames(this.edition), seats: this.names, own: this.seat });
  /** Whether the guest may take a free seat. Only the server knows the owner of a locked table that everybody has left. */
  maySit = $derived(this.seat === null && !(this.table?.locked && this.table.owner !== null));
  /** Whether a bot plays for the player in a running game. */
  isReplaced = $derived(this.table?.phase === "playing" && this.seat !== null && this.table.seats[this.seat]!.bot !== null);
  /** The seats of others who are gone from a running game; without a connection that is unknown. */
  absent = $derived.by(() => {
    if (this.table?.phase !== "playing" || this.socket.lostSince !== null) return [];
    return this.presence?.grace.flatMap((seconds, seat) => (seconds === null || seat === this.seat ? [] : [seat])) ?? [];
  });
  /** Whether a visitor without a seat at a running table has not chosen to watch yet. */
  isInvited = $derived.by(() => this.game !== null && this.seat === null && !currentQuery().has("watch"));
  /** Whether there is a question to the player: see TablePrompts.svelte. */
  isAsked = $derived(
    this.isInvited || this.absent.length || (this.seat !== null && (this.table?.undo != null || this.isReplaced)),
  );
  unread = $derived(this.chat.filter(({ line, seat }) => line > this.readUpTo && seat !== this.seat).length);

  #lines = 0;
  /** Loaded before a deal: a game in play needs none of it. */
  #shufflePart: ShufflePart | null = null;

  constructor(readonly id: string) {
    this.socket = new TableSocket(id);
    this.socket.onupdate = (update) => this.#receive(update);
  }

  /** Sends a command and shows a refusal as a notice. Returns whether it was done. */
  async request(request: TableRequest): Promise<boolean> {
    const answer = await this.socket.request(request);
    if (answer.type === "refused") notify(await refusalText(answer.code, this.edition), { urgent: true });
    return answer.type === "done";
  }

  /** Makes a move of the board, which shows a refusal itself. */
  play(move: string): Promise<Answer> {
    return this.socket.request({ type: "play", move, version: this.socket.version });
  }

  /** Makes a move without a card, as kitchen tables have them. */
  act(move: string): Promise<boolean> {
    return this.request({ type: "play", move, version: this.socket.version });
  }

  undo(): Promise<boolean> {
    return this.request({ type: "undo", version: this.socket.version });
  }

  /** Says that the player is ready for the next game, and commits to a random number for its shuffle. */
  async ready(on = true): Promise<boolean> {
    return this.request(on ? (await this.#takePart()).ready() : { type: "ready", on });
  }

  /** Starts the game as the owner: bots take the free seats. If none is free, being ready is enough. */
  async start(): Promise<boolean> {
    const free = this.table?.seats.some((seat) => !seat.person && !seat.bot);
    const ready = this.seat !== null && this.table!.seats[this.seat]!.ready;
    return (ready || (await this.ready())) && (!free || this.request({ type: "start" }));
  }

  /** Takes this seat, or any if null. Before a game, the player is then ready. */
  async sit(seat: number | null): Promise<void> {
    if ((await this.request({ type: "sit", seat })) && this.table?.phase !== "playing") await this.ready();
  }

  /** Marks all chat lines as read. */
  markChatRead(): void {
    this.readUpTo = this.#lines;
  }

  close(): void {
    this.socket.close();
  }

  #receive(update: Update): void {
    if (this.#shufflePart || update.table.phase !== "playing") void this.#takePart().then((part) => part.receive(update));
    this.log?.receive(update, this.update);
    if (update.since === null) {
      // A first update, or one after a long absence, carries the latest chat lines
      this.chat = [];
      for (const said of update.chat) this.#addChat(said);
      if (!this.update) this.readUpTo = this.#lines;
    } else {
      for (const each of update.happened) if (each.type === "said") this.spoken = this.#addChat(each);
      for (const each of update.happened) if (each.type === "drew_for_dealer") this.dealerDraw = each;
      void this.#notifyComings(update);
    }
  }

  async #takePart(): Promise<ShufflePart> {
    const { ShufflePart } = await import("../fairness/shuffle-part");
    return (this.#shufflePart ??= new ShufflePart(this.id, (request) => this.socket.request(request)));
  }

  /** Shows notices for players who come and go in the waiting room, and for the player's own return. */
  async #notifyComings({ happened, table, own }: Update): Promise<void> {
    const seat = own?.seat ?? null;
    const before = this.names;
    const told = happened.filter((each) => {
      if (each.type === "withheld") return true;
      if ("seat" in each && each.seat === seat) return each.type === "came_back";
      return table.phase === "gathering" && (each.type === "sat" || each.type === "left_table" || each.type === "locked");
    });
    if (!told.length) return;
    const { tableSentence } = await import("../narration/table-sentences");
    const reader = { ...this.reader, seats: seatNames(table.seats), own: seat };
    for (const each of told) {
      if (each.type === "came_back") notify(t("Welcome back! Your seat is yours again."));
      // A player who has just left no longer has a name at the table
      else if (each.type === "withheld") notify(tableSentence(each, { ...reader, seats: before })!, { urgent: true });
      else notify(tableSentence(each, reader)!);
    }
  }

  #addChat(said: Said): ChatLine {
    const line = { ...said, line: ++this.#lines };
    this.chat = [...this.chat, line].slice(-MOST_CHAT);
    return line;
  }
}
