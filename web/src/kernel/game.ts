/** One game in the kernel's memory: its table, its cards, its moves. No rule is known here; the kernel knows them. */
import {
  BY_STOCK,
  CARDS,
  DRAW_PILE,
  EVENT,
  FULL_HAND,
  GOING_ON,
  KINDS,
  MOST_EVENTS,
  MOST_ROUNDS,
  NO_CARD,
  NO_SEAT,
  OTHER_DEAL,
  PILES_PER_SEAT,
  RANKS,
  SEATS,
  SEAT_PILES,
  STATE,
  type Address,
} from "../generated/kernel";
import type { Outcome, TableEvent } from "../generated/protocol";
import sheets from "../generated/sheets.json";
import { readEvents } from "./events";
import type { Deal, GameRecord } from "./game-record";
import type { Kernel } from "./module";
import { moveText } from "./notation";
import { sideAt } from "./sides";

/** What is settled before the cards are dealt. */
export interface Seating {
  edition: string;
  players: number;
  sides: number;
  stock: number;
  /** The seat that deals; null: drawn for, or none. */
  dealer: number | null;
  /** The seat that begins, by a sheet that leaves that to the players. */
  youngest: number;
}

/** Numbers of a record, by the names of their fields. */
export type Numbers = Record<string, number>;

interface Sheet {
  ranks: number;
  packs: number;
  partner_discards: number;
  begins: number;
  /** The seat that deals where the players have not chosen one; null: they draw for it, or nobody deals. */
  dealer: number | null;
  /** What it says about mistakes: by column, then by the version of our rulings. */
  mistakes?: Record<string, Record<string, Numbers>>;
}

const KEY_BYTES = 32;
const WORD_BYTES = 8;

/** The number of a seat's stock pile; its discard piles follow. */
export function stockOf(seat: number): number {
  return SEAT_PILES + PILES_PER_SEAT * seat;
}

export function findSheet(edition: string): Sheet {
  const sheet = (sheets as Record<string, Sheet | undefined>)[edition];
  if (!sheet) throw new Error(`no edition ${edition}`);
  return sheet;
}

export class KernelGame {
  protected readonly address: Address;
  protected readonly mask: Address;
  protected readonly events: Address;
  readonly #drawPile: Address;
  readonly #key: Address;
  readonly #view: Address;
  readonly #size: number;

  constructor(
    protected readonly kernel: Kernel,
    readonly seating: Seating,
    size: number = STATE.size,
    kinds = KINDS,
  ) {
    this.#size = size;
    this.address = kernel.allocate(size);
    this.mask = kernel.allocate(WORD_BYTES * kinds);
    this.events = kernel.allocate(EVENT.size * MOST_EVENTS);
    this.#drawPile = kernel.allocate(CARDS);
    this.#key = kernel.allocate(KEY_BYTES);
    this.#view = kernel.allocate(STATE.size);
    const { ranks, packs, partner_discards, begins } = findSheet(seating.edition);
    const { players, sides: teams, stock, dealer, youngest: first } = seating;
    this.write(STATE, { ranks, packs, partner_discards, begins, players, teams, stock, dealer: dealer ?? NO_SEAT, first });
  }

  /** Writes numbers into fields of one byte each. */
  protected write(layout: Numbers, numbers: Numbers): void {
    for (const [name, value] of Object.entries(numbers)) this.#record[layout[name]!] = value;
  }

  /** The byte at a place of the record. */
  protected at(place: number): number {
    return this.#record[place]!;
  }

  get #record(): Uint8Array {
    return this.kernel.bytes(this.address, this.#size);
  }

  deal(key: Uint8Array): void {
    this.kernel.bytes(this.#key, KEY_BYTES).set(key);
    this.kernel.doors.deal(this.address, this.#key);
  }

  /** Deals with a key. Returns how the dealer was settled if that gives the deal of a record, or OTHER_DEAL. */
  dealAgain(key: Uint8Array, { dealer, first, deal }: Pick<GameRecord, "dealer" | "first" | "deal">): number {
    const piles = [...deal.stocks, deal.draw];
    const cards = piles.flat();
    if (cards.length > CARDS) return OTHER_DEAL;
    const ends = piles.map((_, number) => piles.slice(0, number + 1).flat().length);
    const [ranks, places] = [this.kernel.allocate(CARDS), this.kernel.allocate(4 * (piles.length + 1))];
    this.kernel.bytes(ranks, CARDS).set(cards);
    new Int32Array(this.kernel.doors.memory.buffer, places, piles.length + 1).set([0, ...ends]);
    this.kernel.bytes(this.address + STATE.key, KEY_BYTES).set(key);
    return this.kernel.doors.deal_again(this.address, dealer ?? NO_SEAT, first, ranks, places);
  }

  get turn(): number {
    return this.at(STATE.turn);
  }

  get dealer(): number | null {
    const dealer = this.at(STATE.dealer);
    return dealer === NO_SEAT ? null : dealer;
  }

  get first(): number {
    return this.at(STATE.first);
  }

  /** The seat that deals the next game of a match; null where nobody deals. */
  get nextDealer(): number | null {
    const dealer = this.kernel.doors.next_dealer(this.address);
    return dealer === NO_SEAT ? null : dealer;
  }

  get passes(): number {
    return this.at(STATE.passes);
  }

  /** A copy of everything, to come back to. */
  snapshot(): Uint8Array {
    return this.#record.slice();
  }

  restore(snapshot: Uint8Array): void {
    this.#record.set(snapshot);
  }

  /** What a seat may see, as a record of its own: what a bot is given. */
  seenBy(seat: number): Uint8Array {
    this.kernel.doors.see(this.address, seat, this.#view);
    return this.kernel.bytes(this.#view, STATE.size).slice();
  }

  /** The cards that were drawn for the deal, round by round, by seat. */
  drawnForDealer(): Map<number, number>[] {
    const past = this.snapshot();
    const drawn = this.kernel.allocate(MOST_ROUNDS * SEATS);
    const rounds = this.kernel.doors.show_draw_for_dealer(this.address, drawn);
    this.restore(past);
    return Array.from({ length: rounds }, (_, round) => {
      const cards = [...this.kernel.bytes(drawn + round * SEATS, SEATS).entries()];
      return new Map(cards.flatMap(([seat, card]) => (card === NO_CARD ? [] : [[seat, RANKS[card]!] as const])));
    });
  }

  get isOver(): boolean {
    return this.at(STATE.how) !== GOING_ON;
  }

  /** Makes a recorded move, if it is legal. Returns the draw piles, top first, that it shuffled; null if it is not legal. */
  play(written: string): number[][] | null {
    const code = this.legal().get(written);
    return code === undefined ? null : this.step(code).shuffles;
  }

  /** How a game began that was just dealt. */
  begin(): TableEvent[] {
    return this.#happened(this.kernel.doors.begin(this.address, this.events));
  }

  /** Makes a legal move; returns what happened, and the new draw piles, top first. */
  step(code: number): { happened: TableEvent[]; shuffles: number[][] } {
    const happened = this.#happened(this.kernel.doors.step(this.address, code, this.events, this.#drawPile));
    const shuffles = happened.flatMap((event) =>
      event.type === "shuffled" ? [[...this.kernel.bytes(this.#drawPile, event.count)]] : [],
    );
    return { happened, shuffles };
  }

  /** The events that the kernel has written. */
  #happened(count: number): TableEvent[] {
    return readEvents(this.kernel.bytes(this.events, EVENT.size * count), () => this.outcome()!);
  }

  /** The kernel's numbers of the legal moves, by how people write them. */
  legal(): Map<string, number> {
    this.kernel.doors.legal(this.address, this.mask);
    const { players, sides } = this.seating;
    return new Map(this.codes(KINDS).map((code) => [moveText(code, this.turn, players, sides), code]));
  }

  /** The numbers of the bits that are set in the mask. */
  protected codes(kinds: number): number[] {
    const mask = this.kernel.bytes(this.mask, WORD_BYTES * kinds);
    return Array.from({ length: 64 * kinds }, (_, code) => code).filter((code) => (mask[code >> 3]! >> (code & 7)) & 1);
  }

  /** The cards of a hand, in the order in which they were drawn. */
  hand(seat: number): number[] {
    const begin = STATE.hand + FULL_HAND * seat;
    return this.#ranks(begin, this.at(STATE.held + seat));
  }

  /** The cards of a pile, top first. */
  pile(number: number): number[] {
    const count = this.size(number);
    if (number === DRAW_PILE) return this.#ranks(STATE.order, count).reverse();
    const cards: number[] = [];
    for (let card = this.at(STATE.top + number); cards.length < count; card = this.at(STATE.under + card)) {
      cards.push(RANKS[card]!);
    }
    return cards;
  }

  #ranks(begin: number, count: number): number[] {
    return [...this.#record.subarray(begin, begin + count)].map((card) => RANKS[card]!);
  }

  stock(seat: number): number[] {
    return this.pile(stockOf(seat));
  }

  /** How many cards a pile has. */
  size(pile: number): number {
    return this.at(STATE.count + pile);
  }

  /** The cards as they were dealt, if no move has been made yet. */
  dealt(): Deal {
    const seats = Array.from({ length: this.seating.players }, (_, seat) => seat);
    return { stocks: seats.map((seat) => this.stock(seat)), draw: [...this.hand(this.first), ...this.pile(DRAW_PILE)] };
  }

  /** How the game ended; null while it goes on. */
  outcome(): Outcome | null {
    if (!this.isOver) return null;
    const { players, sides } = this.seating;
    const winner = this.at(STATE.winner);
    const seats = Array.from({ length: players }, (_, seat) => seat);
    return {
      how: this.at(STATE.how) === BY_STOCK ? "stock" : "blocked",
      winners: seats.filter((seat) => sideAt(seat, sides) === winner),
      left: seats.map((seat) => this.size(stockOf(seat))),
      points: this.kernel.doors.points(this.address),
    };
  }
}
