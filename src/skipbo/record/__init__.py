"""Game records, version 1: JSON Lines, a game a line, that anybody can replay and judge without our generator."""

from skipbo.record.fault import BadRecord, Fault
from skipbo.record.files import RecordLine, RecordWriter, read_records
from skipbo.record.line import record_from_line, to_line
from skipbo.record.line_verifier import check_line, verify_file
from skipbo.record.model import Record, RecordedDeal, RecordedSeat
from skipbo.record.reader import game_from_record, game_to_replay, resume, resuming
from skipbo.record.seats import BOT_NAMES, DIRECTIONS, PERSON, default_seats, seats_with_bots
from skipbo.record.verifier import check
from skipbo.record.writer import assemble_record, to_record

__all__ = [
    "BOT_NAMES",
    "DIRECTIONS",
    "PERSON",
    "BadRecord",
    "Fault",
    "Record",
    "RecordLine",
    "RecordWriter",
    "RecordedDeal",
    "RecordedSeat",
    "assemble_record",
    "check",
    "check_line",
    "default_seats",
    "game_from_record",
    "game_to_replay",
    "read_records",
    "record_from_line",
    "resume",
    "resuming",
    "seats_with_bots",
    "to_line",
    "to_record",
    "verify_file",
]
