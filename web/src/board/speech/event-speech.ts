/** Reads aloud what happens at the table: everything, or only turns and what concerns the listener. */
import { namesOf } from "../../catalogue/editions";
import { seatNames } from "../../catalogue/seat-names";
import type { Happening } from "../../generated/protocol";
import { groundsOf } from "../../narration/rulings";
import { tellAll, type Listener } from "../../narration/sentences";
import { announcer } from "../../services/announcer.svelte";
import { settings } from "../../services/settings.svelte";
import type { Scene } from "../model/scene";

export function listenerOf(scene: Scene): Listener {
  return {
    names: namesOf(scene.edition),
    seats: seatNames(scene.seats.map((seat) => seat.name || null)),
    own: scene.own,
  };
}

/**
 * Says what lies between the scene before and this one; who only looks on is not called. What a kitchen table judges
 * stands below a live board with its rule, and is read there.
 */
export function listen(scene: Scene, plays: boolean): void {
  const happened = scene.happened ?? [];
  for (const { text, place } of tellAll(happened, listenerOf(scene))) {
    const happening = happened[place]!;
    if (plays && groundsOf(happening).length) continue;
    if (plays && isUrgent(happening, scene.own)) announcer.call(text);
    else if (settings.tellAll || concerns(happening, scene.own)) announcer.say(text);
  }
}

function isUrgent(happening: Happening, own: number | null): boolean {
  return happening.type === "turn_began" && happening.seat === own;
}

/** What a listener hears who wants to hear little. */
export function concerns(happening: Happening, own: number | null): boolean {
  switch (happening.type) {
    case "drew":
    case "turned":
      return happening.seat === own;
    case "played":
      return happening.seat === own || happening.owner === own;
    case "discarded":
    case "passed":
    case "readied":
      return happening.seat === own;
    case "turn_began":
    case "completed":
    case "shuffled":
      return false;
    default:
      return true;
  }
}
