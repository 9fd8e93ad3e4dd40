/**
 * The deal that follows from a key: the same shuffle as in src/skipbo/kernel/chance.py and deal.py, so that the browser
 * need not trust the server. No rules of play are known here.
 */
import decks from "../generated/decks.json";

export interface Deal {
  /** Top card first, as in records. */
  stocks: number[][];
  draw: number[];
}

interface Deck {
  /** How many cards of each rank; rank 0 are the wilds. */
  copies: number[];
  packs: boolean;
  draws_for_dealer: boolean;
}

const PACKS = 3;
const WORD = 2 ** 32;

/** The ChaCha8 stream of a key, word by word. */
function* stream(key: Uint8Array): Generator<number, never> {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
  for (let block = 0; ; block++) {
    const begin = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...words, block % WORD, Math.floor(block / WORD), 0, 0];
    const state = Uint32Array.from(begin);
    const quarter = (a: number, b: number, c: number, d: number) => {
      for (const [first, second] of [[16, 12], [8, 7]] as const) {
        state[a]! += state[b]!;
        state[d] = rotated(state[d]! ^ state[a]!, first);
        state[c]! += state[d]!;
        state[b] = rotated(state[b]! ^ state[c]!, second);
      }
    };
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 4; i++) quarter(i, i + 4, i + 8, i + 12);
      for (let i = 0; i < 4; i++) quarter(i, ((i + 1) % 4) + 4, ((i + 2) % 4) + 8, ((i + 3) % 4) + 12);
    }
    for (let i = 0; i < 16; i++) yield (state[i]! + begin[i]!) % WORD;
  }
}

const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));

/** Shuffles the lowest `count` cards until at least the upper `settled` of them are random, four picks a word. */
function shuffle(order: number[], count: number, settled: number, words: Iterator<number, never>): void {
  const rest = count - settled;
  for (; count > 1 && count > rest; count -= 4) {
    const sizes = [0, 1, 2, 3].map((less) => Math.max(count - less, 1));
    const span = sizes.reduce((product, size) => product * size);
    let picks: number[], fraction: number;
    do {
      fraction = words.next().value;
      picks = sizes.map((size) => {
        const product = fraction * size;
        fraction = product % WORD;
        return Math.floor(product / WORD);
      });
    } while (fraction < span && fraction < WORD % span); // rejected: it would make some picks likelier than others
    picks.forEach((pick, less) => {
      const index = count - 1 - less;
      if (index > 0) [order[index], order[pick]] = [order[pick]!, order[index]!];
    });
  }
}

/** The sorted cards of some packs; all cards of a deck without packs. */
function packs({ copies, packs }: Deck, lowest: number, highest: number): number[] {
  return copies.flatMap((count, rank) => {
    const cards = packs ? Math.floor(count / PACKS) * (highest + 1 - lowest) : count;
    return new Array<number>(cards).fill(rank);
  });
}

/** The dealer: every seat draws a card, the highest deals, and ties draw again. */
function dealerDrawn(order: number[], players: number, words: Iterator<number, never>): number {
  let left = order.length;
  let drawing = Array.from({ length: players }, (_, seat) => seat);
  for (;;) {
    shuffle(order, left, players, words);
    const drawn = drawing.map((seat) => ({ seat, rank: order[--left]! }));
    const highest = Math.max(...drawn.map(({ rank }) => rank));
    drawing = drawn.filter(({ rank }) => rank === highest).map(({ seat }) => seat);
    if (drawing.length === 1) return drawing[0]!;
  }
}

/** The cards as a key deals them. With `drawDealer`, the dealer is drawn first if the edition does so. */
export function deal(
  key: Uint8Array,
  edition: string,
  players: number,
  stock: number,
  drawDealer: boolean,
): Deal & { dealer: number | null } {
  const deck = (decks as Record<string, Deck>)[edition];
  if (!deck) throw new Error(`no deck of ${edition}`);
  const words = stream(key);
  let order = packs(deck, 0, PACKS - 2);
  const dealer = drawDealer && deck.draws_for_dealer ? dealerDrawn(order, players, words) : null;
  shuffle(order, order.length, order.length, words);
  const stocks = Array.from({ length: players }, () => order.splice(order.length - stock));
  if (deck.packs) {
    order = [...order, ...packs(deck, PACKS - 1, PACKS - 1)];
    shuffle(order, order.length, order.length, words);
  }
  return { stocks, draw: order.reverse(), dealer };
}
