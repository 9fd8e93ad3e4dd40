import { language } from "./i18n.svelte";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const DAYS = 6; // longer ago than this, a date is shown

/** A moment relative to now, in the reader's language: “5 minutes ago”. Both in milliseconds since 1970. */
export function ago(moment: number, now: number): string {
  const seconds = Math.max(0, (now - moment) / 1_000);
  if (seconds > DAYS * 86_400) return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(moment);
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, size] = STEPS.find((step) => seconds >= step[1]) ?? ["second", 1];
  return relative.format(unit === "second" ? 0 : -Math.floor(seconds / size), unit);
}

/** Day and time of a moment. */
export function dateAndTime(moment: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(moment);
}
