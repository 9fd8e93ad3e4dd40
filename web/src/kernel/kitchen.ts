/** A game at a kitchen table in the kernel's memory: any seat may act, and may err. */
import { ACT_KINDS, CARDS, KITCHEN, SHUFFLES, type Address } from "../generated/kernel";
import { findSheet, KernelGame, type Numbers, type Seating } from "./game";
import type { GameRecord } from "./game-record";
import type { Kernel } from "./module";
import { actText } from "./notation";

const ACT = /^(?:(\d): )?(.*)$/s;

export class KernelKitchen extends KernelGame {
  readonly #mistakes: Numbers;
  readonly #shuffles: Address;
  readonly #ends: Address;

  /** `column` is the language of the sheet that is played by, `rulings` the version of our rulings. */
  constructor(kernel: Kernel, seating: Seating, column: string | null, rulings: number) {
    super(kernel, seating, KITCHEN.size, ACT_KINDS);
    const mistakes = findSheet(seating.edition).mistakes ?? {};
    const sheet = mistakes[column ?? Object.keys(mistakes)[0]!]?.[rulings];
    if (!sheet) throw new Error(`${seating.edition} has no kitchen tables`);
    this.#mistakes = sheet;
    this.#shuffles = kernel.allocate(CARDS * SHUFFLES);
    this.#ends = kernel.allocate(4 * (SHUFFLES + 1));
  }

  override deal(key: Uint8Array): void {
    super.deal(key);
    this.#open();
  }

  override dealAgain(key: Uint8Array, record: Pick<GameRecord, "dealer" | "first" | "deal">): number {
    const settled = super.dealAgain(key, record);
    this.#open();
    return settled;
  }

  #open(): void {
    this.write(KITCHEN, this.#mistakes);
    this.kernel.doors.open_kitchen(this.address);
  }

  override get isOver(): boolean {
    return super.isOver && this.at(KITCHEN.finished) === 0;
  }

  override play(written: string): number[][] | null {
    const [, actor, act] = ACT.exec(written)!;
    const seat = actor === undefined ? this.turn : Number(actor);
    const code = this.legalActs(seat).get(act!);
    if (code === undefined) return null;
    return this.#shuffled(this.kernel.doors.act(this.address, seat, code, this.#shuffles, this.#ends, this.events));
  }

  #shuffled(count: number): number[][] {
    const ends = new Int32Array(this.kernel.doors.memory.buffer, this.#ends, SHUFFLES + 1);
    const cards = this.kernel.bytes(this.#shuffles, CARDS * SHUFFLES);
    return Array.from({ length: count }, (_, number) => [...cards.slice(ends[number], ends[number + 1])]);
  }

  /** The kernel's numbers of what a seat may do, by how people write it. */
  legalActs(seat: number): Map<string, number> {
    this.kernel.doors.legal_acts(this.address, seat, this.mask);
    const { players, sides } = this.seating;
    return new Map(this.codes(ACT_KINDS).map((code) => [actText(code, seat, players, sides), code]));
  }
}
