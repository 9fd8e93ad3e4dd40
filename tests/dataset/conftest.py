"""The tests of the command run it."""

from tests.command_runner import command

__all__ = ["command"]
