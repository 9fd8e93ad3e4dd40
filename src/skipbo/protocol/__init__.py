"""The protocol between server and clients. Its types are its only definition; the schema is made from them.

Messages are JSON objects with a `type`; unknown fields are refused. Cards are numbers, 0 is a wild; seats count from 0;
moves are written as in a game record.
"""

from skipbo.protocol.codec import VERSION, decode_command, decode_message, encode
from skipbo.protocol.commands import Command
from skipbo.protocol.messages import Message
from skipbo.protocol.options import TableOptions

__all__ = ["VERSION", "Command", "Message", "TableOptions", "decode_command", "decode_message", "encode"]
