/** The colours of the style sheets, and the contrast of two colours (WCAG 2.2). */

export type Colours = Record<string, string>;

/** The custom properties of all rules with one of these selectors; later rules win. */
export function coloursOf(sheet: string, selectors: string[], scheme: "light" | "dark"): Colours {
  const found: Colours = {};
  const plain = sheet.replace(/\/\*[^]*?\*\//g, "").replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  for (const [, selector, body] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selector!.split(",").some((each) => selectors.includes(each.trim()))) continue;
    for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*([^;]+);/g)) found[name!] = chosen(value!.trim(), scheme);
  }
  return found;
}

function chosen(value: string, scheme: "light" | "dark"): string {
  const both = /^light-dark\(([^,]+), ([^,]+)\)$/.exec(value);
  return both ? both[scheme === "light" ? 1 : 2]! : value;
}

/** The colour of a ground beneath another colour, which is `rgb(… / share)` or covers this share of it. */
export function blended(colour: string, ground: string, share?: number): string {
  const [red, green, blue, alpha] = colour.startsWith("rgb") ? (colour.match(/[\d.]+/g) ?? []).map(Number) : [...parsed(colour), 1];
  const part = share ?? alpha!;
  const mixed = parsed(ground).map((below, at) => Math.round([red!, green!, blue!][at]! * part + below * (1 - part)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = parsed(colour).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function parsed(colour: string): number[] {
  const parts = /^#(..)(..)(..)$/.exec(colour);
  if (!parts) throw new Error(`not a colour of six digits: ${colour}`);
  return parts.slice(1).map((part) => parseInt(part, 16));
}
