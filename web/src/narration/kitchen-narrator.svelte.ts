/**
 * Who has the sentences of a kitchen table: few tables are one, so they come with its panel and with a replay, and not
 * with the first load of every table.
 */
import type { TableEvent } from "../net/events";
import type { Reader } from "./reader";

class KitchenNarrator {
  sentence = $state.raw<((event: TableEvent, to: Reader) => string | null) | null>(null);
}

export const kitchenNarrator = new KitchenNarrator();
