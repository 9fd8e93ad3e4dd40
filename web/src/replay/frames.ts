/** The frames of a finished game, as one seat saw them or with all cards open. */
import type { Scene } from "../board/model/scene";
import { displayName } from "../catalogue/seat-names";
import type { Replay } from "../generated/protocol";
import type { LogEntry } from "../narration/game-log";
import type { TableEvent } from "../net/events";

/** The seat whose view is shown; null for all cards open. */
export type Eyes = number | null;

const PERSON = "person";

/** The scene after `move` moves. It has events, and therefore flights, only if it follows the frame shown before. */
export function sceneAt(replay: Replay, move: number, eyes: Eyes, follows: boolean): Scene {
  const frame = replay.frames[move]!;
  const names = replayNames(replay);
  return {
    version: move,
    edition: replay.edition,
    game: frame.game,
    seats: replay.seats.map(({ player }, seat) => ({
      name: names[seat]!,
      bot: player === PERSON ? null : player,
      person: player === PERSON,
      here: true,
    })),
    own: eyes,
    hand: eyes === null ? [] : frame.hands[eyes]!,
    hands: eyes === null ? frame.hands : null,
    legal: [],
    happened: follows ? frame.happened.map((event) => eventSeenBy(event, eyes)) : null,
  };
}

export function replayNames({ seats }: Replay): string[] {
  return seats.map(({ name }) => displayName(name));
}

/** All events, each with the number of moves made before it. */
export function logOf(replay: Replay, eyes: Eyes): LogEntry[] {
  return replay.frames.flatMap(({ happened }, at) =>
    happened.map((event) => ({ event: eventSeenBy(event, eyes), at })),
  );
}

/** An event as seat `eyes` saw it; null hides nothing. */
export function eventSeenBy(event: TableEvent, eyes: Eyes): TableEvent {
  if (eyes === null || !("seat" in event) || event.seat === eyes) return event;
  if (event.type === "drew") return { ...event, cards: null };
  if (event.type === "overdrew") return { ...event, card: null };
  return event;
}

/** The frames in which turns begin. */
export function turnsOf({ frames }: Replay): number[] {
  return frames.flatMap(({ happened }, at) => (happened.some(({ type }) => type === "turn_began") ? [at] : []));
}

export function turnBefore(turns: readonly number[], move: number): number {
  return turns.filter((turn) => turn < move).at(-1) ?? 0;
}

export function turnAfter(turns: readonly number[], move: number, last: number): number {
  return turns.find((turn) => turn > move) ?? last;
}

/** The move number in an address, limited to the game. */
export function moveWithin(text: string | undefined, last: number): number {
  const move = Number(text ?? 0);
  return Number.isInteger(move) ? Math.max(0, Math.min(move, last)) : 0;
}
