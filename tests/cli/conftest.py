"""Every test of the command may run it."""

from tests.command_runner import command

__all__ = ["command"]
