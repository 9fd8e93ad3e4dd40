/** The slots of a hand: a card keeps its slot until cards come in, so that nothing moves under the player's finger. */
export class HandSlots {
  #hand: readonly number[] = [];
  #slots: readonly number[] = [];

  /** The slot of each card of a hand, given those of the hand before. */
  of(hand: readonly number[]): readonly number[] {
    this.#slots = this.#kept(hand) ?? hand.map((_, position) => position);
    this.#hand = hand;
    return this.#slots;
  }

  /** The slots that the cards had before; null if one of them is new. Both hands are sorted. */
  #kept(hand: readonly number[]): number[] | null {
    const slots: number[] = [];
    let before = 0;
    for (const card of hand) {
      while (before < this.#hand.length && this.#hand[before] !== card) before++;
      if (before === this.#hand.length) return null;
      slots.push(this.#slots[before++]!);
    }
    return slots;
  }
}
