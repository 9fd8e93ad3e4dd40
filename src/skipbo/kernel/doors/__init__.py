"""The functions that Python calls: compiled once, cached on disk. Everything else in the kernel is called by them."""
