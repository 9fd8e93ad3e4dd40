"""Stored logs of tables, guests and finished games."""
