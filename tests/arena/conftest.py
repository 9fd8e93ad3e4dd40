"""Bots that are not compiled: the strangers of the referee's tests."""

from tests.external.conftest import lock, strange

__all__ = ["lock", "strange"]
