"""Encodes and decodes the types of the protocol."""

from typing import Any, TypeVar

import msgspec

from skipbo.errors import Malformed
from skipbo.game.card import Card
from skipbo.i18n import translate as _
from skipbo.protocol.commands import Command
from skipbo.protocol.messages import Message

VERSION = 1
Type = TypeVar("Type")


def _from_card(value: object) -> int:
    """Encodes the one type that msgspec does not know."""
    if not isinstance(value, Card):
        raise NotImplementedError
    return int(value)


def _to_card(kind: type, value: object) -> Card:
    if kind is not Card or type(value) is not int:
        raise ValueError("Expected a card")
    return Card(value)


_encoder = msgspec.json.Encoder(enc_hook=_from_card)
_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message, dec_hook=_to_card)
_others: dict[type[Any], msgspec.json.Decoder[Any]] = {}


def encode(message: Any) -> bytes:
    return _encoder.encode(message)


def to_builtins(message: Any) -> Any:
    """Returns what `encode` writes as plain Python objects."""
    return msgspec.to_builtins(message, enc_hook=_from_card)


def decode_command(data: bytes | str) -> Command:
    return _decode(_commands, data)


def decode_message(data: bytes | str) -> Message:
    return _decode(_messages, data)


def decode(data: bytes | str, kind: type[Type]) -> Type:
    if kind not in _others:
        _others[kind] = msgspec.json.Decoder(kind, dec_hook=_to_card)
    decoder: msgspec.json.Decoder[Type] = _others[kind]
    return _decode(decoder, data)


def _decode(decoder: msgspec.json.Decoder[Type], data: bytes | str) -> Type:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Malformed("message", _("This is not a message of the protocol: {why}.").format(why=error)) from error
