/** Icons that only a replay needs, as paths for ui/Icon.svelte. */
export const ICONS = {
  link: "M10 14a4.5 4.5 0 0 0 6.5 0l3-3a4.5 4.5 0 0 0-6.5-6.5l-1 1M14 10a4.5 4.5 0 0 0-6.5 0l-3 3A4.5 4.5 0 0 0 11 19.5l1-1",
  first: "M6 5v14M19 5l-9 7 9 7",
  turnBack: "M19 5l-7 7 7 7M12 5l-7 7 7 7",
  stepBack: "M15 5l-7 7 7 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8.5 5v14M15.5 5v14",
  step: "M9 5l7 7-7 7",
  turn: "M5 5l7 7-7 7M12 5l7 7-7 7",
  last: "M18 5v14M5 5l9 7-9 7",
  mistakeBack: "M11 5l-7 7 7 7M18 5v9M18 18.5h.01",
  mistake: "M13 5l7 7-7 7M6 5v9M6 18.5h.01",
  table: "M3 9h18M5 9v11M19 9v11M3 9l2-4h14l2 4",
  log: "M4 6h16M4 12h16M4 18h10",
};
