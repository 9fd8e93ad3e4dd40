/** The window's title: what the screen is called, and before it what should be noticed from another tab. */

let screen = $state("");
let alert = $state<string | null>(null);

/** Names the screen. */
export function nameScreen(title: string): void {
  screen = title;
}

/** Puts words before the title, as “Your turn.”; null takes them away. */
export function setTitleAlert(text: string | null): void {
  alert = text;
}

export function title(): string {
  return [alert, screen, "skipbo"].filter(Boolean).join(" · ");
}
