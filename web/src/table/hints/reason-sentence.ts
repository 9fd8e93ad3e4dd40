/** The text of a reason for a hint. The texts come from Python, which chooses among them: src/skipbo/coach. */
import type { Scene } from "../../board/model/scene";
import advice from "../../generated/advice.json";
import type { HintSentence } from "../../generated/protocol";
import { t, type Values } from "../../i18n/i18n.svelte";
import type { PileNames } from "../../i18n/term";
import { theFace } from "../../narration/card-names";

/** The sentence of a reason; null for one that a newer server may send. */
export function reasonSentence(reason: HintSentence, scene: Scene, { cards, ...terms }: PileNames): string | null {
  const text = (advice.reasons as Record<string, string>)[reason.text];
  if (text === undefined) return null;
  const names = { cards, ...terms };
  const values: Values = { ...terms };
  if (reason.card != null) values.card = theFace(reason.card, names);
  if (reason.needed != null) values.needed = theFace(reason.needed, names);
  if (reason.seat != null) values.seat = scene.seats[reason.seat]?.name ?? "";
  if (reason.pile != null) values.pile = terms.discard.numbered(reason.pile);
  return t(text, values);
}
