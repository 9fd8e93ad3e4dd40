import data from "../generated/levels.json";
import { capital, mark, t } from "../i18n/i18n.svelte";

export const LEVELS: string[] = data.levels;
export const DEFAULT_LEVEL: string = data.default;

const NAMES: Record<string, string> = {
  novice: mark("novice"),
  casual: mark("casual"),
  steady: mark("steady"),
  sharp: mark("sharp"),
  master: mark("master"),
};

/** The strength of a bot in one word; for a bot that is not a level, its name. */
export function levelName(bot: string): string {
  const name = NAMES[bot];
  return name ? t(name) : bot;
}

export function levelTitle(bot: string): string {
  return capital(levelName(bot));
}
