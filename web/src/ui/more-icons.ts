/** Icons that a board does without, as paths for Icon.svelte. */
export const MORE_ICONS = {
  curve: "M3 20V4M3 20h18M6 15l4-5 4 3 6-8",
  check: "M4 12.5l5 5L20 6.5",
  bot: "M5 10h14v9H5zM12 10V5M12 5h.01M9 14h.01M15 14h.01M2 13v3M22 13v3",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c.5-4.5 3.5-6.5 8-6.5s7.5 2 8 6.5",
};
