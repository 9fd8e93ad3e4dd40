import { t } from "../i18n/i18n.svelte";

/**
 * The sentence for a refusal code. The sentences are fetched with the first refusal, since most visits have none. A code
 * that is not among them is the id of a rule: the sentence quotes the rule if the edition has it.
 */
export async function refusalText(code: string, edition = ""): Promise<string> {
  if (code === "offline") return t("The server does not answer. Are you connected?");
  try {
    const { default: sentences } = await import("../generated/refusals.json");
    const sentence = (sentences as Record<string, string>)[code];
    return sentence ? t(sentence) : t("The rules do not allow it: {rule}.", { rule: await ruleOf(edition, code) });
  } catch {
    return t("The server does not answer. Are you connected?");
  }
}

async function ruleOf(edition: string, id: string): Promise<string> {
  const { fetchRules, ruleText } = await import("../catalogue/rulebook.svelte");
  await fetchRules();
  return ruleText(edition, id)?.replace(/\.$/, "") ?? id;
}
