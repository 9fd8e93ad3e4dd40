"""The kernel that is compiled for the page: whole, small, and made from the sources that lie here."""

import gzip
import json
import re
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest
from numba import types
from tools.page.build import kernel_sources
from tools.page.files import GENERATED, KERNEL, WEB, digest_of
from tools.wasm import browser
from tools.wasm.compiler import reachable, widened, without_counting
from tools.wasm.doors import DOORS
from tools.wasm.linker import EXPORT, IMPORT, Reader, number, read_sections, signed, stamp_of
from tools.wasm.typescript import record

from skipbo.bots.ladder import NAMES
from skipbo.kernel.layout import STATE

MOST_BYTES = 60_000
CALLS = """
declare void @elsewhere()
define void @door() { call void @hall() ret void }
define void @hall() { call void @room() call void @elsewhere() ret void }
define void @room() { call void @hall() ret void }
define void @other() { call void @room() ret void }
"""


def exports(module: bytes) -> set[str]:
    reader, names = Reader(read_sections(module)[0][EXPORT]), set()
    for _export in range(reader.number()):
        names.add(reader.name())
        reader.byte()
        reader.number()
    return names


def test_it_needs_nothing_from_outside_and_exports_every_door() -> None:
    module = KERNEL.read_bytes()
    assert IMPORT not in read_sections(module)[0]
    assert exports(module) == {*DOORS, "memory", "free"}


def test_every_door_is_opened_by_the_page_or_by_a_test_in_a_browser() -> None:
    sources = [path.read_text("utf-8") for path in (WEB / "src").rglob("*.ts") if not path.name.endswith(".test.ts")]
    script = Path(browser.__file__).read_text("utf-8")
    opened = {name for text in sources for name in re.findall(r"doors\.(\w+)\(", text)}
    opened |= {name for names in re.findall(r"const \{(.*)\} = window", script) for name in re.findall(r"\w+", names)}
    opened |= set(re.findall(r'"(\w+)"', script))
    assert [name for name in DOORS if name not in opened] == []


def test_it_is_stamped_with_the_digest_of_its_sources() -> None:
    assert stamp_of(KERNEL.read_bytes()) == digest_of(kernel_sources())
    assert stamp_of(b"\0asm\1\0\0\0") == ""


def test_it_is_small() -> None:
    assert len(gzip.compress(KERNEL.read_bytes(), 9)) <= MOST_BYTES


def test_all_whole_numbers_are_one_type_so_that_a_function_is_compiled_once() -> None:
    assert [widened(kind) for kind in (types.literal(3), types.uint8, types.int32)] == [types.int64] * 3
    others = [types.boolean, types.uint64, types.float64, types.none]
    assert [widened(kind) for kind in others] == others


def test_references_are_not_counted() -> None:
    lines = [
        "  call void @NRT_incref(ptr %a)\n",
        "  store i8 1, ptr %a\n",
        "  call void @NRT_decref(ptr null), !noalias !2\n",
    ]
    assert without_counting("".join(lines)) == lines[1]


def test_what_a_door_calls_is_found_through_other_functions() -> None:
    assert reachable(llvm.parse_assembly(CALLS), {"door"}) == {"door", "hall", "room", "elsewhere"}


def test_the_page_knows_every_compiled_bot() -> None:
    kinds = json.loads((GENERATED / "bots.json").read_text("utf-8"))["kinds"]
    assert [kinds[name] for name in NAMES] == list(range(len(NAMES)))


def test_typescript_knows_every_door_and_where_each_field_lies() -> None:
    text = (GENERATED / "kernel.ts").read_text("utf-8")
    assert [name for name in DOORS if f"  {name}(" not in text] == []
    assert STATE.fields is not None
    assert [name for name, place in STATE.fields.items() if f"  {name}: {place[1]},\n" not in text] == []


@pytest.mark.parametrize(("name", "wide"), [("STATE", "<u2"), ("STATE", "<i8"), ("ADVICE", "<i4")])
def test_a_field_that_the_page_would_misread_is_refused(name: str, wide: str) -> None:
    with pytest.raises(TypeError, match=rf"{name}\.turn is "):
        record(name, np.dtype([("key", "<u4"), ("turn", wide)]))


def test_numbers_are_written_as_webassembly_reads_them() -> None:
    assert [number(value) for value in (0, 127, 128, 624485)] == [b"\0", b"\x7f", b"\x80\1", b"\xe5\x8e\x26"]
    assert [signed(value) for value in (63, 64, 8192)] == [b"\x3f", b"\xc0\0", b"\x80\xc0\0"]
    assert [Reader(number(value)).number() for value in (0, 127, 128, 1 << 31)] == [0, 127, 128, 1 << 31]
