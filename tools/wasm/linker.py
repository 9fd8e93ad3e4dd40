"""Makes a whole WebAssembly module of the object file that LLVM writes.

The object is complete but for what a linker would add: its memory, stack and table are imported, and nothing is
exported. This replaces the imports by definitions, exports the doors by name, and leaves out what only linkers read.
A single object needs no more: LLVM has already written every address in it.
"""

from collections.abc import Iterable, Iterator, Mapping

MAGIC = b"\0asm\1\0\0\0"
# Sections, and the order in which a module has them
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT = range(8)
ELEMENT, CODE, DATA, DATA_COUNT = range(9, 13)
ORDER = (TYPE, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, ELEMENT, DATA_COUNT, CODE, DATA)
OF_FUNCTIONS, OF_TABLES, OF_MEMORIES, OF_GLOBALS = range(4)  # kinds of imports and exports
I32, CONSTANT, MUTABLE, I32_CONST, END = 0x7F, 0, 1, 0x41, 0x0B
SYMBOLS = 8  # the part of the section "linking" that names functions
UNDEFINED, NAMED = 0x10, 0x40  # flags of a symbol

STAMP = "skipbo"  # the name of the section with the digest of the sources
STACK = 1 << 16  # bytes
PAGE = 1 << 16
PAGES = 16  # of memory to begin with; a page asks for more


class Reader:
    """Reads the numbers and names of a section one after another."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.at = 0

    @property
    def ended(self) -> bool:
        return self.at >= len(self._content)

    def byte(self) -> int:
        self.at += 1
        return self._content[self.at - 1]

    def number(self) -> int:
        """LEB128, unsigned."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self._content[self.at - count : self.at]

    def name(self) -> str:
        return self.bytes(self.number()).decode()


def number(value: int) -> bytes:
    """LEB128, unsigned."""
    encoded = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        encoded.append(low | (0x80 if value else 0))
        if not value:
            return bytes(encoded)


def signed(value: int) -> bytes:
    """LEB128, signed, of a number that is not negative."""
    encoded = bytearray(number(value))
    if encoded[-1] & 0x40:  # it would be read as negative
        encoded[-1] |= 0x80
        encoded.append(0)
    return bytes(encoded)


def name(text: str) -> bytes:
    return number(len(text.encode())) + text.encode()


def vector(entries: Iterable[bytes]) -> bytes:
    entries = list(entries)
    return number(len(entries)) + b"".join(entries)


def link(compiled: bytes, doors: Mapping[str, str], stamp: str) -> bytes:
    """Returns the module. `doors` maps the names of functions in the object to the names that they are exported by."""
    sections, custom = read_sections(compiled)
    stack_top = aligned(end_of_data(sections[DATA])) + STACK
    sections |= definitions(sections.pop(IMPORT), stack_top)
    indices = function_indices(custom["linking"])
    exports = [name(door) + bytes([OF_FUNCTIONS]) + number(indices[symbol]) for symbol, door in doors.items()]
    exports += [name("memory") + bytes([OF_MEMORIES, 0]), name("free") + bytes([OF_GLOBALS, 1])]
    sections[EXPORT] = vector(exports)
    written = (section(kind, sections[kind]) for kind in ORDER if kind in sections)
    return MAGIC + section(CUSTOM, name(STAMP) + stamp.encode()) + b"".join(written)


def section(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + number(len(content)) + content


def stamp_of(module: bytes) -> str:
    """The stamp of a linked module; empty if it has none."""
    return read_sections(module)[1].get(STAMP, b"").decode()


def aligned(address: int) -> int:
    return (address + 15) & ~15


def read_sections(module: bytes) -> tuple[dict[int, bytes], dict[str, bytes]]:
    """The sections by kind, and those that are custom by name."""
    assert module.startswith(MAGIC), "not WebAssembly"
    reader = Reader(module)
    reader.bytes(len(MAGIC))
    sections: dict[int, bytes] = {}
    custom: dict[str, bytes] = {}
    while not reader.ended:
        kind = reader.byte()
        content = reader.bytes(reader.number())
        if kind == CUSTOM:
            inner = Reader(content)
            called = inner.name()
            custom[called] = content[inner.at :]
        else:
            sections[kind] = content
    return sections, custom


def end_of_data(section: bytes) -> int:
    reader = Reader(section)
    end = 0
    for _segment in range(reader.number()):
        assert (reader.byte(), reader.byte()) == (0, I32_CONST), "data with a fixed address in the only memory"
        address = reader.number()
        assert reader.byte() == END
        size = reader.number()
        reader.bytes(size)
        end = max(end, address + size)
    return end


def definitions(imports: bytes, stack_top: int) -> dict[int, bytes]:
    """The sections that define what was imported: memory, the table if there is one, and where the stack begins."""
    reader = Reader(imports)
    sections = {
        MEMORY: vector([bytes([0]) + number(PAGES)]),
        GLOBAL: vector([global_number(stack_top, MUTABLE), global_number(stack_top, CONSTANT)]),
    }
    for _entry in range(reader.number()):
        _module, called, kind = reader.name(), reader.name(), reader.byte()
        if kind == OF_TABLES:
            sections[TABLE] = vector([bytes([reader.byte()]) + read_limits(reader)])
        elif kind == OF_MEMORIES:
            read_limits(reader)
        else:
            assert kind == OF_GLOBALS, f"{called} is missing"
            assert called == "__stack_pointer", f"{called} is missing"
            reader.bytes(2)
    return sections


def global_number(value: int, mutable: int) -> bytes:
    return bytes([I32, mutable, I32_CONST]) + signed(value) + bytes([END])


def read_limits(reader: Reader) -> bytes:
    flags, least = reader.byte(), reader.number()
    return bytes([flags]) + number(least) + (number(reader.number()) if flags & 1 else b"")


def function_indices(linking: bytes) -> dict[str, int]:
    """The index of every function that the object defines, by its name."""
    return {called: index for kind, called, index in symbols(linking) if kind == OF_FUNCTIONS}


def symbols(linking: bytes) -> Iterator[tuple[int, str, int]]:
    reader = Reader(linking)
    reader.number()  # the version of the format
    while not reader.ended:
        part = reader.byte()
        content = Reader(reader.bytes(reader.number()))
        if part != SYMBOLS:
            continue
        for _symbol in range(content.number()):
            kind, flags = content.byte(), content.number()
            defined = not flags & UNDEFINED
            if kind == 1:  # data: a name, and where it lies
                called = content.name()
                if defined:
                    content.number(), content.number(), content.number()
            elif kind == 3:  # a section
                content.number()
            else:
                index = content.number()
                if defined or flags & NAMED:
                    called = content.name()
                    if defined:
                        yield kind, called, index
