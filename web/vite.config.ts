import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { compressed } from "./compressed.ts";
import { lean } from "./lean.ts";
import { licences } from "./licences.ts";
import { offline } from "./offline.ts";
import { parts } from "./parts.ts";
import { rooted } from "./rooted.ts";

/** The part of Svelte that only forms need: not every screen has one. */
const FORMS = /svelte.src.internal.client.dom.elements.bindings.(select|input)\.js$/;

// The built page goes into the Python package, whose server serves it: docs/inside.md
export default defineConfig({
  // Files name each other by where they lie, so that the page works below any address: `skipbo site`
  base: "./",
  plugins: [svelte(), lean(), parts(), licences(), rooted(), offline(), compressed()],
  build: {
    outDir: "../src/skipbo/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows nothing inline
    modulePreload: false,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // a slow machine is no mistake of the page
      treeshake: { moduleSideEffects: [{ test: FORMS, sideEffects: false }] },
      output: {
        // Short names, because the first files list all others: 400 bytes of the 60 KB that a table may take
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: ({ names }) => (names[0]?.endsWith(".css") ? "assets/[hash:7].[ext]" : "assets/[name]-[hash:7].[ext]"),
        // Few files compress better than many: one for what a table shares with other screens, one for what it needs with
        // and without a game, and one for the game: a friend in the waiting room does without
        codeSplitting: {
          groups: [
            { name: "forms", test: FORMS, priority: 3, includeDependenciesRecursively: false },
            { name: "page", test: /src.(main|catalogue.(table-terms|seat-names|bot-levels)|kernel.sides|net.server-info\.svelte|services.clock\.svelte|board.card.Card)\.(ts|svelte)$/, priority: 2 },
            { name: "table", test: /src.screens.Table\.svelte$/, priority: 1 },
            { name: "game", test: /src.table.Game\.svelte$/ },
            { name: "panel", test: /src.table.SidePanel\.svelte$/ },
          ],
        },
      },
    },
  },
  // The same file has the same name, whether the page loads it or its worker
  worker: { format: "es", rolldownOptions: { output: { assetFileNames: "assets/[name]-[hash:7].[ext]" } } },
  // `npm run dev` shows changes at once and passes requests on to a running `skipbo serve`
  server: { proxy: { "/api": { target: process.env.SKIPBO_SERVER ?? "http://127.0.0.1:8470", ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["*.test.ts", "src/**/*.test.ts"] },
});
