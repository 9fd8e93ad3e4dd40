/** The state of a board that its components share. */
import { createContext } from "svelte";

import type { PileNames } from "../../i18n/term";
import type { Scene } from "./scene";

/**
 * The states of a place, which its `data-state` lists: its card `can` be played somewhere or even `builds`, is `chosen`, or is
 * `lifted` by a drag; the chosen card can go there (`target`) or is held `over` it; a hint points at it (`hinted`), or says
 * that a card goes there (also `goal`); it shows a move that the server has not answered yet (`pending`).
 */
export type Mark = "can" | "builds" | "chosen" | "target" | "hinted" | "goal" | "pending" | "lifted" | "over";

export interface BoardState {
  readonly scene: Scene;
  readonly names: PileNames;
  /** Whether a card is chosen: the next press says where it goes. */
  readonly isChoosing: boolean;
  marks(place: string): Mark[];
  /** The place's name for screen readers, with the cards that lie there. */
  label(place: string): string;
  /** 0 for the one place of its group that the Tab key reaches, otherwise -1. */
  tabindex(place: string): 0 | -1;
  /** A press that `chooses` never plays a card at once. */
  press(place: string, byKey: boolean, chooses?: boolean): void;
  /** Spreads out the piles of a seat, or counts the cards, in a popover beside the button that opens it. */
  openPopover(seat: number | null, anchor: HTMLElement): void;
}

export const [boardState, setBoardState] = createContext<BoardState>();
