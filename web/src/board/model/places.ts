/** Where cards lie on the board, by the names that its elements carry as `data-place`, and what moves call them. */
import { handSource, parseMove, pileSource, type Move } from "./move-notation";
import type { Scene } from "./scene";

/** `draw`, `b1` … `b4`, `0s`, `0d1` … `0d4`, `1h` (another's hand), and one's own hand card by card: `h0`, `h1` … */
export type Place = string;

export function pilePlace(seat: number, pile: string): Place {
  return `${seat}${pile}`;
}

/** How moves write what lies at a place; null where no move takes anything from. */
export function sourceAt(scene: Scene, place: Place): string | null {
  const [, position] = /^h(\d+)$/.exec(place) ?? [];
  if (position !== undefined) {
    const card = scene.hand[Number(position)];
    return card === undefined ? null : handSource(card);
  }
  const [, seat, pile] = /^(\d)(s|d\d)$/.exec(place) ?? [];
  return pile ? pileSource(scene.own, Number(seat), pile as "s") : null;
}

/** How moves write a place as a target; null where no move leads. */
export function targetAt(scene: Scene, place: Place): string | null {
  if (/^b\d$/.test(place)) return place;
  return scene.own !== null && place.startsWith(`${scene.own}d`) ? place.slice(1) : null;
}

/** Where a move takes its card from; for a card of the hand, the first that is alike. */
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

/** The places that a move has to do with. */
export function placesOfMove(scene: Scene, text: string): Place[] {
  const { source, target } = parseMove(text);
  const from = placeOfSource(scene, source);
  return [...(from ? [from] : []), ...(target ? [placeOfTarget(scene, target)] : [])];
}

/** The card that lies on top at a place: 0 a wild, null none, undefined one that is not seen. */
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

/**
 * Where a card goes that can go only one way: its only move, or a move to the building piles where those differ in
 * nothing that is seen. Null where the player has to say.
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
