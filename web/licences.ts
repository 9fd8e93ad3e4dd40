import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const LICENCE = /^(licen[cs]e|copying|ofl)([.-].*)?$/i;
/** Where Vite's own licence ends: the packages that follow help to build pages and are in none. */
const TOOLS_OF_VITE = "# Licenses of bundled dependencies";
/** The folder with licences of packages that come without a file of their own. */
const ADDED = "licences";

/** Makes `licences.txt`: the licence of every package that has something in the page. One without a licence fails the build. */
export function licences(): Plugin {
  let root = "";
  return {
    name: "licences",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      // Vite joins such style sheets before anyone sees whose they are
      if (id.endsWith(".css") && code.includes("@import")) throw new Error(`${id}: import style sheets in a script.`);
    },
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).flatMap((part) =>
        part.type === "chunk" ? part.moduleIds : part.originalFileNames,
      );
      const packages = new Set(parts.map(packageOf).filter((name) => name !== null));
      const texts = [...packages].sort().map((name) => licenceOf(root, name));
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

/** The package that a module or a file is from, below `node_modules`; null for what is ours. */
export function packageOf(id: string): string | null {
  const [, helper] = /^\0([^/]+)/.exec(id) ?? []; // "\0vite/preload-helper.js" is Vite's, and in the page
  if (helper !== undefined) return helper;
  const [, name] = /.*(?:^|[\\/])node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? [];
  return name === undefined ? null : name.replace("\\", "/");
}

/** Throws if a package has no licence: it must not be shipped. */
export function licenceOf(root: string, name: string): string {
  const folder = join(root, "node_modules", name);
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string; license?: string };
  const added = join(root, ADDED, `${name}.txt`);
  const files = readdirSync(folder)
    .filter((file) => LICENCE.test(file))
    .map((file) => join(folder, file));
  if (files.length === 0 && existsSync(added)) files.push(added);
  if (files.length === 0)
    throw new Error(`${name} is in the page, but has no licence file: write its licence to web/${ADDED}/${name}.txt`);
  const texts = files.map((file) => readFileSync(file, "utf8").split(TOOLS_OF_VITE)[0]!.trim());
  return [`${name} ${about.version} (${about.license ?? "see below"})`, ...texts].join("\n\n") + "\n";
}
