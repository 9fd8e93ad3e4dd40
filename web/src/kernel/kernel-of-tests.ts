/** The kernel for tests in Node, from its file. */
import { readFileSync } from "node:fs";

import { Kernel } from "./module";

export function kernelOfTests(): Kernel {
  return new Kernel(new WebAssembly.Module(readFileSync(new URL("../generated/kernel.wasm", import.meta.url))));
}
