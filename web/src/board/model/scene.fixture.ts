/** Scenes for tests: real games as seat 0 saw them, and a small invented table. */
import games from "../../generated/games.json";
import type { GameView } from "../../generated/protocol";
import type { TableEvent } from "../../net/events";
import type { Scene } from "./scene";

type StoredScene = Pick<Scene, "version" | "edition" | "hand" | "legal"> & { game: GameView; happened: TableEvent[] };

/** Whole games, scene by scene. The first has two players. */
export const GAMES: Scene[][] = (games as unknown as StoredScene[][]).map((game) => game.map(toScene));

function toScene(stored: StoredScene): Scene {
  const seats = stored.game.hands.map((_, seat) => person(["Ann", "Ben", "Cleo", "Dan"][seat]!));
  return { ...stored, seats, own: 0, hands: null };
}

function person(name: string): Scene["seats"][number] {
  return { name, bot: null, person: true, here: true };
}

/** A table of two players, Ann to move. */
export function scene(changes: Partial<Scene> = {}, game: Partial<GameView> = {}): Scene {
  return {
    version: 1,
    edition: "mattel-2003",
    seats: [person("Ann"), person("Ben")],
    own: 0,
    hand: [0, 1, 7, 7],
    hands: null,
    legal: [],
    happened: [],
    ...changes,
    game: {
      number: 1,
      moves: 0,
      turn: 0,
      dealer: 1,
      sides: 2,
      hands: [4, 5],
      stocks: [
        { top: 2, count: 5 },
        { top: 12, count: 5 },
      ],
      discards: [
        [[9, 5], [], [3], []],
        [[], [], [], []],
      ],
      building: [[], [1, 0], [], []],
      draw: 100,
      spent: [],
      passes: 0,
      kitchen: null,
      outcome: null,
      ...game,
    },
  };
}
