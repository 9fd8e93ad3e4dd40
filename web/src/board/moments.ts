/**
 * The moments of a game: what each event sounds and feels like, and the flourishes of the rare ones. Loaded with the first
 * of them.
 */
import type { TableEvent } from "../net/events";
import { vibrate, type Vibration } from "../services/vibration";
import { LOW_STOCK, type Place } from "./model/places";
import type { Scene } from "./model/scene";
import { partnersOf } from "./model/seating";
import { flourish, type Flourish } from "./motion/flourish";
import { cardsFly } from "./motion/pace";
import { sounds, type Sound } from "./sound/sounds";

export interface Moment {
  sounds?: Sound[];
  vibration?: Vibration;
  flourishes?: { kind: Flourish; at: Place | number }[];
}

/** The moment of an event, given the scene that shows it; at a seat or a place. */
export function momentOf(event: TableEvent, scene: Scene): Moment {
  switch (event.type) {
    case "played":
      return laid(event.seat, scene, event.source === "stock" ? event.owner : null);
    case "discarded":
      return laid(event.seat, scene);
    case "exposed":
      return { sounds: ["laid"] };
    case "drew":
    case "took":
      return { sounds: ["drawn"] };
    case "shuffled":
    case "dealt":
      return { sounds: ["shuffled"] };
    case "completed":
      return { sounds: ["completed"], flourishes: [{ kind: "completed", at: `b${event.pile}` }] };
    case "turn_began":
      return event.seat === scene.own ? { sounds: ["turn"], vibration: "turn" } : {};
    case "ended":
      return ended(event.outcome.winners, scene.own);
    default:
      return {};
  }
}

/** Plays, vibrates and shows a moment. Nobody waits for a turn at a board that is only watched. */
export function mark(event: TableEvent, scene: Scene, board: { element: HTMLElement | null; plays: boolean }): void {
  if (event.type === "turn_began" && !board.plays) return;
  const { sounds: played = [], vibration, flourishes = [] } = momentOf(event, scene);
  for (const sound of played) sounds.play(sound);
  if (vibration && board.plays) vibrate(vibration);
  if (board.element && cardsFly()) for (const { kind, at } of flourishes) flourish(kind, at, board.element);
}

/** A card is laid, by this seat; given the owner of the stock pile it comes from, the pile may be nearly empty now. */
function laid(seat: number, scene: Scene, owner: number | null = null): Moment {
  const moment: Moment = { sounds: ["laid"], ...(seat === scene.own && { vibration: "laid" }) };
  if (owner === null || scene.game.stocks[owner]?.count !== LOW_STOCK) return moment;
  const ours = scene.own === owner || partnersOf(scene, owner).includes(scene.own ?? -1);
  return {
    ...moment,
    sounds: ["laid", ours ? "nearlyOut" : "othersNearlyOut"],
    flourishes: [{ kind: "low", at: `${owner}s` }],
  };
}

/** Whoever loses sees the winner's plate alone. */
function ended(winners: readonly number[], own: number | null): Moment {
  if (own !== null && !winners.includes(own)) return { sounds: ["lost"] };
  return {
    sounds: ["won"],
    ...(own !== null && { vibration: "won" }),
    flourishes: winners.map((seat) => ({ kind: "won", at: seat })),
  };
}
