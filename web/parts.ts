import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Loads the parts of the page that are not needed at first with `part.js`, in place of Vite's own helper. If a newer Vite
 * loads them in another way, it keeps its own, and the page is heavier.
 */
export function parts(): Plugin {
  return {
    name: "parts",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler(source) {
        if (!source.includes("export const __vitePreload =")) {
          this.warn("Vite loads parts in another way now: see parts.ts");
          return null;
        }
        return { code: readFileSync(new URL("part.js", import.meta.url), "utf8"), map: null };
      },
    },
  };
}
