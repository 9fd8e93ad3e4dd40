"""Fixtures of the tests of `deploy`: the database."""

from tests.server.store_places import postgres

__all__ = ["postgres"]
