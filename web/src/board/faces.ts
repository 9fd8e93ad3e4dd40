/** Small drawn faces of bots, 40 by 40: the ground, then shapes, each a path and its colour. Bots at one table differ. */

export interface Face {
  ground: string;
  shapes: readonly (readonly [path: string, colour: string])[];
}

const DARK = "#22302b";

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

function eyes(x: number, y: number, r: number): string {
  return disc(20 - x, y, r) + disc(20 + x, y, r);
}

const FACES: readonly Face[] = [
  {
    // A cat
    ground: "#f6dfb4",
    shapes: [
      ["M8 8l9 5h6l9-5v17a12 11 0 0 1-24 0Z", "#8a8f98"],
      [eyes(5.5, 21, 2.2), DARK],
      ["M18 26h4l-2 2.5Z", "#e88c8c"],
    ],
  },
  {
    // A bear
    ground: "#cfe3f5",
    shapes: [
      [eyes(9, 12, 5), "#8b5e3c"],
      [disc(20, 22, 12.5), "#a06f48"],
      [disc(20, 27, 5.5), "#ecd6bd"],
      [eyes(5, 19.5, 1.8), DARK],
      ["M17.5 24.5h5l-2.5 3Z", DARK],
    ],
  },
  {
    // A frog
    ground: "#f3d3e0",
    shapes: [
      [eyes(7.5, 12, 5.5), "#5fa052"],
      ["M7 23a13 10 0 0 1 26 0a13 10 0 0 1-26 0Z", "#6fb35f"],
      [eyes(7.5, 11.5, 3), "#ffffff"],
      [eyes(7.5, 11.5, 1.6), DARK],
      ["M12 25q8 6 16 0v1.8q-8 6-16 0Z", DARK],
    ],
  },
  {
    // A penguin
    ground: "#d5ecd6",
    shapes: [
      [disc(20, 21, 13), "#34424c"],
      [eyes(5, 20, 6), "#ffffff"],
      ["M11 24h18q0 10-9 10t-9-10Z", "#ffffff"],
      [eyes(4.5, 19.5, 1.9), DARK],
      ["M16.5 23.5h7l-3.5 4.5Z", "#f0a030"],
    ],
  },
  {
    // A fox
    ground: "#d9d7f4",
    shapes: [
      ["M6 7l9 5h10l9-5-2 15-12 12L8 22Z", "#d9702e"],
      ["M8 22q7-1 12 12q5-13 12-12L20 34Z", "#fbeee0"],
      [eyes(5.5, 20, 1.9), DARK],
      [disc(20, 32.5, 2.2), DARK],
    ],
  },
];

export function faceOf(seat: number): Face {
  return FACES[seat % FACES.length]!;
}

/** The grounds of the initials of people. */
const GROUNDS = ["#2f6fb0", "#a4513a", "#5a4a9c", "#2d7d6b", "#8a5a18", "#98396d"];

export function groundOf(seat: number): string {
  return GROUNDS[seat % GROUNDS.length]!;
}
