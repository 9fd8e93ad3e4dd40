/** The text of a possible move. The texts come from Python, which has the same sentences: src/skipbo/coach/sentences.py. */
import { parseMove } from "../../board/model/move-notation";
import { cardAt, placeOfSource } from "../../board/model/places";
import type { Scene } from "../../board/model/scene";
import advice from "../../generated/advice.json";
import { t } from "../../i18n/i18n.svelte";
import type { PileNames } from "../../i18n/term";
import { ACT_TEXTS, actOf, calledSeat } from "../../kitchen/acts";
import { theFace } from "../../narration/card-names";

const { moves } = advice;

export function moveSentence(move: string, scene: Scene, names: PileNames): string {
  const called = calledSeat(move);
  if (called !== null) return t("Call {seat}", { seat: scene.seats[called]?.name ?? "" });
  const act = actOf(move);
  if (act in ACT_TEXTS) return t(ACT_TEXTS[act]!);
  if (act === "pass") return t(moves.pass);
  const { source, target } = parseMove(move);
  const place = placeOfSource(scene, source);
  const card = place === null ? null : cardAt(scene, place);
  const isDiscard = target?.startsWith("d");
  const [, owner, kind = "", number = ""] = /^(\d?)([shd])(\d?)/.exec(source) ?? [];
  const values = {
    card: card == null ? "" : theFace(card, names),
    owner: scene.seats[Number(owner)]?.name ?? "",
    source: kind === "s" ? names.stock : kind === "d" ? names.discard.numbered(number) : names.hand,
    pile: (isDiscard ? names.discard : names.building).numbered(target?.slice(1) ?? ""),
  };
  if (isDiscard) return t(moves.discard, values);
  return t(owner ? moves.play_of_partner : moves.play, values);
}
