/** The keys of the board: arrows move within a group of places, Tab between groups, and letters and digits act. */
import type { Place } from "../model/places";
import type { Scene } from "../model/scene";
import { QUESTIONS, type Question } from "../speech/questions";

/** The action of a key. */
export type KeyAction =
  | { kind: "choose"; place: Place }
  | { kind: "reach"; place: Place }
  | { kind: "wait"; letter: "d" | "b" }
  | { kind: "ask"; question: Question }
  | { kind: "undo" | "hint" | "help" | "cancel" | "look" };

/** The group of a place, within which the arrow keys move. */
export function groupOf(place: Place, own: number | null): string {
  if (/^h\d/.test(place)) return "hand";
  if (place.startsWith("b")) return "building";
  const [, seat, pile] = /^(\d)(s|d|h)/.exec(place) ?? [];
  if (pile === undefined) return place;
  if (Number(seat) !== own) return `seat ${seat}`;
  return pile === "s" ? "stock" : "discards";
}

/**
 * The action of a key. A digit after `d` or `b` is the number of a pile; while a card is chosen, of a building pile;
 * otherwise of a card in the hand.
 */
export function keyAction(key: string, scene: Scene, chosen: boolean, letter: "d" | "b" | null): KeyAction | null {
  if (key === "Escape" || key === " ") return { kind: "cancel" };
  if (/^[1-9]$/.test(key)) return numbered(Number(key), scene, chosen, letter);
  const pressed = key.toLowerCase();
  const asked = QUESTIONS.find((question) => question.key === pressed);
  if (asked) return { kind: "ask", question: asked.question };
  switch (pressed) {
    case "s":
      return scene.own === null ? null : { kind: "choose", place: `${scene.own}s` };
    case "d":
    case "b":
      return { kind: "wait", letter: pressed };
    case "u":
      return { kind: "undo" };
    case "h":
      return { kind: "hint" };
    case "v":
      return { kind: "look" };
    case "?":
      return { kind: "help" };
    default:
      return null;
  }
}

function numbered(number: number, scene: Scene, chosen: boolean, letter: "d" | "b" | null): KeyAction | null {
  if (letter === "d") {
    if (scene.own === null || number > 4) return null;
    const place = `${scene.own}d${number}`;
    return chosen ? { kind: "reach", place } : { kind: "choose", place };
  }
  if (letter === "b" || chosen) return number > 4 ? null : { kind: "reach", place: `b${number}` };
  return number > scene.hand.length ? null : { kind: "choose", place: `h${number - 1}` };
}

/** The place that an arrow key leads to within a group; null for any other key. */
export function steppedTo<T>(key: string, group: readonly T[], from: T): T | null {
  const at = group.indexOf(from);
  const last = group.length - 1;
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return group[Math.min(at + 1, last)] ?? null;
    case "ArrowLeft":
    case "ArrowUp":
      return group[Math.max(at - 1, 0)] ?? null;
    case "Home":
      return group[0] ?? null;
    case "End":
      return group[last] ?? null;
    default:
      return null;
  }
}
