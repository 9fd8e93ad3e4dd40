"""A table on the server: its state, made of its log, and everything that happens at it."""
