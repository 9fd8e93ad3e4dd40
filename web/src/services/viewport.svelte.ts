import { MediaQuery } from "svelte/reactivity";

/** Matches where a panel may lie above a part of the board. Elsewhere it is a drawer in front of everything. */
export const wideViewport = new MediaQuery("(min-width: 62rem)");

/** Matches where a panel covers nothing of the board, whose width is limited. */
export const roomyViewport = new MediaQuery("(min-width: 156rem)");
