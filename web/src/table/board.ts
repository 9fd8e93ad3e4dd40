/** What the parts of a board ask of it. */
import { createContext } from "svelte";

import type { Names } from "../editions";
import type { Scene } from "./scene";

/**
 * What a place is while somebody chooses: `can` be taken from, is `chosen`, is a `target`, is `hinted` at, or shows a
 * move that the server has not answered yet (`pending`). They stand in the place's `data-state`.
 */
export type Mark = "can" | "chosen" | "target" | "hinted" | "pending";

export interface BoardState {
  readonly scene: Scene;
  readonly names: Names;
  marks(place: string): Mark[];
  press(place: string): void;
  /** Spreads a whole pile out, beside the button that asked for it. */
  peek(button: HTMLButtonElement, title: string, cards: number[]): void;
}

export const [boardState, setBoardState] = createContext<BoardState>();
