/**
 * The picture on a card's face, 100 by 140 units. It shows as many stones, leaves or rays as the card's number. Each
 * range of numbers has its own colour, and its own shape for readers who cannot tell the colours apart.
 */

export type Family = "stones" | "leaves" | "rays" | "wild";

export function familyOf(card: number): Family {
  if (card === 0) return "wild";
  if (card <= 4) return "stones";
  return card <= 8 ? "leaves" : "rays";
}

/** The shape in a card's corner, about 18 wide around the origin. */
export const MARKS: Record<Exclude<Family, "wild">, string> = {
  stones: "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z",
  leaves: "M-9 9C-11-4-3-11 10-10C10 3 3 11-9 9Z",
  rays: "M0-10L10.5 8.5H-10.5Z",
};

/** The wild's shape, about 30 wide. */
export const STAR = "M0-15L4-4L15 0L4 4L0 15L-4 4L-15 0L-4-4Z";

const STONES = [
  { rx: 27, ry: 10 },
  { rx: 21, ry: 9 },
  { rx: 16, ry: 8 },
  { rx: 11, ry: 7 },
];
const LEAF = "M0 0C2-12 12-17 25-14C24-4 14 3 0 0Z";
const TIP = "M0 0C-9-8-9-16 0-25C9-16 9-8 0 0Z";

/** The picture in the middle, as SVG paths. */
export function drawing(card: number): string[] {
  switch (familyOf(card)) {
    case "stones":
      return cairn(card);
    case "leaves":
      return branch(card);
    case "rays":
      return sun(card);
    default:
      return [star(30, 9.5, 4), star(17, 8, 4, 45)];
  }
}

/** A pile of stones, the widest at the bottom. */
function cairn(count: number): string[] {
  const stones = STONES.slice(0, count);
  const height = stones.reduce((sum, { ry }) => sum + 2 * ry, 0);
  let bottom = 70 + height / 2;
  return stones.map(({ rx, ry }, place) => {
    const x = 50 + (place % 2 ? 2.5 : -1.5);
    const path = `M${x - rx} ${bottom - ry}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
    bottom -= 2 * ry + 1;
    return path;
  });
}

/** Leaves in pairs along a stem, and an odd one at its tip. */
function branch(count: number): string[] {
  const pairs = Math.floor(count / 2);
  const odd = count % 2 === 1;
  const top = odd ? 62 : 54;
  const gap = (98 - top) / pairs;
  const paths = [`M48.8 106H51.2L50.6 ${top - 4}H49.4Z`];
  for (let pair = 0; pair < pairs; pair++) {
    const y = 98 - pair * gap;
    paths.push(moved(LEAF, 50.6, y, 1), moved(LEAF, 49.4, y, -1));
  }
  if (odd) paths.push(moved(TIP, 50, top - 1, 1));
  return paths;
}

/** A disc with rays around it. */
function sun(count: number): string[] {
  const paths = ["M36.5 70a13.5 13.5 0 1 0 27 0a13.5 13.5 0 1 0-27 0Z"];
  const half = Math.min(14, 150 / count);
  for (let ray = 0; ray < count; ray++) {
    const angle = (ray * 360) / count - 90;
    paths.push(`M${polar(18, angle - half)}L${polar(33, angle)}L${polar(18, angle + half)}Z`);
  }
  return paths;
}

function star(outer: number, inner: number, points: number, turned = 0): string {
  const corners = Array.from({ length: points * 2 }, (_, corner) =>
    polar(corner % 2 ? inner : outer, (corner * 180) / points - 90 + turned),
  );
  return `M${corners.join("L")}Z`;
}

function polar(radius: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  return `${rounded(50 + radius * Math.cos(angle))} ${rounded(70 + radius * Math.sin(angle))}`;
}

/** Moves a path of absolute M, C and Z commands from the origin to (x, y), mirrored if side is -1. */
function moved(path: string, x: number, y: number, side: 1 | -1): string {
  let across = true;
  return path.replace(/-?\d+/g, (number) => {
    const value = across ? x + side * Number(number) : y + Number(number);
    across = !across;
    return ` ${rounded(value)}`;
  });
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
