import { expect, it } from "vitest";

/**
 * The rooms of the page, lowest first. A file may import its own room and the rooms on the lines above its own; rooms on
 * the same line do not import each other.
 */
const ORDER = [
  ["generated", "styles"],
  ["i18n", "kernel"],
  ["catalogue"],
  ["local"],
  ["net"],
  ["services"],
  ["ui"],
  ["shell", "narration", "fairness"],
  ["board/model", "board/card"],
  ["board/motion", "board/sound", "board/speech"],
  ["board/input"],
  ["board"],
  ["rules", "kitchen"],
  ["table"],
  ["analysis"],
  ["replay", "tutorial", "start", "files"],
  ["screens"],
  ["App.svelte"],
  ["main.ts"],
];

/** Input and motion act on the board's controller, which creates them: they may import it as a type. */
const KNOWN_AS_A_TYPE = "board/controller.svelte";

const LEVELS = new Map(ORDER.flatMap((rooms, level) => rooms.map((room) => [room, level] as const)));
const IMPORT = /\b(?:from|import|glob<?\w*>?)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;

/** Every source of the page but this one, by its path below `src`. */
const SOURCES = Object.entries(
  import.meta.glob<string>("./**/*.{ts,svelte,css}", { query: "?raw", import: "default", eager: true }),
).map(([key, source]) => [key.slice("./".length), source] as const);

/** The room of a path below `src`: of two that contain it, the inner one. */
function roomOf(path: string): string | undefined {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/")).find((room) => LEVELS.has(room));
}

/** The paths below `src` that a file imports. */
function importsOf(path: string, source: string): { target: string; typeOnly: boolean }[] {
  return [...source.matchAll(IMPORT)].flatMap((found) => {
    const { pathname } = new URL(found[1]!, `file:///src/${path}`);
    if (!pathname.startsWith("/src/")) return [];
    const statement = source.lastIndexOf("import", found.index);
    return [{ target: pathname.slice("/src/".length), typeOnly: source.startsWith("import type", statement) }];
  });
}

function mayImport(path: string, target: string, typeOnly: boolean): boolean {
  const [room, other] = [roomOf(path), roomOf(target)];
  if (room === undefined || other === undefined) return false;
  if (typeOnly && room.startsWith("board/") && target === KNOWN_AS_A_TYPE) return true;
  return room === other || LEVELS.get(other)! < LEVELS.get(room)!;
}

it("every file lies in a room, and no room is empty", () => {
  const used = SOURCES.map(([path]) => [path, roomOf(path)] as const);
  expect(used.filter(([, room]) => room === undefined)).toEqual([]);
  expect(new Set(used.map(([, room]) => room))).toEqual(new Set(LEVELS.keys()));
});

it("every import points to the same room or to a lower one", () => {
  const imports = SOURCES.flatMap(([path, source]) => importsOf(path, source).map((each) => ({ path, ...each })));
  expect(imports.length).toBeGreaterThan(SOURCES.length);
  const wrong = imports.filter(({ path, target, typeOnly }) => !mayImport(path, target, typeOnly));
  expect(wrong.map(({ path, target }) => `${path} → ${target}`)).toEqual([]);
});
