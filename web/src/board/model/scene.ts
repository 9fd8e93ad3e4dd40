/** Everything that a board shows, from an update of a table, a frame of a replay or a step of the tutorial. */
import { seatNames } from "../../catalogue/seat-names";
import type { CallGround, GameView, Presence, Update } from "../../generated/protocol";
import type { TableEvent } from "../../net/events";

export interface SceneSeat {
  name: string;
  bot: string | null;
  /** Whether a person has the seat; if there is also a bot, it plays for them while they are away. */
  person: boolean;
  here: boolean;
}

export interface Scene {
  /** Rises with every change; `happened` has the events since the version before. */
  version: number;
  edition: string;
  game: GameView;
  seats: SceneSeat[];
  /** The player's seat, shown at the bottom, whose moves are in `legal`; null for a spectator. */
  own: number | null;
  hand: number[];
  /** The hand of every seat, if all cards are open; otherwise null. */
  hands: number[][] | null;
  legal: string[];
  /** The calls among those that have ground; without it, none. */
  grounds?: CallGround[] | undefined;
  /** Null if unknown: the board then shows the scene without flights. */
  happened: TableEvent[] | null;
}

export function sceneOf(update: Update, presence: Presence | null): Scene | null {
  const { game, own, table } = update;
  if (!game) return null;
  const names = seatNames(table.seats);
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
    legal: own && !table.seats[own.seat]!.bot ? own.legal : [], // no moves while a bot plays for the player
    grounds: own?.grounds,
    happened: update.since === null ? null : update.happened,
  };
}
