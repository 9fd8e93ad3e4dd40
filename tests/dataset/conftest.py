"""The tests of the command run it."""

from tests.command_runner import command
from tests.external.conftest import lock, strange

__all__ = ["command", "lock", "strange"]
