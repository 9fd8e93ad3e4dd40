import sentences from "./generated/refusals.json";
import { t } from "./language.svelte";
import { ruleText } from "./rules/rulebook.svelte";

/**
 * Why something was refused, in a sentence. A code that is none of the table's own is the id of a rule: it is quoted
 * where the rules of the edition are at hand.
 */
export function whyRefused(code: string, edition = ""): string {
  const sentence = (sentences as Record<string, string>)[code];
  if (sentence) return t(sentence);
  const rule = ruleText(edition, code)?.replace(/\.$/, "") ?? code;
  return t("The rules do not allow it: {rule}.", { rule });
}
