"""Entry points: the compiled functions that Python calls. All others in the kernel are called by these."""
