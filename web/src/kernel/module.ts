/** The rules as WebAssembly, compiled by tools/wasm from the functions that the server runs. Loaded when it is needed. */
import type { Address, Doors } from "../generated/kernel";
import url from "../generated/kernel.wasm?url";

const PAGE = 65_536;
const ALIGNED = 16;

let compiled: Promise<WebAssembly.Module> | null = null;

/** Works from any web space: `compileStreaming` would need a server that knows the type of the file. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The kernel with a memory of its own, in which records are laid one after another. */
export class Kernel {
  readonly doors: Doors;
  #free: Address;

  constructor(module: WebAssembly.Module) {
    this.doors = new WebAssembly.Instance(module).exports as unknown as Doors;
    this.#free = this.doors.free.value as number;
  }

  static async load(): Promise<Kernel> {
    compiled ??= compile();
    compiled.catch(() => (compiled = null)); // it may be had another time
    return new Kernel(await compiled);
  }

  /** Returns where so many bytes, all zero, are the caller's from now on. */
  allocate(size: number): Address {
    const begin = this.#free;
    this.#free += Math.ceil(size / ALIGNED) * ALIGNED;
    const missing = this.#free - this.doors.memory.buffer.byteLength;
    if (missing > 0) this.doors.memory.grow(Math.ceil(missing / PAGE));
    return begin;
  }

  /** The bytes at an address, as long as no more memory is allocated. */
  bytes(begin: Address, size: number): Uint8Array {
    return new Uint8Array(this.doors.memory.buffer, begin, size);
  }
}
