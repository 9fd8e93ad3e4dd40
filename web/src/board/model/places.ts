/** The places of the board, as its elements name them in `data-place`, and their notation in moves. */
import sequence from "../../generated/sequence.json";
import { handSource, parseMove, pileSource, type Move } from "./move-notation";
import type { Scene } from "./scene";

/** `draw`, `b1` … `b4`, `0s`, `0d1` … `0d4`, `1h` (another player's hand), and each card of the own hand: `h0`, `h1` … */
export type Place = string;

/** From this number of cards on, a stock pile is nearly empty. */
export const LOW_STOCK = 3;

export function pilePlace(seat: number, pile: string): Place {
  return `${seat}${pile}`;
}

/** The seat that a place belongs to; null for the piles that all share. */
export function seatOf({ own }: Scene, place: Place): number | null {
  if (/^h\d/.test(place)) return own;
  const [, seat] = /^(\d)/.exec(place) ?? [];
  return seat === undefined ? null : Number(seat);
}

/** The notation of a place as the source of a move; null if no move can start there. */
export function sourceAt(scene: Scene, place: Place): string | null {
  const [, position] = /^h(\d+)$/.exec(place) ?? [];
  if (position !== undefined) {
    const card = scene.hand[Number(position)];
    return card === undefined ? null : handSource(card);
  }
  const [, seat, pile] = /^(\d)(s|d\d)$/.exec(place) ?? [];
  return pile ? pileSource(scene.own, Number(seat), pile as "s") : null;
}

/** The notation of a place as the target of a move; null if no move can end there. */
export function targetAt(scene: Scene, place: Place): string | null {
  if (/^b\d$/.test(place)) return place;
  return scene.own !== null && place.startsWith(`${scene.own}d`) ? place.slice(1) : null;
}

/** The place where a move starts; of equal cards in the hand, the first. */
export function placeOfSource(scene: Scene, source: string): Place | null {
  if (source === "draw") return "draw";
  if (source.startsWith("h")) {
    const position = scene.hand.findIndex((card) => handSource(card) === source);
    return position < 0 ? null : `h${position}`;
  }
  if (/^\d(s|d\d)$/.test(source)) return source;
  return scene.own !== null && /^(s|d\d)$/.test(source) ? pilePlace(scene.own, source) : null;
}

export function placeOfTarget(scene: Scene, target: string): Place {
  return target.startsWith("d") && scene.own !== null ? pilePlace(scene.own, target) : target;
}

/** The places where a move starts and ends. */
export function placesOfMove(scene: Scene, text: string): Place[] {
  const { source, target } = parseMove(text);
  const from = placeOfSource(scene, source);
  return [...(from ? [from] : []), ...(target ? [placeOfTarget(scene, target)] : [])];
}

/** The top card of a place: 0 for a wild, null for no card, undefined for a card that is hidden. */
export function cardAt(scene: Scene, place: Place): number | null | undefined {
  const { game } = scene;
  const [, position] = /^h(\d+)$/.exec(place) ?? [];
  if (position !== undefined) return scene.hand[Number(position)] ?? null;
  const [, building] = /^b(\d)$/.exec(place) ?? [];
  if (building) return game.building[Number(building) - 1]?.at(-1) ?? null;
  const [, seat, number] = /^(\d)d(\d)$/.exec(place) ?? [];
  if (number) return game.discards[Number(seat)]?.[Number(number) - 1]?.at(-1) ?? null;
  const [, owner] = /^(\d)s$/.exec(place) ?? [];
  if (owner === undefined) return undefined;
  const stock = game.stocks[Number(owner)];
  return stock?.count ? (stock.top ?? undefined) : null;
}

/** The card that a building pile takes next, instead of which a wild may be played. */
export function nextCard(pile: readonly number[]): number {
  return sequence[pile.length]!;
}

/**
 * The move of a card that can go only one way: its only move, or its move to a building pile if all its building piles
 * look alike. Null if the player has to choose.
 */
export function onlyWay(scene: Scene, moves: readonly Move[]): Move | null {
  const building = moves.filter((move) => move.target?.startsWith("b"));
  const ways = building.length ? building : moves;
  const [first, ...others] = ways;
  if (!first) return null;
  const reached = (move: Move): number | undefined => scene.game.building[Number(move.target!.slice(1)) - 1]?.length;
  const alike = building.length > 0 && others.every((move) => reached(move) === reached(first));
  return others.length === 0 || alike ? first : null;
}
