/** What the parts of a board ask of it. */
import { createContext } from "svelte";

import type { PileNames } from "../../i18n/i18n.svelte";
import type { Scene } from "./scene";

/**
 * What a place is while somebody chooses: `can` be taken from, is `chosen`, is a `target`, is `hinted` at, or shows a
 * move that the server has not answered yet (`pending`); while a card is carried, it is `lifted` from one place and may
 * be `over` another. They stand in the place's `data-state`.
 */
export type Mark = "can" | "chosen" | "target" | "hinted" | "pending" | "lifted" | "over";

export interface BoardState {
  readonly scene: Scene;
  readonly names: PileNames;
  marks(place: string): Mark[];
  /** What the place is called when it is read aloud, with what lies there. */
  label(place: string): string;
  /** 0 for the one place of its group that the Tab key leads to, otherwise -1. */
  tabindex(place: string): 0 | -1;
  press(place: string, byKey: boolean): void;
  /** Spreads the piles of a seat out, beside the button that asked for it. */
  openPopover(seat: number, anchor: HTMLElement): void;
}

export const [boardState, setBoardState] = createContext<BoardState>();
