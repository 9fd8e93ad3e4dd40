/** Everything that hands do on a board, and how it is told. */
import type { Attachment } from "svelte/attachments";

import type { BoardController } from "../controller.svelte";
import { attachDrag } from "./drag";
import { attachKeyboard } from "./keyboard";

export function boardInput(controller: BoardController): Attachment<HTMLElement> {
  return (board) => {
    controller.stage.flightLayer.board = board;
    controller.focus.board = board;
    const stopDragging = attachDrag(board, controller);
    const stopTyping = attachKeyboard(board, controller);

    function tapped(event: MouseEvent): void {
      if (!(event.target as Element).closest("button, [popover]")) controller.letGo();
    }
    /** Nobody sees a flight in a tab that is not in front; and there it would not land. */
    function hidden(): void {
      if (document.visibilityState === "hidden") controller.stage.finish();
    }
    board.addEventListener("click", tapped);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      stopDragging();
      stopTyping();
      board.removeEventListener("click", tapped);
      document.removeEventListener("visibilitychange", hidden);
    };
  };
}

/** The focus outlives the card that it was on. */
export function keepFocus(controller: BoardController): void {
  let before: string | null = null;
  $effect.pre(() => {
    void controller.scene;
    before = controller.focus.place;
  });
  $effect(() => {
    void controller.scene;
    if (before && !controller.focus.place && document.activeElement === document.body) controller.focus.moveTo(before);
  });
}
