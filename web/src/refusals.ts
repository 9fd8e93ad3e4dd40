import sentences from "./generated/refusals.json";
import { t } from "./language.svelte";

/** Why something was refused, in a sentence. A code that is none of the table's own is the id of a rule. */
export function whyRefused(code: string): string {
  const sentence = (sentences as Record<string, string>)[code];
  return sentence ? t(sentence) : t("The rules do not allow it: {rule}.", { rule: code });
}
