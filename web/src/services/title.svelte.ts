/** The window's title: what the screen is called, and before it what should be noticed from another tab. */

let page = $state("");
let call = $state<string | null>(null);

/** Names the screen. */
export function nameScreen(title: string): void {
  page = title;
}

/** Puts words before the title, as “Your turn.”; null takes them away. */
export function callInTitle(words: string | null): void {
  call = words;
}

export function title(): string {
  return [call, page, "skipbo"].filter(Boolean).join(" · ");
}
