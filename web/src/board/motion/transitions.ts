/**
 * Scenes between two updates: while a card flies, or before the server has answered a move. They only move cards from
 * place to place as events say; no rules are known here.
 */
import type { GameView } from "../../generated/protocol";
import type { TableEvent } from "../../net/events";
import { parseMove } from "../model/move-notation";
import { cardAt, nextCard, placeOfSource } from "../model/places";
import type { Scene } from "../model/scene";

type Changes = Partial<GameView>;

/** The scene after an event. */
export function sceneAfter(scene: Scene, event: TableEvent): Scene {
  return arrived(departed(scene, event), event);
}

/** Whether the scene after an event cannot be derived, so that the board must skip to the newest scene. */
export function breaksSequence(event: TableEvent): boolean {
  return ["dealt", "undone", "annulled", "card_returned"].includes(event.type);
}

/** The scene while the cards of an event are in flight: they have left their places and not arrived yet. */
export function departed(scene: Scene, event: TableEvent): Scene {
  const { game } = scene;
  switch (event.type) {
    case "drew":
      return withGame(scene, { draw: game.draw - event.count });
    case "played": {
      const { owner, number, card } = event;
      if (event.source === "stock") return withGame(scene, { stocks: stocksWith(game, owner, -1, null) });
      if (event.source === "hand") return withoutInHand(scene, owner, [card]);
      return withGame(scene, { discards: discardsWith(game, owner, number, (pile) => pile.slice(0, -1)) });
    }
    case "discarded":
      return withoutInHand(scene, event.seat, [event.card]);
    case "completed":
      return withGame(scene, { building: game.building.map((pile, at) => (at === event.pile - 1 ? [] : pile)) });
    case "overdrew":
      return withGame(scene, { draw: game.draw - 1 });
    case "penalised":
      return withGame(scene, { draw: game.draw - event.count });
    case "took":
    case "refused_exposed":
      return withGame(scene, { kitchen: game.kitchen && { ...game.kitchen, exposed: [] } });
    default:
      return scene;
  }
}

/** The scene when the cards of an event have arrived, given the one in which they have departed. */
export function arrived(scene: Scene, event: TableEvent): Scene {
  const { game } = scene;
  switch (event.type) {
    case "drew":
      return intoHand(scene, event.seat, event.count, event.cards);
    case "took":
      return intoHand(
        withGame(scene, { draw: game.draw - event.cards.length }),
        event.seat,
        event.cards.length,
        event.cards,
      );
    case "played":
      return withGame(scene, {
        building: game.building.map((pile, at) => (at === event.pile - 1 ? [...pile, event.card] : pile)),
      });
    case "discarded":
      return withGame(scene, {
        discards: discardsWith(game, event.seat, event.pile, (pile) => [...pile, event.card]),
      });
    case "turned":
      return withGame(scene, { stocks: stocksWith(game, event.seat, 0, event.card) });
    case "shuffled":
      return withGame(scene, { draw: game.draw + event.count, spent: [] });
    case "turn_began":
      return withGame(scene, { turn: event.seat });
    case "ended":
      return withGame(scene, { outcome: event.outcome });
    case "overdrew":
      return withGame(scene, { stocks: stocksWith(game, event.seat, 1) });
    case "penalised":
      return withGame(scene, { stocks: stocksWith(game, event.seat, event.count) });
    case "exposed":
      return withGame(scene, {
        kitchen: game.kitchen && { ...game.kitchen, exposed: [event.card, ...game.kitchen.exposed] },
      });
    default:
      return scene;
  }
}

/** The first event that a move of the player will cause; null for a move without a visible card. */
export function predictedEvent(scene: Scene, text: string): TableEvent | null {
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
    stands_for: card || nextCard(scene.game.building[pile - 1]!),
  };
}

/** Whether an event from the server is the predicted one. */
export function confirms(prediction: TableEvent, event: TableEvent): boolean {
  if (prediction.type === "discarded" && event.type === "discarded")
    return prediction.seat === event.seat && prediction.card === event.card && prediction.pile === event.pile;
  if (prediction.type !== "played" || event.type !== "played") return false;
  return (["seat", "card", "source", "owner", "number", "pile"] as const).every((key) => prediction[key] === event[key]);
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
