/** The window's title: the screen's name, after an alert that is seen from other tabs. */

let screen = $state("");
let alert = $state<string | null>(null);

/** Sets the screen's name. */
export function nameScreen(title: string): void {
  screen = title;
}

/** Puts an alert such as “Your turn.” before the title; null removes it. */
export function setTitleAlert(text: string | null): void {
  alert = text;
}

export function title(): string {
  return [alert, screen, "skipbo"].filter(Boolean).join(" · ");
}
