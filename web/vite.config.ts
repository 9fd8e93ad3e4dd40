import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { compressed } from "./compressed.ts";
import { licences } from "./licences.ts";
import { offline } from "./offline.ts";

/** What of Svelte only forms need: not every page has one. */
const FORMS = /svelte.src.internal.client.dom.elements.bindings.(select|input)\.js$/;

// The built page goes into the Python package, whose server hands it out: docs/inside.md
export default defineConfig({
  plugins: [svelte(), licences(), offline(), compressed()],
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
        // Short names: the first file names all others
        chunkFileNames: "assets/[name]-[hash:6].js",
        assetFileNames: "assets/[name]-[hash:6].[ext]",
        // Few files pack better than many: what the table shares with other screens is one, the rest of it another
        codeSplitting: {
          groups: [
            { name: "forms", test: FORMS, priority: 3, includeDependenciesRecursively: false },
            { name: "page", test: /src.(main|options|people|server\.svelte|ticking\.svelte|table.Card)\.(ts|svelte)$/, priority: 2 },
            { name: "table", test: /src.screens.Table\.svelte$/, priority: 1 },
            { name: "beside", test: /src.parts.SidePanel\.svelte$/ },
          ],
        },
      },
    },
  },
  // `npm run dev` shows changes at once, at the tables of a `skipbo serve` beside it
  server: { proxy: { "/api": { target: process.env.SKIPBO_SERVER ?? "http://127.0.0.1:8470", ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["*.test.ts", "src/**/*.test.ts"] },
});
