import { t } from "../i18n/i18n.svelte";

/** The sentence for a refusal code. The sentences are fetched with the first refusal, since most visits have none. */
export async function refusalText(code: string, edition = ""): Promise<string> {
  try {
    if (code !== "offline") return await (await import("./refusal-sentences")).sentenceFor(code, edition);
  } catch {
    // they could not be fetched
  }
  return t("The server does not answer. Are you connected?");
}
