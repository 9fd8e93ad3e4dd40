import { t } from "../i18n/i18n.svelte";

/**
 * Why something was refused, in a sentence. Most people never need one, so all of them are fetched with the first. A
 * code that is none of the table's own is the id of a rule: it is quoted where it is one of the edition's.
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
