/** Everything that hands do on a board, and how it is told. */
import type { Attachment } from "svelte/attachments";

import type { Playing } from "../controller.svelte";
import { dragging } from "./drag";
import { typing } from "./keyboard";

export function touching(playing: Playing): Attachment<HTMLElement> {
  return (board) => {
    playing.stage.air.board = board;
    playing.focus.board = board;
    const stopDragging = dragging(board, playing);
    const stopTyping = typing(board, playing);

    function tapped(event: MouseEvent): void {
      if (!(event.target as Element).closest("button, [popover]")) playing.letGo();
    }
    /** Nobody sees a flight in a tab that is not in front; and there it would not land. */
    function hidden(): void {
      if (document.visibilityState === "hidden") playing.stage.finish();
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
export function keepFocus(playing: Playing): void {
  let before: string | null = null;
  $effect.pre(() => {
    void playing.scene;
    before = playing.focus.place;
  });
  $effect(() => {
    void playing.scene;
    if (before && !playing.focus.place && document.activeElement === document.body) playing.focus.go(before);
  });
}
