/** What cards show in their corners: numbers, unless the edition that is played has letters for some of them. */
import { getContext, setContext } from "svelte";

import type { PileNames } from "../../i18n/term";

export type CardFace = (card: number) => string;

const KEY = Symbol("card face");

/** Sets the letters of the cards inside this component; `names` is asked again when it changes. */
export function setCardFace(names: () => PileNames): void {
  setContext<CardFace>(KEY, (card) => names().cards?.[card]?.letter ?? String(card));
}

export function cardFace(): CardFace {
  return getContext<CardFace | undefined>(KEY) ?? String;
}
