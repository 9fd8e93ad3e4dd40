"""Fixtures of the server's tests: the stores."""

from tests.server.store_places import place, postgres, store

__all__ = ["place", "postgres", "store"]
