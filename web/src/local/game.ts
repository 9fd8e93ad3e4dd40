/** A game in the page that tells what each move caused, as the server does: docs/protocol.md. The kernel says what that is. */
import { BUILDINGS, DISCARDS, DRAW_PILE, SPENT_PILE } from "../generated/kernel";
import type { GameView, Outcome, TableEvent } from "../generated/protocol";
import { KernelGame, stockOf, type Seating } from "../kernel/game";
import type { Deal } from "../kernel/game-record";
import type { Kernel } from "../kernel/module";

export class LocalGame {
  /** What everybody saw at the deal. */
  readonly dealt: TableEvent[];
  /** Every move, as people write it. */
  readonly moves: string[] = [];
  /** The seat that made each move. */
  readonly movers: number[] = [];
  /** Every new draw pile, top first. */
  readonly shuffles: number[][] = [];
  readonly deal: Deal;
  readonly #game: KernelGame;
  readonly #past: { record: Uint8Array; shuffles: number }[] = [];
  readonly #seats: number[];

  constructor(
    kernel: Kernel,
    readonly seating: Seating,
    readonly key: Uint8Array,
  ) {
    const game = (this.#game = new KernelGame(kernel, seating));
    this.#seats = Array.from({ length: seating.players }, (_, seat) => seat);
    game.deal(key);
    this.deal = game.dealt();
    this.dealt = [...this.#drawForDealer(), ...game.begin()];
  }

  #drawForDealer(): TableEvent[] {
    if (this.seating.dealer !== null || this.#game.dealer === null) return [];
    const rounds = this.#game.drawnForDealer();
    return [{ type: "drew_for_dealer", rounds: rounds.map((round) => [...round].map(([seat, card]) => ({ seat, card }))) }];
  }

  get turn(): number {
    return this.#game.turn;
  }

  get dealer(): number | null {
    return this.#game.dealer;
  }

  get first(): number {
    return this.#game.first;
  }

  get nextDealer(): number | null {
    return this.#game.nextDealer;
  }

  get outcome(): Outcome | null {
    return this.#game.outcome();
  }

  get legal(): string[] {
    return this.outcome ? [] : [...this.#game.legal().keys()];
  }

  /** What a seat may see, for a bot. */
  seenBy(seat: number): Uint8Array {
    return this.#game.seenBy(seat);
  }

  /** The kernel's number of a legal move as people write it. */
  textOf(code: number): string | null {
    for (const [text, legal] of this.#game.legal()) if (legal === code) return text;
    return null;
  }

  hand(seat: number): number[] {
    return this.#game.hand(seat).sort((one, other) => one - other);
  }

  /** Makes a move of the seat in turn, and returns what happened; null, and nothing changes, if it is not legal. */
  play(written: string): TableEvent[] | null {
    const game = this.#game;
    const code = game.legal().get(written);
    if (code === undefined || this.outcome) return null;
    this.#past.push({ record: game.snapshot(), shuffles: this.shuffles.length });
    this.moves.push(written);
    this.movers.push(game.turn);
    const { happened, shuffles } = game.step(code);
    this.shuffles.push(...shuffles);
    return happened;
  }

  /** Takes the last moves back. */
  undo(moves: number): void {
    const { record, shuffles } = this.#past.at(-moves)!;
    this.#game.restore(record);
    this.#past.length -= moves;
    this.moves.length -= moves;
    this.movers.length -= moves;
    this.shuffles.length = shuffles;
  }

  /** What everybody sees, as game `number` of its table. */
  view(number: number): GameView {
    const game = this.#game;
    const upwards = (pile: number) => game.pile(pile).reverse();
    return {
      number,
      moves: this.moves.length,
      turn: game.turn,
      dealer: game.dealer,
      sides: this.seating.sides,
      hands: this.#seats.map((seat) => game.hand(seat).length),
      stocks: this.#seats.map((seat) => ({ top: game.stock(seat)[0] ?? null, count: game.size(stockOf(seat)) })),
      discards: this.#seats.map((seat) => Array.from({ length: DISCARDS }, (_, pile) => upwards(stockOf(seat) + 1 + pile))),
      building: Array.from({ length: BUILDINGS }, (_, pile) => upwards(pile)),
      draw: game.size(DRAW_PILE),
      spent: upwards(SPENT_PILE),
      passes: game.passes,
      kitchen: null,
      outcome: this.outcome,
    };
  }
}
