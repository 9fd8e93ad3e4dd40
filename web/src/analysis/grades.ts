/** Grades: the level whose decisions are about as far behind the planner's, as src/skipbo/coach/grades.py has it. */
import grades from "../generated/grades.json";

/** The level whose decisions are most nearly so far behind, at a table of so many players and sides. */
export function gradeOf(behind: number, players: number, sides: number): string {
  const levels = Object.entries((grades as Record<string, Record<string, number>>)[`${players}/${sides}`]!);
  const [[level]] = levels.sort(([, one], [, other]) => Math.abs(one - behind) - Math.abs(other - behind)) as [[string, number]];
  return level;
}
