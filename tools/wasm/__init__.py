"""The kernel as WebAssembly: the same functions, compiled for a page."""
