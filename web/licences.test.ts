import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { licenceOf, packageOf } from "./licences.ts";

/** A folder with an npm package of these files. */
function installed(name: string, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "licences-"));
  const folder = join(root, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  const about = JSON.stringify({ name, version: "1.2.3", license: "MIT" });
  for (const [file, text] of Object.entries({ "package.json": about, ...files })) writeFileSync(join(folder, file), text);
  return root;
}

test("a module is of the innermost package it lies in, or of the tool that added it", () => {
  expect(packageOf("/home/web/src/main.ts")).toBeNull();
  expect(packageOf("/home/web/node_modules/svelte/src/index.js")).toBe("svelte");
  expect(packageOf("node_modules/@fonts/nunito/files/latin.woff2")).toBe("@fonts/nunito");
  expect(packageOf("/home/web/node_modules/svelte/node_modules/clsx/index.js")).toBe("clsx");
  expect(packageOf("\0vite/preload-helper.js")).toBe("vite");
});

test("a licence is the text that the package brings", () => {
  const root = installed("@fonts/nunito", { "LICENSE.md": "Do as you like.\n", "README.md": "Read me." });
  expect(licenceOf(root, "@fonts/nunito")).toBe("@fonts/nunito 1.2.3 (MIT)\n\nDo as you like.\n");
});

test("a package without a licence stops the build until somebody adds one", () => {
  const root = installed("bare", { "README.md": "Read me." });
  expect(() => licenceOf(root, "bare")).toThrow("web/licences/bare.txt");
  mkdirSync(join(root, "licences"));
  writeFileSync(join(root, "licences", "bare.txt"), "Do as you like.");
  expect(licenceOf(root, "bare")).toContain("Do as you like.");
});
