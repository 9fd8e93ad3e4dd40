import { MediaQuery } from "svelte/reactivity";

/** Matches where there is room for a panel beside the board. */
export const wideViewport = new MediaQuery("(min-width: 62rem)");
