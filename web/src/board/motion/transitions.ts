/**
 * Scenes between two updates: what the board shows while a card flies, or before the server has answered a move.
 * Cards are only carried from place to place here; what comes next the server says.
 */
import type { GameView, Happening } from "../../generated/protocol";
import { parseMove } from "../model/move-notation";
import { cardAt, placeOfSource } from "../model/places";
import type { Scene } from "../model/scene";

type Changes = Partial<GameView>;

/** The scene after something has happened. */
export function after(scene: Scene, happening: Happening): Scene {
  return arrived(departed(scene, happening), happening);
}

/** Whether what follows cannot be worked out from what was, so that the board must show the newest scene at once. */
export function breaksOff(happening: Happening): boolean {
  return ["dealt", "undone", "annulled"].includes(happening.type);
}

/** The scene when cards have left their places, and not reached others yet. */
export function departed(scene: Scene, happening: Happening): Scene {
  const { game } = scene;
  switch (happening.type) {
    case "drew":
      return withGame(scene, { draw: game.draw - happening.count });
    case "played": {
      const { owner, number, card } = happening;
      if (happening.source === "stock") return withGame(scene, { stocks: stocksWith(game, owner, -1, null) });
      if (happening.source === "hand") return withoutInHand(scene, owner, [card]);
      return withGame(scene, { discards: discardsWith(game, owner, number, (pile) => pile.slice(0, -1)) });
    }
    case "discarded":
      return withoutInHand(scene, happening.seat, [happening.card]);
    case "completed":
      return withGame(scene, { building: game.building.map((pile, at) => (at === happening.pile - 1 ? [] : pile)) });
    case "overdrew":
      return withGame(scene, { draw: game.draw - 1 });
    case "penalised":
      return withGame(scene, { draw: game.draw - happening.count });
    case "took":
    case "refused_exposed":
      return withGame(scene, { kitchen: game.kitchen && { ...game.kitchen, exposed: [] } });
    default:
      return scene;
  }
}

/** The scene when the cards that had departed are where they go. */
export function arrived(scene: Scene, happening: Happening): Scene {
  const { game } = scene;
  switch (happening.type) {
    case "drew":
      return intoHand(scene, happening.seat, happening.count, happening.cards);
    case "took":
      return intoHand(
        withGame(scene, { draw: game.draw - happening.cards.length }),
        happening.seat,
        happening.cards.length,
        happening.cards,
      );
    case "played":
      return withGame(scene, {
        building: game.building.map((pile, at) => (at === happening.pile - 1 ? [...pile, happening.card] : pile)),
      });
    case "discarded":
      return withGame(scene, {
        discards: discardsWith(game, happening.seat, happening.pile, (pile) => [...pile, happening.card]),
      });
    case "turned":
      return withGame(scene, { stocks: stocksWith(game, happening.seat, 0, happening.card) });
    case "shuffled":
      return withGame(scene, { draw: game.draw + happening.count, spent: [] });
    case "turn_began":
      return withGame(scene, { turn: happening.seat });
    case "ended":
      return withGame(scene, { outcome: happening.outcome });
    case "overdrew":
      return withGame(scene, { stocks: stocksWith(game, happening.seat, 1) });
    case "penalised":
      return withGame(scene, { stocks: stocksWith(game, happening.seat, happening.count) });
    case "exposed":
      return withGame(scene, {
        kitchen: game.kitchen && { ...game.kitchen, exposed: [happening.card, ...game.kitchen.exposed] },
      });
    default:
      return scene;
  }
}

/** What a move of ours will do first, as the server will tell it; null where nothing is carried that we can see. */
export function promised(scene: Scene, text: string): Happening | null {
  const { source, target } = parseMove(text);
  const place = placeOfSource(scene, source);
  const card = place && target ? cardAt(scene, place) : null;
  if (scene.own === null || !target || card == null) return null;
  const seat = scene.own;
  const pile = Number(target.slice(1));
  if (target.startsWith("d")) return { type: "discarded", seat, card, pile };
  const [, owner, discard] = /^(\d)?(?:s|d(\d))$/.exec(source) ?? [];
  return {
    type: "played",
    seat,
    card,
    source: source.startsWith("h") ? "hand" : discard ? "discard" : "stock",
    owner: owner === undefined ? seat : Number(owner),
    number: Number(discard ?? 0),
    pile,
    stands_for: card || (scene.game.building[pile - 1]?.length ?? 0) + 1,
  };
}

/** Whether the server tells what we had promised. */
export function keeps(promise: Happening, happening: Happening): boolean {
  if (promise.type === "discarded" && happening.type === "discarded")
    return promise.seat === happening.seat && promise.card === happening.card && promise.pile === happening.pile;
  if (promise.type !== "played" || happening.type !== "played") return false;
  return (["seat", "card", "source", "owner", "number", "pile"] as const).every((key) => promise[key] === happening[key]);
}

function withGame(scene: Scene, changes: Changes): Scene {
  return { ...scene, game: { ...scene.game, ...changes } };
}

function stocksWith(game: GameView, seat: number, more: number, top?: number | null): GameView["stocks"] {
  return game.stocks.map((stock, at) =>
    at === seat ? { top: top === undefined ? stock.top : top, count: stock.count + more } : stock,
  );
}

function discardsWith(game: GameView, seat: number, pile: number, change: (pile: number[]) => number[]): number[][][] {
  return game.discards.map((piles, at) =>
    at === seat ? piles.map((each, number) => (number === pile - 1 ? change(each) : each)) : piles,
  );
}

function without(cards: readonly number[], gone: readonly number[]): number[] {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function sorted(cards: readonly number[]): number[] {
  return [...cards].sort((one, other) => one - other);
}

function withHandOf(scene: Scene, seat: number, more: number, change: (hand: readonly number[]) => number[]): Scene {
  const counted = withGame(scene, { hands: scene.game.hands.map((count, at) => (at === seat ? count + more : count)) });
  return {
    ...counted,
    hand: seat === scene.own ? change(scene.hand) : scene.hand,
    hands: scene.hands && scene.hands.map((hand, at) => (at === seat ? change(hand) : hand)),
  };
}

function withoutInHand(scene: Scene, seat: number, cards: readonly number[]): Scene {
  return withHandOf(scene, seat, -cards.length, (hand) => without(hand, cards));
}

function intoHand(scene: Scene, seat: number, count: number, cards: readonly number[] | null): Scene {
  return withHandOf(scene, seat, count, (hand) => (cards ? sorted([...hand, ...cards]) : [...hand]));
}
