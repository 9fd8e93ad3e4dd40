/** Which options a local table may have: the limits are those of the server, which refuses others with the same codes. */
import { EDITIONS } from "../catalogue/editions";
import limits from "../generated/option-limits.json";
import type { TableOptions } from "../generated/protocol";
import defaults from "../generated/table-options.json";
import tables from "../generated/tables.json";
import { isBot } from "./chooser";
import type { Origin } from "./entries";
import { Refused } from "./refused";

export type SettledOptions = Required<TableOptions>;

/** The part of JSON Schema that the limits are written in. */
interface Schema {
  type?: string;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface Sheet {
  columns: string[];
  tables: Record<string, { most: number; most_to_open: number }>;
}

const STRICT = "strict"; // the only referee here: docs/page.md
const KEY = /^[0-9a-f]{64}$/;

/** All options of a table, with the defaults of those that are not named. Throws `Refused` where the server would. */
export function settledOptions(named: unknown): SettledOptions {
  if (!fits(named, limits)) throw malformed("message");
  const options = { ...(defaults as SettledOptions), ...(named as TableOptions) };
  const code = whyNot(options);
  if (code) throw malformed(code);
  return options;
}

/** Throws `Refused` for a game that no table with these options can go on with. Its moves are checked when it is dealt. */
export function checkOrigin({ key, dealer, first, moves, names }: Origin, { players }: SettledOptions): void {
  const isSeat = (seat: unknown) => Number.isInteger(seat) && (seat as number) >= 0 && (seat as number) < players;
  const areTexts = (texts: unknown) => Array.isArray(texts) && texts.every((text) => typeof text === "string");
  const sound = isKey(key) && (dealer === null || isSeat(dealer)) && isSeat(first) && areTexts(moves) && areTexts(names);
  if (!sound || names.length !== players) throw malformed("message");
}

/** Whether something is the key of a game, as the log has it. */
export function isKey(key: unknown): boolean {
  return typeof key === "string" && KEY.test(key);
}

function malformed(code: string): Refused {
  return new Refused("malformed", code);
}

/** The code of the first limit that options break, as the engine looks for it; null for a table that may be opened. */
function whyNot(options: SettledOptions): string | null {
  const { players, partners, stock, dealer, youngest, column, bots } = options;
  if (bots.length > players) return "table.seat";
  const edition = EDITIONS.find(({ id }) => id === options.edition);
  if (!edition) return "edition";
  if (!edition.players.includes(players)) return "players";
  const sides = partners ? edition.sides[players] : players;
  if (sides === undefined) return "partners";
  const sheet = (tables as Record<string, Sheet>)[edition.id]!;
  const { most, most_to_open: mostToOpen } = sheet.tables[`${players}/${sides}`]!;
  if (stock !== null && stock > mostToOpen) return stock > most ? "stock" : "draw.pile";
  if (dealer !== null && edition.seat_choice !== "dealer") return "dealer";
  if (youngest !== null && edition.seat_choice !== "youngest") return "youngest";
  if (Math.max(dealer ?? 0, youngest ?? 0) >= players) return "seat";
  if (column !== null && !sheet.columns.includes(column)) return "column";
  if (options.referee !== STRICT) return "referee";
  return [...bots, options.substitute].every((bot) => bot === null || isBot(bot)) ? null : "bots";
}

function fits(value: unknown, schema: Schema): boolean {
  const { anyOf, minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity, maxItems = Infinity } = schema;
  if (anyOf) return anyOf.some((each) => fits(value, each));
  switch (schema.type) {
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string" && value.length >= minLength && value.length <= maxLength;
    case "integer":
    case "number": {
      const is = schema.type === "integer" ? Number.isInteger(value) : typeof value === "number";
      return is && (value as number) >= minimum && (value as number) <= maximum;
    }
    case "array":
      return Array.isArray(value) && value.length <= maxItems && value.every((each) => fits(each, schema.items!));
    default:
      return isObject(value) && Object.entries(value).every(([name, each]) => fitsProperty(name, each, schema.properties!));
  }
}

function fitsProperty(name: string, value: unknown, properties: Record<string, Schema>): boolean {
  return Object.hasOwn(properties, name) && fits(value, properties[name]!);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
