/** A table in the page, of the player and bots. Its messages are those of a served table: docs/protocol.md. */
import { hexToBytes } from "@noble/hashes/utils.js";

import { findEdition } from "../catalogue/editions";
import { recordedNames } from "../catalogue/seat-names";
import type {
  OriginView,
  OwnView,
  Phase,
  SeatView,
  TableEvent,
  TableSummary,
  TableView,
  Update,
} from "../generated/protocol";
import { findSheet, type Seating } from "../kernel/game";
import { KernelMatch } from "../kernel/match";
import type { Kernel } from "../kernel/module";
import type { Entry } from "./entries";
import { LocalGame } from "./game";
import { checkOrigin, isKey, settledOptions, type SettledOptions } from "./options";

type Opened = Extract<Entry, { type: "opened" }>;

/** The events of one version of a table. */
export interface Step {
  version: number;
  happened: TableEvent[];
}

export class LocalTable {
  readonly options: SettledOptions;
  /** The player's seat. */
  readonly own: number;
  /** The version that the entries so far have made. */
  version = 1;
  /** The number of the latest game. */
  number = 0;
  game: LocalGame | null = null;
  /** The steps of the latest game, from its deal on. */
  steps: Step[] = [];
  readonly #opened: Opened;
  readonly #seating: Seating;
  #match: KernelMatch;
  /** The seat that deals the next game; null: drawn for, or none. */
  #dealer: number | null;

  /** Throws `Refused` for a table that the server would not open either. */
  constructor(
    readonly id: string,
    readonly kernel: Kernel,
    opened: Opened,
  ) {
    const options = (this.options = settledOptions(opened.options));
    if (opened.origin) checkOrigin(opened.origin, options);
    const { edition, players, partners, stock, youngest } = options;
    const { sides, stocks } = findEdition(edition);
    this.#opened = opened;
    this.own = this.#bots.indexOf(null);
    this.#seating = {
      edition,
      players,
      sides: partners ? sides[players]! : players,
      stock: stock ?? stocks[players]![0]!,
      dealer: null,
      youngest: youngest ?? 0,
    };
    this.#match = this.#newMatch();
    this.#dealer = options.dealer ?? findSheet(edition).dealer;
  }

  /** The bot at each seat; null for the player. */
  get #bots(): (string | null)[] {
    const { players, bots, substitute } = this.options;
    const named = Array.from({ length: players }, (_, seat) => bots[seat] ?? null);
    const own = Math.max(0, named.indexOf(null));
    return named.map((bot, seat) => (seat === own ? null : (bot ?? substitute)));
  }

  /** Without limits, of one game. */
  #newMatch(): KernelMatch {
    const { points, games } = this.options;
    return new KernelMatch(this.kernel, this.#seating.sides, points, points === null ? (games ?? 1) : games);
  }

  /** The player's name, with a number if it is that of a bot here: a server has numbers for equal names. */
  get #name(): string | null {
    const { name } = this.#opened;
    const seats = this.#bots.map((bot) => ({ name: null, person: bot === null, bot }));
    const isTaken = recordedNames(seats).some((bot, seat) => seat !== this.own && bot.toLowerCase() === name?.toLowerCase());
    return isTaken ? `${name} 2` : name;
  }

  get phase(): Phase {
    if (!this.game) return "gathering";
    return this.game.outcome ? "between" : "playing";
  }

  /** The bot that plays now; null if it is the player's turn, or nobody's. */
  get botInTurn(): string | null {
    return this.phase === "playing" ? this.#bots[this.game!.turn]! : null;
  }

  /** How many moves an undo of the player takes back; 0 if there is none to take back. */
  get movesToUndo(): number {
    if (this.phase !== "playing") return 0;
    const last = this.game!.movers.lastIndexOf(this.own);
    return last < this.#firstOwn ? 0 : this.game!.movers.length - last;
  }

  /** The first move that was made at this table: others were made in the game that it goes on with. */
  get #firstOwn(): number {
    return this.number === 1 ? (this.#opened.origin?.moves.length ?? 0) : 0;
  }

  /** Applies the next entry of the log, and returns what happened. Throws for one that cannot follow. */
  apply(entry: Entry): TableEvent[] {
    const happened = this.#apply(entry);
    this.version++;
    this.steps.push({ version: this.version, happened });
    return happened;
  }

  #apply(entry: Entry): TableEvent[] {
    switch (entry.type) {
      case "dealt":
        if (this.phase === "playing" || !isKey(entry.key)) throw new Error("no deal can follow");
        return this.#deal(entry.key);
      case "moved": {
        const happened = this.game?.play(entry.move);
        if (!happened) throw new Error(`${entry.move} is not legal`);
        if (this.game!.outcome) this.#count(this.game!);
        return happened;
      }
      case "undone":
        if (!this.#canUndo(entry.moves)) throw new Error(`${entry.moves} moves cannot be undone`);
        this.game!.undo(entry.moves);
        return [{ type: "undone", seat: this.own, moves: entry.moves }];
      default:
        throw new Error("a table is opened once, and no other entries are known");
    }
  }

  #canUndo(moves: unknown): boolean {
    const made = this.phase === "playing" ? this.game!.moves.length - this.#firstOwn : 0;
    return Number.isInteger(moves) && (moves as number) > 0 && (moves as number) <= made;
  }

  #deal(key: string): TableEvent[] {
    const origin = this.number === 0 ? this.#opened.origin : undefined;
    if (this.#match.isOver) this.#match = this.#newMatch();
    this.number++;
    this.steps = [];
    const seating = { ...this.#seating, dealer: origin ? origin.dealer : this.#dealer };
    this.game = new LocalGame(this.kernel, seating, hexToBytes(origin?.key ?? key));
    for (const move of origin?.moves ?? []) if (!this.game.play(move)) throw new Error(`${move} is not legal`);
    return origin?.moves.length ? [] : this.game.dealt;
  }

  #count(game: LocalGame): void {
    this.#match.count(game.outcome!);
    if (game.nextDealer !== null) this.#dealer = game.nextDealer;
  }

  // Messages

  summary(): TableSummary {
    return {
      id: this.id,
      phase: this.phase,
      options: this.options,
      seats: this.#seats(),
      locked: false,
      made_at: this.#opened.at,
    };
  }

  /** The whole table as the player may see it, and what happened since a version; null: nothing that is told. */
  update(since: number | null): Update {
    const known = since === null || since + 1 < (this.steps[0]?.version ?? 0) ? null : since;
    const told = known === null ? [] : this.steps.filter(({ version }) => version > known);
    return {
      type: "update",
      version: this.version,
      since: known,
      happened: told.flatMap(({ happened }) => this.seen(happened)),
      chat: [],
      table: this.#view(),
      game: this.game?.view(this.number) ?? null,
      own: this.#ownView(),
    };
  }

  /** Events as the player may see them. */
  seen(happened: TableEvent[]): TableEvent[] {
    return happened.map((event) => (event.type === "drew" && event.seat !== this.own ? { ...event, cards: null } : event));
  }

  /** The names of the seats in a record. */
  names(): string[] {
    return recordedNames(this.#seats());
  }

  /** The players of the seats in a record. */
  players(): string[] {
    return this.#bots.map((bot) => bot ?? "person");
  }

  #seats(): SeatView[] {
    return this.#bots.map((bot) => ({
      name: bot === null ? this.#name : null,
      person: bot === null,
      bot,
      ready: false,
      open: false,
    }));
  }

  #view(): TableView {
    const { origin } = this.#opened;
    const view: OriginView | null = origin && this.number <= 1 ? { moves: origin.moves.length, names: origin.names } : null;
    return {
      id: this.id,
      phase: this.phase,
      options: this.options,
      owner: this.own,
      locked: false,
      seats: this.#seats(),
      match: this.#match.view(),
      undo: null,
      fair: { game: this.number, commitment: "", entropy: [], commitments: [], showing: false },
      origin: view,
    };
  }

  #ownView(): OwnView {
    const { game, own } = this;
    return {
      seat: own,
      owner: true,
      hand: game?.hand(own) ?? [],
      legal: game && game.turn === own ? game.legal : [],
      muted: [],
      undo: this.movesToUndo ? [] : null,
      silenced_by: null,
    };
  }
}
