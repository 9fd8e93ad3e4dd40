import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Files that every screen needs: the page itself, at any of its addresses, and the files named in its head. */
const SHELL = ["./", "icon.svg", "manifest.webmanifest"];
/** Letters that our languages do not use: fetched only when a player's name needs them. */
const RARE = /-(cyrillic|cyrillic-ext|vietnamese|latin-ext)-/;

/** Makes `sw.js` from `worker.js` by filling in the names of all files of this build. */
export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post", // after Vite has removed the files that its HTML made superfluous
      handler(_options, bundle) {
        const made = Object.keys(bundle).filter((name) => /\.(js|css|json|svg|woff2|wasm)$/.test(name) && !RARE.test(name));
        const files = [...SHELL, ...made.sort()];
        const digest = createHash("sha256").update(files.join());
        for (const name of ["icon.svg", "manifest.webmanifest"])
          digest.update(readFileSync(new URL(`public/${name}`, import.meta.url)));
        const version = digest.digest("hex").slice(0, 12);
        const source = readFileSync(new URL("worker.js", import.meta.url), "utf8")
          .replace('"VERSION"', JSON.stringify(version))
          .replace('["FILES"]', JSON.stringify(files));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
