/** Keys become choices and moves, while the focus is on the board, or nowhere in particular. */
import { t } from "../../i18n/i18n.svelte";
import { announcer } from "../../services/announcer.svelte";
import { settings } from "../../services/settings.svelte";
import type { Playing } from "../controller.svelte";
import { steppedTo, wishOf, type Wish } from "./key-bindings";

const PREFIX_STAYS = 2_000; // ms in which a number may follow `d` or `b`

export function typing(board: HTMLElement, playing: Playing): () => void {
  let waiting: { letter: "d" | "b"; until: number } | null = null;

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target as Element;
    const nowhere = at.matches("body, main, h1");
    if (!(nowhere || board.contains(at)) || at.closest("input, textarea, select, [popover], dialog")) return;
    const handled = step(event.key) || (event.repeat ? isHeld(event.key) : wish(keyOf(event)));
    if (handled) event.preventDefault();
  }

  /** A key that is held down wants nothing twice. */
  function isHeld(key: string): boolean {
    return key === "Enter" && playing.focus.place !== null;
  }

  function step(key: string): boolean {
    const { focus } = playing;
    const to = focus.place && steppedTo(key, focus.group(focus.place), focus.place);
    if (to) focus.go(to);
    return Boolean(to);
  }

  function wish(key: string): boolean {
    if (!settings.shortcuts && key !== "Escape") return false;
    const letter = waiting && waiting.until > performance.now() ? waiting.letter : null;
    waiting = null;
    const wanted = wishOf(key, playing.stage.newest, playing.chosen !== null, letter);
    if (wanted) grant(wanted);
    return wanted !== null && (wanted.wish !== "let go" || playing.chosen !== null);
  }

  function grant(wanted: Wish): void {
    switch (wanted.wish) {
      case "wait":
        waiting = { letter: wanted.letter, until: performance.now() + PREFIX_STAYS };
        return;
      case "choose":
      case "reach":
        playing.stage.finish();
        playing.focus.go(wanted.place);
        return playing.press(wanted.place, true);
      case "ask":
        return void playing.ask(wanted.question);
      case "let go":
        if (playing.chosen) announcer.say(t("Let go."));
        return playing.letGo();
      case "undo":
        return playing.undo();
      case "hint":
        return playing.hint();
      case "help":
        playing.helping = true;
    }
  }

  function focused(event: FocusEvent): void {
    const button = (event.target as Element).closest<HTMLElement>("button[data-place]");
    if (button) playing.focus.come(button.dataset.place!);
  }

  document.addEventListener("keydown", pressed);
  board.addEventListener("focusin", focused);
  return () => {
    document.removeEventListener("keydown", pressed);
    board.removeEventListener("focusin", focused);
  };
}

/** Where digits need the shift key, as in France, they are meant without it too. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  const [, digit] = /^Digit([1-9])$/.exec(code) ?? [];
  return digit && !shiftKey ? digit : key;
}
