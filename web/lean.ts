import type { Plugin } from "vite";

/** What is to be found in files of Svelte's, and what replaces it. */
type Change = [files: RegExp, from: RegExp, to: string];

const CHANGES: Change[] = [
  // The page is mounted and never hydrated: no server renders it
  [/dom\/hydration\.js$/, /export let hydrating = false;/, "export const hydrating = false;"],
  [/dom\/hydration\.js$/, /hydrating = value;/, ""],
  // All components have runes, and none awaits in its script
  [/(reactivity\/(async|sources)|dom\/blocks\/(await|key)|client\/runtime)\.js$/, /is_runes\(\)/g, "true"],
  [/dom\/blocks\/(each|branches)\.js$/, /var defer = should_defer_append\(\)/, "const defer = false"],
  // Nothing uses this list, but the bundler would keep it because another is spread in it
  [/src\/utils\.js$/, /const DOM_PROPERTIES = (\[[^\]]*\]);/, "const DOM_PROPERTIES = /* @__PURE__ */ (() => $1)();"],
];

/** What compiled components call at every element for the sake of hydration. */
const CALLED_FOR_HYDRATION = ["$.reset", "$.next"];

/**
 * Leaves out what this page does not use of Svelte: 1.7 of the 60 KB that a table may take. Svelte guards such code by
 * variables and functions, so that a bundler can leave it out; ours does so for constants only. A newer Svelte may be
 * written otherwise: then the page works as well, and tests/web/test_budget.py says whether it became too heavy.
 */
export function lean(): Plugin {
  return {
    name: "lean",
    apply: "build",
    enforce: "pre",
    config: () => ({ build: { rolldownOptions: { treeshake: { manualPureFunctions: CALLED_FOR_HYDRATION } } } }),
    transform: {
      filter: { id: /node_modules\/svelte\/src\// },
      handler(source, id) {
        let code = source;
        for (const [files, from, to] of CHANGES) {
          if (!files.test(id)) continue;
          if (code.search(from) < 0) this.warn(`${id} has no ${from} any more, so the page is heavier: see lean.ts`);
          code = code.replace(from, to);
        }
        return code === source ? null : { code, map: null };
      },
    },
  };
}
