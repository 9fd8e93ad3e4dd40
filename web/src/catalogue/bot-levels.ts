import { default_level } from "../generated/levels.json";
import { capital, mark, t } from "../i18n/i18n.svelte";

/** Weak to strong, as src/skipbo/bots/levels.py has them; they are named here, so that they are translated. */
export const LEVELS: string[] = [
  mark("novice"),
  mark("casual"),
  mark("steady"),
  mark("sharp"),
  mark("master"),
  mark("grandmaster"),
];
export const DEFAULT_LEVEL: string = default_level;

/** The strength of a bot in one word; for a bot that is not a level, its name. */
export function levelName(bot: string): string {
  return LEVELS.includes(bot) ? t(bot) : bot;
}

export function levelTitle(bot: string): string {
  return capital(levelName(bot));
}
