/** The text of a possible move. */
import { parseMove } from "../../board/model/move-notation";
import { cardAt, placeOfSource } from "../../board/model/places";
import type { Scene } from "../../board/model/scene";
import { t } from "../../i18n/i18n.svelte";
import type { PileNames } from "../../i18n/term";
import { ACT_TEXTS, actOf, calledSeat } from "../../kitchen/acts";
import { theFace } from "../../narration/sentences";

export function moveSentence(move: string, scene: Scene, names: PileNames): string {
  const called = calledSeat(move);
  if (called !== null) return t("Call {seat}", { seat: scene.seats[called]?.name ?? "" });
  const act = actOf(move);
  if (act in ACT_TEXTS) return t(ACT_TEXTS[act]!);
  if (act === "pass") return t("Pass");
  const { source, target } = parseMove(move);
  const place = placeOfSource(scene, source);
  const card = place === null ? null : cardAt(scene, place);
  const pile = target?.startsWith("b") ? names.building : names.discard;
  const [, owner, kind = "", number = ""] = /^(\d?)([shd])(\d?)/.exec(source) ?? [];
  const values = {
    card: card == null ? "" : theFace(card, names),
    source: kind === "s" ? names.stock : kind === "d" ? names.discard.numbered(number) : names.hand,
    pile,
    number: target?.slice(1) ?? "",
  };
  return owner
    ? t("{card} from {source} ({owner}) to {pile} {number}", { ...values, owner: scene.seats[Number(owner)]?.name ?? "" })
    : t("{card} from {source} to {pile} {number}", values);
}
