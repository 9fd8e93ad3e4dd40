/**
 * If two piles are alike, the learner may choose either. The lesson continues as scripted with the two exchanged: its
 * pile 1 is then shown as pile 2, and the other way round.
 */
import { parseMove } from "../board/model/move-notation";
import type { GameView } from "../generated/protocol";
import type { TableEvent } from "../net/events";

/** For each pile of the lesson, the position at which it is shown; both count from 0. */
export interface Labels {
  building: number[];
  discard: number[];
}

export const AS_WRITTEN: Labels = { building: [0, 1, 2, 3], discard: [0, 1, 2, 3] };

const label = (labels: number[], pile: number) => labels[pile - 1]! + 1;

export function labelledMove(move: string, { building, discard }: Labels): string {
  return move.replace(/([bd])(\d)/g, (_, kind: string, pile: string) => {
    return kind + label(kind === "b" ? building : discard, Number(pile));
  });
}

function arranged<T>(piles: T[], labels: number[]): T[] {
  const shown = [...piles];
  labels.forEach((position, pile) => (shown[position] = piles[pile]!));
  return shown;
}

export function labelledGame(game: GameView, labels: Labels, own: number): GameView {
  return {
    ...game,
    building: arranged(game.building, labels.building),
    discards: game.discards.map((piles, seat) => (seat === own ? arranged(piles, labels.discard) : piles)),
  };
}

export function labelledEvent(event: TableEvent, labels: Labels, own: number): TableEvent {
  switch (event.type) {
    case "played": {
      const { source, owner, number, pile } = event;
      const ownDiscard = source === "discard" && owner === own;
      return {
        ...event,
        pile: label(labels.building, pile),
        number: ownDiscard ? label(labels.discard, number) : number,
      };
    }
    case "discarded":
      return event.seat === own ? { ...event, pile: label(labels.discard, event.pile) } : event;
    case "completed":
      return { ...event, pile: label(labels.building, event.pile) };
    default:
      return event;
  }
}

/**
 * The labels under which a move is the wanted one: the present labels, or with two piles exchanged that are alike. Null if
 * it is a different move. Both moves and the game are as shown.
 */
export function labelsFor(move: string, wanted: string, game: GameView, labels: Labels, own: number): Labels | null {
  if (move === wanted) return labels;
  const [made, meant] = [parseMove(move), parseMove(wanted)];
  if (made.source !== meant.source || !made.target || !meant.target || made.target[0] !== meant.target[0]) return null;
  const kind = made.target.startsWith("b") ? "building" : "discard";
  const piles = kind === "building" ? game.building : game.discards[own]!;
  const [here, there] = [Number(made.target[1]) - 1, Number(meant.target[1]) - 1];
  if (JSON.stringify(piles[here]) !== JSON.stringify(piles[there])) return null;
  const exchanged = labels[kind].map((position) => (position === here ? there : position === there ? here : position));
  return { ...labels, [kind]: exchanged };
}
