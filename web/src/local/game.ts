/** A game in the page that tells what each move caused, as the server does: docs/protocol.md. */
import { BUILDINGS, DISCARDS, DRAW_PILE, SPENT_PILE } from "../generated/kernel";
import type { GameView, Outcome, TableEvent } from "../generated/protocol";
import { findSheet, KernelGame, stockOf, type Seating } from "../kernel/game";
import type { Deal } from "../kernel/game-record";
import type { Kernel } from "../kernel/module";
import { readMove } from "../kernel/notation";

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
    const { first, dealer } = game;
    this.deal = game.dealt();
    this.dealt = [
      ...this.#drawForDealer(),
      { type: "dealt", dealer, first },
      { type: "turn_began", seat: first },
      { type: "drew", seat: first, count: game.hand(first).length, cards: game.hand(first) },
    ];
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
    const { turn } = game;
    const held = this.#seats.map((seat) => game.hand(seat).length);
    const drawnFrom = game.size(DRAW_PILE);
    const move = readMove(code, turn, this.seating.players, this.seating.sides);
    const card = move.card ?? (move.source ? game.pile(stockOf(move.owner) + move.number)[0]! : null);
    this.#past.push({ record: game.snapshot(), shuffles: this.shuffles.length });
    this.shuffles.push(...game.step(code));
    this.moves.push(written);
    this.movers.push(turn);
    const happened: TableEvent[] = [];
    if (move.endsTurn) {
      happened.push(card === null ? { type: "passed", seat: turn } : { type: "discarded", seat: turn, card, pile: move.target });
    } else {
      const { ranks } = findSheet(this.seating.edition);
      const { source, owner, number, target: pile } = move;
      const height = game.size(pile - 1) || ranks;
      const played = { source: source!, owner, number, pile, stands_for: card || height };
      happened.push({ type: "played", seat: turn, card: card!, ...played });
      if (height === ranks) happened.push({ type: "completed", pile });
      const [top] = game.stock(owner);
      if (source === "stock" && top !== undefined) happened.push({ type: "turned", seat: owner, card: top });
    }
    const { outcome } = this;
    if (outcome) return [...happened, { type: "ended", outcome }];
    const now = game.turn;
    if (move.endsTurn) happened.push({ type: "turn_began", seat: now });
    const before = held[now]! - (move.source === "hand" && !move.endsTurn ? 1 : 0);
    return [...happened, ...this.#drawn(now, before, drawnFrom)];
  }

  /** The draws of a hand from a place on; cards beyond the old draw pile came after a shuffle. */
  #drawn(seat: number, before: number, drawnFrom: number): TableEvent[] {
    const cards = this.#game.hand(seat).slice(before);
    const old = Math.min(drawnFrom, cards.length);
    const [early, late] = [cards.slice(0, old), cards.slice(old)];
    const drew = (drawn: number[]): TableEvent[] =>
      drawn.length ? [{ type: "drew", seat, count: drawn.length, cards: drawn }] : [];
    if (!late.length) return drew(early);
    return [...drew(early), { type: "shuffled", count: this.shuffles.at(-1)!.length }, ...drew(late)];
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
