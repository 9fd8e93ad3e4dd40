/**
 * The analysis of a finished game: what was luck, what was skill, and what each decision cost. It mirrors
 * src/skipbo/coach/analysis.py, which says what the words mean. Chances are whole numbers, so that sums are exact.
 */
import { BEYOND_DOUBT, CHANCE, LEAST_COST } from "../generated/kernel";
import type { HintSentence, Outcome } from "../generated/protocol";
import { sideAt } from "../kernel/sides";

/** What a seat played until something new was seen, and what it would better have played. */
export interface Decision {
  seat: number;
  /** The number of the first move, from 0. */
  first: number;
  /** Moves as people write them. */
  played: string[];
  best: string[];
  /** The chances of the sides with what the planner would have played, as totals over all worlds. */
  before: number[];
  /** The same with what was played. */
  after: number[];
  /** The total by which the best was better for its side than what was played. */
  cost: number;
  /** The standard error of the cost, as a chance. */
  error: number;
  /** Why the best is better, from the first move in which it differs. */
  reasons: HintSentence[];
}

export interface Analysis {
  sides: number;
  worlds: number;
  decisions: Decision[];
  /** As the chances of decisions. */
  result: number[];
}

/** The analysis that decisions make which were all tried in as many worlds. */
export function conclude(decisions: Decision[], worlds: number, sides: number, { winners }: Outcome): Analysis {
  const won = new Set(winners.map((seat) => sideAt(seat, sides)));
  const winning = sidesOf(sides).filter((side) => won.size === 0 || won.has(side));
  const each = Math.floor((worlds * CHANCE) / winning.length);
  return { sides, worlds, decisions, result: sidesOf(sides).map((side) => (winning.includes(side) ? each : 0)) };
}

export function sidesOf(sides: number): number[] {
  return Array.from({ length: sides }, (_, side) => side);
}

/** A total over all worlds as a chance, or the difference of two. */
export function share({ worlds }: Analysis, total: number): number {
  return total / (worlds * CHANCE);
}

export function startOf({ decisions }: Analysis): number[] {
  return decisions[0]!.before;
}

/** By how much a decision lowered the chance of the side that made it, as far as the worlds can tell. */
export function costOf(analysis: Analysis, { cost }: Decision): number {
  return share(analysis, cost);
}

/** The mean cost of the decisions of a seat; null if it made none. */
export function meanCost(analysis: Analysis, seat: number): number | null {
  return meanOf(analysis, seat, (made) => made.cost);
}

/** By how much the decisions of a seat are worse than the planner's in the mean; null if it made none. */
export function meanBehind(analysis: Analysis, seat: number): number | null {
  const side = sideAt(seat, analysis.sides);
  return meanOf(analysis, seat, ({ before, after }) => before[side]! - after[side]!);
}

function meanOf(analysis: Analysis, seat: number, total: (made: Decision) => number): number | null {
  const own = analysis.decisions.filter((made) => made.seat === seat);
  return own.length ? share(analysis, sum(own.map(total))) / own.length : null;
}

/** What was seen after a decision has brought a side: the cards that were drawn or turned over. */
export function luckAfter({ decisions, result }: Analysis, made: Decision, side: number): number {
  const next = decisions[decisions.indexOf(made) + 1];
  return (next?.before ?? result)[side]! - made.after[side]!;
}

/** What was seen and drawn has brought a side, over the whole game. */
export function luckOf(analysis: Analysis, side: number): number {
  return sum(analysis.decisions.map((made) => luckAfter(analysis, made, side)));
}

/** A stroke of luck: what was seen after a decision has brought a side so much. */
export interface Stroke {
  made: Decision;
  side: number;
  luck: number;
}

/** The greatest strokes of luck, each for the side that it brought most. */
export function strokesOf(analysis: Analysis, count = 3): Stroke[] {
  const all = analysis.decisions.map((made): Stroke => {
    const lucks = sidesOf(analysis.sides).map((side) => luckAfter(analysis, made, side));
    const luck = Math.max(...lucks);
    return { made, side: lucks.indexOf(luck), luck };
  });
  const lucky = all.filter(({ luck }) => luck > 0);
  return lucky.sort((one, other) => other.luck - one.luck).slice(0, count);
}

/** The number of moves after which a decision is over. */
export function endOf({ first, played }: Decision): number {
  return first + played.length;
}

/** What the decisions of a side have brought a side. */
export function skillOf({ decisions, sides }: Analysis, deciding: number, side: number): number {
  const made = decisions.filter(({ seat }) => sideAt(seat, sides) === deciding);
  return sum(made.map(({ before, after }) => after[side]! - before[side]!));
}

/** What the decisions of all other sides have brought a side. */
export function skillOfOthers(analysis: Analysis, side: number): number {
  const others = sidesOf(analysis.sides).filter((other) => other !== side);
  return sum(others.map((other) => skillOf(analysis, other, side)));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The decisions whose cost is beyond doubt and worth a look, the costliest first. */
export function mistakesOf(analysis: Analysis): Decision[] {
  const isMistake = (made: Decision) => costOf(analysis, made) >= Math.max(BEYOND_DOUBT * made.error, LEAST_COST) && !isBest(made);
  return analysis.decisions.filter(isMistake).sort((one, other) => costOf(analysis, other) - costOf(analysis, one));
}

export function isBest({ played, best }: Decision): boolean {
  return played.join() === best.join();
}

/** How many moves two lines begin with alike. */
export function alike(one: readonly unknown[], other: readonly unknown[]): number {
  const differs = one.findIndex((move, number) => move !== other[number]);
  return differs < 0 ? one.length : differs;
}

/** The number of the move in which the better line differs from what was played. */
export function turningPoint({ first, played, best }: Decision): number {
  return first + Math.min(alike(played, best), played.length - 1);
}

/** The decision that the move after so many moves belongs to; null at the end of the game. */
export function decisionAt({ decisions }: Analysis, moves: number): Decision | null {
  return decisions.find(({ first, played }) => moves < first + played.length) ?? null;
}

/** The chances of the sides after so many moves: before a decision, or at the end. */
export function chancesAt(analysis: Analysis, moves: number): number[] {
  const totals = decisionAt(analysis, moves)?.before ?? analysis.result;
  return totals.map((total) => share(analysis, total));
}
