/** Reads aloud what happens at the table: everything, or only turns and what concerns the listener. */
import { pileNames } from "../../catalogue/editions";
import { seatNames } from "../../catalogue/seat-names";
import { rulesBehind } from "../../narration/rulings";
import { sentencesOf, type Reader } from "../../narration/sentences";
import type { TableEvent } from "../../net/events";
import { announcer } from "../../services/announcer.svelte";
import { settings } from "../../services/settings.svelte";
import type { Scene } from "../model/scene";

export function readerOf(scene: Scene): Reader {
  return {
    names: pileNames(scene.edition),
    seats: seatNames(scene.seats.map((seat) => seat.name || null)),
    own: scene.own,
  };
}

/**
 * Says what lies between the scene before and this one; who only looks on is not called. What a kitchen table judges
 * stands below a live board with its rule, and is read there.
 */
export function announceEvents(scene: Scene, plays: boolean): void {
  const happened = scene.happened ?? [];
  for (const { text, index } of sentencesOf(happened, readerOf(scene))) {
    const event = happened[index]!;
    if (plays && rulesBehind(event).length) continue;
    if (plays && isUrgent(event, scene.own)) announcer.sayNow(text);
    else if (settings.tellAll || concerns(event, scene.own)) announcer.say(text);
  }
}

function isUrgent(event: TableEvent, own: number | null): boolean {
  return event.type === "turn_began" && event.seat === own;
}

/** What a listener hears who wants to hear little. */
export function concerns(event: TableEvent, own: number | null): boolean {
  switch (event.type) {
    case "drew":
    case "turned":
      return event.seat === own;
    case "played":
      return event.seat === own || event.owner === own;
    case "discarded":
    case "passed":
    case "readied":
      return event.seat === own;
    case "turn_began":
    case "completed":
    case "shuffled":
      return false;
    default:
      return true;
  }
}
