/** Attaches pointer and keyboard input to a board. */
import type { Attachment } from "svelte/attachments";

import type { BoardController } from "../controller.svelte";
import { attachDrag } from "./drag";
import { attachKeyboard } from "./keyboard";
import { attachPeek } from "./peek";

export function boardInput(controller: BoardController): Attachment<HTMLElement> {
  return (board) => {
    controller.stage.flightLayer.board = board;
    controller.focus.board = board;
    const stopDragging = attachDrag(board, controller);
    const stopTyping = attachKeyboard(board, controller);
    const stopPeeking = attachPeek(board, controller);

    function tapped(event: MouseEvent): void {
      if ((event.target as Element).closest("button, [popover]")) return;
      controller.letGo();
      controller.stage.finish();
    }
    /** Ends flights in a hidden tab, where browsers pause animations. */
    function hidden(): void {
      if (document.visibilityState === "hidden") controller.stage.finish();
    }
    board.addEventListener("click", tapped);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      stopDragging();
      stopTyping();
      stopPeeking();
      board.removeEventListener("click", tapped);
      document.removeEventListener("visibilitychange", hidden);
    };
  };
}

/** Restores the focus when the card that had it is gone. */
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
