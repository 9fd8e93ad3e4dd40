/** What happened at a table, kept for reading: as it was, not as it was told, so that another language tells it anew. */
import type { Happening } from "../generated/protocol";
import { tellAll, type Listener } from "./sentences";

export interface Logged {
  happening: Happening;
  /** The move, or the version of the table, after which it happened. */
  at: number;
}

export interface Line {
  text: string;
  at: number;
}

/** A turn in sentences. */
export interface Chapter {
  /** Whose turn it is; null before the first. */
  seat: number | null;
  lines: Line[];
}

const BEGINS = new Set(["dealt", "turn_began", "irregular_turn"]);
const MOST = 600;

/** The log with what happened since; what is long ago is forgotten. */
export function withHappened(log: readonly Logged[], happened: readonly Happening[], at: number): Logged[] {
  const worthIt = happened.filter((happening) => happening.type !== "said"); // the chat shows it
  return [...log, ...worthIt.map((happening) => ({ happening, at }))].slice(-MOST);
}

/** The log turn by turn. */
export function chapters(log: readonly Logged[], to: Listener): Chapter[] {
  return byTurn(log)
    .map((turn) => {
      const told = tellAll(
        turn.map((each) => each.happening),
        to,
      );
      const first = turn[0]!.happening;
      return {
        seat: "seat" in first ? first.seat : null,
        lines: told.map(({ text, place }) => ({ text, at: turn[place]!.at })),
      };
    })
    .filter((chapter) => chapter.lines.length > 0);
}

function byTurn(log: readonly Logged[]): Logged[][] {
  const turns: Logged[][] = [];
  for (const each of log) {
    if (!turns.length || BEGINS.has(each.happening.type)) turns.push([]);
    turns.at(-1)!.push(each);
  }
  return turns;
}
