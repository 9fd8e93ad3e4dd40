/** The bots: a move for a view, by the parameters of a bot. */
import bots from "../generated/bots.json";
import { DICE_SIZE, PARAMETERS, STATE, WORKSPACE_SIZE } from "../generated/kernel";
import type { Kernel } from "../kernel/module";

export type Choose = (view: Uint8Array, parameters: number[]) => number;

const NUMBER_BYTES = 8;
const KIND = PARAMETERS.kind / NUMBER_BYTES;
const TEMPERATURE = PARAMETERS.temperature / NUMBER_BYTES;

export function isBot(name: string): boolean {
  return Object.hasOwn(bots.kinds, name);
}

/** The parameters of a bot at a table of an edition. */
export function parametersOf(bot: string, edition: string, players: number, sides: number): number[] {
  const formats = bots.formats as Record<string, Record<string, string>>;
  const format = formats[edition]![`${players}/${sides}`]!;
  const parameters = [...(bots.planner as Record<string, number[]>)[format]!];
  parameters[KIND] = (bots.kinds as Record<string, number>)[bot]!;
  parameters[TEMPERATURE] = (bots.temperatures as Record<string, number>)[bot] ?? 0;
  return parameters;
}

/** The worlds in the first round of a bot that searches; null for all others. */
export function worldsOf(bot: string): number | null {
  return (bots.worlds as Record<string, number>)[bot] ?? null;
}

/** What dice begin with that nobody can predict. */
export function randomFaces(): Uint8Array {
  const faces = crypto.getRandomValues(new Uint8Array(DICE_SIZE));
  faces[0]! |= 1; // dice never start at zero
  return faces;
}

export function chooser(kernel: Kernel): Choose {
  const [seen, bot, workspace] = [STATE.size, PARAMETERS.size, WORKSPACE_SIZE].map((size) => kernel.allocate(size));
  const dice = kernel.allocate(DICE_SIZE);
  kernel.bytes(dice, DICE_SIZE).set(randomFaces());
  return (view, parameters) => {
    kernel.bytes(seen!, STATE.size).set(view);
    new BigInt64Array(kernel.doors.memory.buffer, bot, parameters.length).set(parameters.map(BigInt));
    return kernel.doors.choose(bot!, seen!, dice, workspace!);
  };
}
