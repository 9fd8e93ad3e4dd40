/** The log of a table: events, which become sentences only when shown, so that a change of language changes them all. */
import type { TableEvent } from "../net/events";
import { sentencesOf, type Reader } from "./sentences";

export interface LogEntry {
  event: TableEvent;
  /** The number of moves, or the version of the table, at which the event happened. */
  at: number;
}

export interface LogLine {
  text: string;
  at: number;
}

/** The sentences of a turn. */
export interface Chapter {
  /** The seat in turn; null before the first turn. */
  seat: number | null;
  lines: LogLine[];
}

const TURN_STARTS = new Set(["drew_for_dealer", "dealt", "turn_began", "irregular_turn"]);
const MOST = 600;

/** The log with new events appended and the oldest dropped. */
export function appendEvents(log: readonly LogEntry[], happened: readonly TableEvent[], at: number): LogEntry[] {
  const logged = happened.filter((event) => event.type !== "said"); // the chat shows it
  return [...log, ...logged.map((event) => ({ event, at }))].slice(-MOST);
}

/** The log, divided into turns. */
export function chapters(log: readonly LogEntry[], to: Reader): Chapter[] {
  return byTurn(log)
    .map((turn) => {
      const sentences = sentencesOf(
        turn.map((each) => each.event),
        to,
      );
      const first = turn[0]!.event;
      return {
        seat: "seat" in first ? first.seat : null,
        lines: sentences.map(({ text, index }) => ({ text, at: turn[index]!.at })),
      };
    })
    .filter((chapter) => chapter.lines.length > 0);
}

function byTurn(log: readonly LogEntry[]): LogEntry[][] {
  const turns: LogEntry[][] = [];
  for (const each of log) {
    if (!turns.length || TURN_STARTS.has(each.event.type)) turns.push([]);
    turns.at(-1)!.push(each);
  }
  return turns;
}
