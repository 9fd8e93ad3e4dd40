/** Handles keys while the focus is on the board or on nothing in particular. */
import { t } from "../../i18n/i18n.svelte";
import { announcer } from "../../services/announcer.svelte";
import { settings } from "../../services/settings.svelte";
import type { BoardController } from "../controller.svelte";
import { keyAction, steppedTo, type KeyAction } from "./key-bindings";

const PREFIX_STAYS = 2_000; // ms in which a number may follow `d` or `b`

export function attachKeyboard(board: HTMLElement, controller: BoardController): () => void {
  let waiting: { letter: "d" | "b"; until: number } | null = null;

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target as Element;
    const nowhere = at.matches("body, main, h1");
    if (!(nowhere || board.contains(at)) || at.closest("input, textarea, select, [popover], dialog")) return;
    const handled = step(event.key) || (event.repeat ? isHeld(event.key) : handleKey(keyOf(event)));
    if (handled) event.preventDefault();
  }

  /** Whether to ignore a repeated key: holding Enter must not press a place twice. */
  function isHeld(key: string): boolean {
    return key === "Enter" && controller.focus.place !== null;
  }

  function step(key: string): boolean {
    const { focus } = controller;
    const to = focus.place && steppedTo(key, focus.group(focus.place), focus.place);
    if (to) focus.moveTo(to);
    return Boolean(to);
  }

  function handleKey(key: string): boolean {
    if (key === " " && controller.focus.place !== null) return false; // it presses the place
    if (!settings.shortcuts && key !== "Escape") return false;
    const letter = waiting && waiting.until > performance.now() ? waiting.letter : null;
    waiting = null;
    const action = keyAction(key, controller.stage.newest, controller.chosen !== null, letter);
    if (action) perform(action);
    return action !== null && (action.kind !== "cancel" || controller.chosen !== null);
  }

  function perform(action: KeyAction): void {
    switch (action.kind) {
      case "wait":
        waiting = { letter: action.letter, until: performance.now() + PREFIX_STAYS };
        return;
      case "choose":
      case "reach":
        controller.stage.finish();
        controller.focus.moveTo(action.place);
        return controller.press(action.place, true);
      case "ask":
        return void controller.ask(action.question);
      case "cancel":
        if (controller.chosen) announcer.say(t("Card released."));
        controller.stage.finish();
        return controller.letGo();
      case "undo":
        return controller.undo();
      case "hint":
        return controller.hint();
      case "look":
        return look();
      case "help":
        controller.helpOpen = true;
    }
  }

  /** Spreads out what lies where the focus is, or counts all cards. */
  function look(): void {
    const place = controller.focus.place ?? "draw";
    const button = board.querySelector<HTMLElement>(`button[data-place="${place}"]`);
    if (button) controller.lookAt(place, button, "opened");
  }

  function focused(event: FocusEvent): void {
    const button = (event.target as Element).closest<HTMLElement>("button[data-place]");
    if (button) controller.focus.remember(button.dataset.place!);
  }

  document.addEventListener("keydown", pressed);
  board.addEventListener("focusin", focused);
  return () => {
    document.removeEventListener("keydown", pressed);
    board.removeEventListener("focusin", focused);
  };
}

/** The key, with a digit also where the layout needs Shift for digits, as the French one does. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  const [, digit] = /^Digit([1-9])$/.exec(code) ?? [];
  return digit && !shiftKey ? digit : key;
}
