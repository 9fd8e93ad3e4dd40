/** Dragging cards with mouse, finger or pen. */
import type { BoardController } from "../controller.svelte";
import { cardAt, type Place } from "../model/places";
import { cardRect, distanceTo } from "../motion/geometry";

/** Distance in px below which a pointer has tapped and not dragged. */
const THRESHOLDS: Record<string, number> = { mouse: 8, pen: 10, touch: 14 };
/** Distance from a target, in card widths, within which a drop counts. */
const REACH = 0.6;

interface Drag {
  pointer: number;
  type: string;
  place: Place;
  button: HTMLElement;
  x: number;
  y: number;
  /** The pointer's position within the card. */
  dx: number;
  dy: number;
  width: number;
  moving: boolean;
}

export function attachDrag(board: HTMLElement, controller: BoardController): () => void {
  let drag: Drag | null = null;

  function down(event: PointerEvent): void {
    if (drag) return cancel(); // a second finger
    const button = (event.target as Element).closest<HTMLElement>("button[data-place]");
    const place = button?.dataset.place;
    if (!button || !place || event.button !== 0 || place === "draw") return;
    if (!controller.canTake(place) && !controller.isOwnCard(place)) return; // one's own that cannot go is explained
    const rect = cardRect(button);
    drag = {
      pointer: event.pointerId,
      type: event.pointerType,
      place,
      button,
      x: event.clientX,
      y: event.clientY,
      dx: event.clientX - rect.x,
      dy: event.clientY - rect.y,
      width: rect.width,
      moving: false,
    };
  }

  function moved(event: PointerEvent): void {
    if (event.pointerId !== drag?.pointer) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.moving && far > (THRESHOLDS[drag.type] ?? 8)) lift(drag);
    if (drag?.moving && controller.chosen) carry(drag, controller.chosen.place, event.clientX, event.clientY);
    else if (drag?.moving) drag = null; // the card can no longer be played
  }

  function lift(drag: Drag): void {
    drag.moving = true;
    if (drag.button.isConnected) drag.button.setPointerCapture(drag.pointer);
    controller.lift(drag.place);
  }

  function carry(drag: Drag, from: Place, x: number, y: number): void {
    controller.carried = {
      card: cardAt(controller.scene, from) ?? null,
      x: x - drag.dx,
      y: y - drag.dy,
      width: drag.width,
    };
    controller.over = targetNear(x, y, drag.width);
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== drag?.pointer) return;
    const { moving } = drag;
    drag = null;
    if (!moving) return;
    swallowClick();
    controller.drop(controller.over ?? placeAt(event.clientX, event.clientY));
  }

  function placeAt(x: number, y: number): Place | null {
    const buttons = Array.from(board.querySelectorAll<HTMLElement>("button[data-place]"));
    return buttons.find((button) => distanceTo(button.getBoundingClientRect(), x, y) === 0)?.dataset.place ?? null;
  }

  function cancel(): void {
    const moving = drag?.moving;
    drag = null;
    if (!moving) return;
    swallowClick();
    controller.letGo();
  }

  function cancelled(event: PointerEvent): void {
    if (event.pointerId === drag?.pointer) cancel();
  }

  function escaped(event: KeyboardEvent): void {
    if (event.key === "Escape") cancel();
  }

  /** The target under the pointer, or the nearest within reach. */
  function targetNear(x: number, y: number, width: number): Place | null {
    let nearest: Place | null = null;
    let least = width * REACH;
    for (const button of board.querySelectorAll<HTMLElement>("button[data-place]")) {
      const place = button.dataset.place!;
      if (!controller.canReach(place)) continue;
      const distance = distanceTo(button.getBoundingClientRect(), x, y);
      if (distance < least || (distance === 0 && least > 0)) {
        nearest = place;
        least = distance;
      }
    }
    return nearest;
  }

  const listeners: [EventTarget, string, (event: never) => void][] = [
    [board, "pointerdown", down],
    [globalThis, "pointermove", moved],
    [globalThis, "pointerup", up],
    [globalThis, "pointercancel", cancelled],
    [globalThis, "keydown", escaped],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener as EventListener);
  return () => {
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener as EventListener);
  };
}

/** Suppresses the click that the browser sends after a drag or a long press. */
export function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
