"""Game records, version 1: JSON Lines, a game a line, that anybody can replay and judge without our generator."""

from skipbo.record.fault import BadRecord, Fault
from skipbo.record.files import RecordWriter, read_records
from skipbo.record.reader import game_from_record, resume
from skipbo.record.verifier import check, verify_file
from skipbo.record.writer import Seat, default_seats, to_record

__all__ = [
    "BadRecord",
    "Fault",
    "RecordWriter",
    "Seat",
    "check",
    "default_seats",
    "game_from_record",
    "read_records",
    "resume",
    "to_record",
    "verify_file",
]
