/** Chances as people read them: in points of a hundred. */
import { language } from "../i18n/i18n.svelte";

/** A chance in points, or a loss. */
export function points(chance: number, digits = 1): string {
  return written(chance, digits, "auto");
}

/** A change in points, with its sign. */
export function change(chance: number): string {
  return written(chance, 1, "exceptZero");
}

function written(chance: number, digits: number, signDisplay: "auto" | "exceptZero"): string {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay } as const;
  return new Intl.NumberFormat(language(), form).format(100 * chance);
}

/** A chance in percent. */
export function percent(chance: number): string {
  return new Intl.NumberFormat(language(), { style: "percent" }).format(chance);
}
