"""Bytes to types and back."""

from typing import Any, TypeVar

import msgspec

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.protocol.commands import Command
from skipbo.protocol.messages import Message

VERSION = 1
Type = TypeVar("Type")

_encoder = msgspec.json.Encoder()
_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_others: dict[type[Any], msgspec.json.Decoder[Any]] = {}
_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def encode(message: Any) -> bytes:
    return _encoder.encode(message)


def decode_command(data: bytes | str) -> Command:
    return _decode(_commands, data)


def decode_message(data: bytes | str) -> Message:
    return _decode(_messages, data)


def decode(data: bytes | str, kind: type[Type]) -> Type:
    if kind not in _others:
        _others[kind] = msgspec.json.Decoder(kind)
    decoder: msgspec.json.Decoder[Type] = _others[kind]
    return _decode(decoder, data)


def _decode(decoder: msgspec.json.Decoder[Type], data: bytes | str) -> Type:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Malformed("message", _("This is no message of the protocol: {why}.").format(why=error)) from error
