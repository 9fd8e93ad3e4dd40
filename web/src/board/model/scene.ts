/** All that a board shows, wherever it comes from: a table's update, a frame of a replay, a step of the tutorial. */
import { seatNames } from "../../catalogue/seat-names";
import type { GameView, Presence, Update } from "../../generated/protocol";
import type { TableEvent } from "../../net/events";

export interface SceneSeat {
  name: string;
  bot: string | null;
  /** A person's seat; with a bot, one that is played for them meanwhile. */
  person: boolean;
  here: boolean;
}

export interface Scene {
  /** A scene with another version follows the one before it; `happened` is what lies between them. */
  version: number;
  edition: string;
  game: GameView;
  seats: SceneSeat[];
  /** Whose place is at the bottom, and whose moves these are; null for who only watches. */
  own: number | null;
  hand: number[];
  /** Every hand, by seat, where a game is over and open. */
  hands: number[][] | null;
  legal: string[];
  /** Null where it is not told: the board is then simply shown as it is. */
  happened: TableEvent[] | null;
}

export function sceneOf(update: Update, presence: Presence | null): Scene | null {
  const { game, own, table } = update;
  if (!game) return null;
  const names = seatNames(table.seats.map((seat) => seat.name));
  return {
    version: update.version,
    edition: table.options.edition ?? "",
    game,
    seats: table.seats.map((seat, number) => ({
      name: names[number]!,
      bot: seat.bot,
      person: seat.person,
      here: presence?.here[number] ?? true,
    })),
    own: own?.seat ?? null,
    hand: own?.hand ?? [],
    hands: null,
    legal: own && !table.seats[own.seat]!.bot ? own.legal : [], // while a bot plays for us, nothing is ours to do
    happened: update.since === null ? null : update.happened,
  };
}
