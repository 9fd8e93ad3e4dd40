/** What the server's refusal codes mean. */
import { fetchRules, ruleText } from "../catalogue/rulebook.svelte";
import sentences from "../generated/refusals.json";
import { t } from "../i18n/i18n.svelte";

/** A code that has no sentence is the id of a rule: the sentence quotes the rule if the edition has it. */
export async function sentenceFor(code: string, edition: string): Promise<string> {
  const sentence = (sentences as Record<string, string>)[code];
  if (sentence) return t(sentence);
  await fetchRules();
  const rule = ruleText(edition, code)?.replace(/\.$/, "") ?? code;
  return t("The rules do not allow it: {rule}.", { rule });
}
