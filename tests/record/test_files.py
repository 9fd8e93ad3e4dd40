"""Files of records: any size, compressed or not, cut off anywhere, damaged anyhow."""

import errno
import gzip
import json
import os
import tracemalloc
from pathlib import Path

import pytest

from skipbo.errors import Malformed
from skipbo.record import BadRecord, RecordLine, RecordWriter, read_records, to_line, to_record, verify_file
from skipbo.record import files as record_files
from skipbo.record.files import LONGEST_LINE, open_bytes
from tests.record.games import fields_of, finished, won, write_lines

GAMES = [to_record(finished(stock=2, seed=seed)) for seed in (1, 2, 3)]
LINES = [to_line(game) for game in GAMES]
FIELDS = json.loads(LINES[0])


def faults(path: Path) -> list[tuple[int, str] | None]:
    return [None if fault is None else (fault.line, fault.rule) for fault in verify_file(path)]


def fault_of(line: RecordLine) -> str:
    """What is wrong with a line, or nothing."""
    return str(line.content) if isinstance(line.content, BadRecord) else ""


def written(tmp_path: Path, content: bytes, name: str = "games.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def test_a_file_cut_off_at_any_byte_of_its_last_line_keeps_every_game_before(tmp_path: Path) -> None:
    path, whole = tmp_path / "games.jsonl", b"".join(LINES[:2])
    for cut in range(len(LINES[2]) + 1):
        path.write_bytes(whole + LINES[2][:cut])
        first, second, *last = read_records(path)
        assert [first.record, second.record] == GAMES[:2]
        if cut == 0:
            assert last == []
        elif cut >= len(LINES[2]) - 1:  # only the newline is missing, if that
            assert [line.record for line in last] == GAMES[2:]
        else:
            (line,) = last
            assert line.number == 3
            assert fault_of(line) == "The file is cut off in this line; the games before it are whole."


def test_a_cut_off_file_is_judged_up_to_the_cut(tmp_path: Path) -> None:
    path = written(tmp_path, b"".join(LINES)[:-20])
    assert faults(path) == [None, None, (3, "file")]


def test_a_compressed_file_cut_off_at_any_byte_keeps_every_game_that_is_whole(tmp_path: Path) -> None:
    content, path = gzip.compress(b"".join(LINES), mtime=0), tmp_path / "games.jsonl.gz"
    most = 0
    for cut in range(len(content)):
        path.write_bytes(content[:cut])
        lines = list(read_records(path))
        games = [line.record for line in lines if not fault_of(line)]
        assert games == GAMES[: len(games)]
        assert len(games) >= most, "more bytes never give fewer games"
        most = len(games)
        if cut:
            assert lines[-1].number == len(games) + 1
            assert "cut off or damaged" in fault_of(lines[-1])
    assert most == 3, "without its last bytes, the check sum, all games are there"


def test_a_long_compressed_file_keeps_nearly_everything_before_the_cut(tmp_path: Path) -> None:
    content = gzip.compress(b"".join(LINES) * 300)
    path = written(tmp_path, content[: len(content) * 9 // 10], "games.jsonl.gz")
    *games, last = read_records(path)
    assert len(games) > 700
    assert all(line.record == GAMES[(line.number - 1) % 3] for line in games)
    assert "cut off or damaged" in fault_of(last)


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_an_empty_file_has_no_games_and_no_fault(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, b"", name)
    assert list(verify_file(path)) == []


def test_a_file_that_is_compressed_by_name_only_has_a_fault(tmp_path: Path) -> None:
    path = written(tmp_path, LINES[0], "games.jsonl.gz")
    assert faults(path) == [(1, "file")]


def test_a_wrong_check_sum_is_a_fault_after_the_games(tmp_path: Path) -> None:
    content = bytearray(gzip.compress(b"".join(LINES)))
    content[-8] ^= 1
    assert faults(written(tmp_path, bytes(content), "games.jsonl.gz")) == [None, None, None, (4, "file")]


def test_compressed_files_may_be_joined(tmp_path: Path) -> None:
    path = written(tmp_path, gzip.compress(LINES[0]) + gzip.compress(LINES[1]), "games.jsonl.gz")
    assert faults(path) == [None, None]


def test_blank_lines_are_passed_over_and_counted(tmp_path: Path) -> None:
    path = written(tmp_path, b"\n" + LINES[0] + b"  \t\n\n" + b"{}\n" + LINES[1])
    assert [line.number for line in read_records(path)] == [2, 5, 6]
    assert faults(path) == [None, (5, "skipbo"), None]


def test_lines_may_end_as_on_windows(tmp_path: Path) -> None:
    path = written(tmp_path, b"".join(line[:-1] + b"\r\n" for line in LINES))
    assert faults(path) == [None, None, None]


@pytest.mark.parametrize(
    "line",
    [b"not json", b"[1, 2]", b"1", b"null", b'"text"', b"{", b"{}{}", b"\xff\xfe", b'{"skipbo": 1, "edition": "\xff"}'],
)
def test_a_line_that_is_no_record_is_named_and_does_not_hide_the_next(tmp_path: Path, line: bytes) -> None:
    path = written(tmp_path, LINES[0] + line + b"\n" + LINES[1])
    assert faults(path) == [None, (2, "file"), None]


def test_a_line_in_another_encoding_than_utf_8_is_a_fault(tmp_path: Path) -> None:
    name = json.dumps(FIELDS | {"seats": [{"name": "Zoë", "player": "person"}] * 2}, ensure_ascii=False)
    for encoding in ("utf-16-le", "utf-16", "utf-32", "latin-1"):
        assert faults(written(tmp_path, name.encode(encoding))) == [(1, "file")], encoding


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_nan_and_infinity_are_not_json(tmp_path: Path, number: str) -> None:
    line = LINES[0].replace(b'"skipbo":1', f'"skipbo":1,"note":{number}'.encode())
    assert faults(written(tmp_path, line)) == [(1, "file")]
    inside = LINES[0].replace(b'"skipbo":1', f'"skipbo":{number}'.encode())
    assert faults(written(tmp_path, inside))[0] is not None


@pytest.mark.parametrize("number", ["1" * 400, "1" * 5000, "-" + "9" * 4000, "1e400", "1e-400"])
@pytest.mark.parametrize("field", ["skipbo", "stock", "dealer", "first", "result", "seed"])
def test_a_huge_number_is_a_fault(tmp_path: Path, number: str, field: str) -> None:
    text = json.dumps(FIELDS | {field: "HERE"}).replace('"HERE"', number)
    (fault,) = verify_file(written(tmp_path, text.encode()))
    assert fault is not None
    assert len(str(fault)) < 10_000


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
@pytest.mark.parametrize("filler", [b"0", b" ", b"["])
def test_a_line_longer_than_any_game_is_passed_over_in_little_memory(tmp_path: Path, name: str, filler: bytes) -> None:
    path = tmp_path / name
    with open_bytes(path, "wb") as file:
        file.write(LINES[0])
        for _ in range(24):
            file.write(filler * (1 << 20))
        file.write(b"\n" + LINES[1])
    tracemalloc.start()
    try:
        lines = list(read_records(path))
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    games = [line for line in lines if not fault_of(line)]
    assert [(line.number, line.record) for line in games] == [(1, GAMES[0]), (3, GAMES[1])]
    assert peak < 6 * LONGEST_LINE
    assert [line.number for line in lines if fault_of(line)] == ([] if filler == b" " else [2])


@pytest.mark.parametrize("length", [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 2 * LONGEST_LINE])
def test_a_line_about_as_long_as_the_limit_does_not_hide_the_next(tmp_path: Path, length: int) -> None:
    path = written(tmp_path, b"x" * (length - 1) + b"\n" + LINES[0])
    assert faults(path) == [(1, "file"), None]


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with path.open("wb") as file:
        for _ in range(3000):
            file.write(LINES[0])
    tracemalloc.start()
    try:
        count = sum(1 for _line in read_records(path))
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 3000
    assert peak < path.stat().st_size / 4


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_writer_does_not_overwrite_a_file(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, b"mine", name)
    with pytest.raises(Malformed, match="exists already") as error:
        RecordWriter(path)
    assert error.value.code == "file"
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_what_was_written_before_an_error_is_whole(tmp_path: Path, name: str) -> None:
    def write_and_stop() -> None:
        with RecordWriter(tmp_path / name) as writer:
            writer.write(GAMES[0])
            writer.write(GAMES[1])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_and_stop()
    assert faults(tmp_path / name) == [None, None]


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_records(tmp_path / "none.jsonl"))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk here")
@pytest.mark.parametrize("games", [1, 100])
def test_a_full_disk_is_an_error_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, games: int) -> None:
    monkeypatch.setattr(record_files, "open_bytes", lambda _path, _mode: open("/dev/full", "wb"))  # noqa: SIM115

    def write() -> None:
        with RecordWriter(tmp_path / "games.jsonl") as writer:
            for _ in range(games):
                writer.write(GAMES[0])

    with pytest.raises(OSError, match="No space left") as error:
        write()
    assert error.value.errno == errno.ENOSPC


def test_a_file_of_good_and_bad_games_is_judged_to_its_end(tmp_path: Path) -> None:
    bad = fields_of(won())
    bad["moves"][0] = "pass"
    path = write_lines(tmp_path / "games.jsonl", *[bad, FIELDS] * 10)
    assert faults(path) == [answer for line in range(1, 21, 2) for answer in ((line, "ruling.no-discard"), None)]
