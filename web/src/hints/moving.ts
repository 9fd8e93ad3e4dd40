/** A move that could be made, in words. */
import type { Names } from "../editions";
import { mark, t } from "../language.svelte";
import { calledBy, wordOf } from "../kitchen/judging";
import { parseMove } from "../table/moves";
import { cardAt, placeOfSource } from "../table/places";
import type { Scene } from "../table/scene";
import { face } from "../telling";

const WORDS: Record<string, string> = {
  pass: mark("Pass"),
  draw: mark("Draw a card"),
  take: mark("Take the cards that lie face up"),
  "take top": mark("Take the uppermost of them"),
  refuse: mark("Take none of them"),
};

export function moveInWords(move: string, scene: Scene, names: Names): string {
  const called = calledBy(move);
  if (called !== null) return t("Call {seat}", { seat: scene.seats[called]?.name ?? "" });
  const word = WORDS[wordOf(move)];
  if (word) return t(word);
  const { source, target } = parseMove(move);
  const place = placeOfSource(scene, source);
  const card = place === null ? null : cardAt(scene, place);
  const pile = target?.startsWith("b") ? names.building : names.discard;
  return t("{card} from {source} to {pile} {number}", {
    card: card == null ? "" : face(card, names),
    source: sourceName(source, scene, names),
    pile,
    number: target?.slice(1) ?? "",
  });
}

function sourceName(source: string, scene: Scene, names: Names): string {
  const [, owner, kind = "", number = ""] = /^(\d?)([shd])(\d?)/.exec(source) ?? [];
  const pile = kind === "s" ? names.stock : kind === "d" ? `${names.discard} ${number}` : t("hand");
  return owner ? `${pile} (${scene.seats[Number(owner)]?.name ?? ""})` : pile;
}
