/**
 * A look at everything that lies at a place: a mouse that rests there, or a long press of a finger. A long press on a card of
 * the hand chooses it, also where a short one would play it.
 */
import type { BoardController } from "../controller.svelte";
import type { Place } from "../model/places";
import { swallowClick } from "./drag";

const RESTS = 500; // ms
const SLIP = 10; // px that a pressing finger may slip

export function attachPeek(board: HTMLElement, controller: BoardController): () => void {
  let clock: ReturnType<typeof setTimeout> | undefined;
  let pressed: { x: number; y: number; long: boolean } | null = null;

  function placeUnder(event: Event): HTMLElement | null {
    return (event.target as Element).closest<HTMLElement>("button[data-place]");
  }

  function lookLater(button: HTMLElement, by: "rests" | "pressed"): void {
    const place = button.dataset.place!;
    clearTimeout(clock);
    clock = setTimeout(() => {
      const chooses = pressed !== null && isInHand(place) && controller.canTake(place);
      if (controller.carried || (controller.chosen && !chooses)) return;
      if (pressed) pressed.long = true;
      if (chooses) controller.lift(place);
      else controller.lookAt(place, button, by);
    }, RESTS);
  }

  function isInHand(place: Place): boolean {
    return /^h\d/.test(place);
  }

  /** Whether there is more to see at a place than its top card: open cards beneath it, or what is left of each rank. */
  function hidesCards(place: Place): boolean {
    const [, seat, pile] = /^(\d)d(\d)$/.exec(place) ?? [];
    return place === "draw" || (pile !== undefined && controller.scene.game.discards[Number(seat)]![Number(pile) - 1]!.length > 1);
  }

  /** A mouse rests there. */
  function entered(event: PointerEvent): void {
    const button = placeUnder(event);
    if (event.pointerType !== "mouse" || event.buttons || !button || controller.popover) return;
    if (hidesCards(button.dataset.place!)) lookLater(button, "rests");
  }

  function left(event: PointerEvent): void {
    const { popover } = controller;
    const to = event.relatedTarget as Element | null;
    if (to && placeUnder(event)?.contains(to)) return;
    if (!pressed) clearTimeout(clock);
    if (popover?.by === "rests" && !to?.closest(".peek")) controller.popover = null;
  }

  function down(event: PointerEvent): void {
    clearTimeout(clock);
    const button = placeUnder(event);
    if (!button || event.button || (event.pointerType === "mouse" && !isInHand(button.dataset.place!))) return;
    pressed = { x: event.clientX, y: event.clientY, long: false };
    lookLater(button, "pressed");
  }

  function moved(event: PointerEvent): void {
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP) up();
  }

  function up(): void {
    if (pressed) clearTimeout(clock);
    if (pressed?.long) swallowClick();
    pressed = null;
  }

  /** The browser's own menu would cover what is shown. */
  function menu(event: Event): void {
    if (pressed) event.preventDefault();
  }

  const listeners: [string, (event: never) => void][] = [
    ["pointerover", entered],
    ["pointerout", left],
    ["pointerdown", down],
    ["pointermove", moved],
    ["pointerup", up],
    ["pointercancel", up],
    ["contextmenu", menu],
  ];
  for (const [type, listener] of listeners) board.addEventListener(type, listener as EventListener);
  return () => {
    clearTimeout(clock);
    for (const [type, listener] of listeners) board.removeEventListener(type, listener as EventListener);
  };
}
