/** The themes of themes.css by name. */
export const THEMES = ["meadow", "dusk", "harbour", "paper"] as const;
export type Theme = (typeof THEMES)[number];
