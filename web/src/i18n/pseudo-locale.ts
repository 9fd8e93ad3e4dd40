const ACCENTED: Record<string, string> = { a: "á", e: "ë", i: "ï", o: "ø", u: "û", c: "ç", n: "ñ", A: "Å", E: "É", S: "Š" };

/** The text in brackets, accented and two fifths longer, with its {slots} unchanged. */
export function pseudoLocalized(text: string): string {
  const accented = text.replace(/\{[^}]+\}|[a-zA-Z]/g, (part) => ACCENTED[part] ?? part);
  return `⟦${accented}${"·".repeat(Math.ceil(text.length * 0.4))}⟧`;
}
