"""Collects the texts to translate into the catalogues: `make translations`. New ones are left empty; a test tells.

With `--compile`, writes the catalogues as gettext reads them: .mo files, where people edit .po files.
"""

import json
import os
import re
import sys
import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
CATALOGUES = ROOT / "src" / "skipbo" / "locale"
PAGE = ROOT / "web" / "src"
KEYWORDS: dict[str, tuple[int, int] | None] = {
    **dict.fromkeys(("_", "mark", "translate", "gettext")),
    **dict.fromkeys(("translate_plural", "ngettext"), (1, 2)),
}
# In the page: t("…", …), mark("…") and n("one", "many", …), always with literals in double quotes
ONE = re.compile(r'\b(?:t|mark)\(\s*("(?:[^"\\\n]|\\.)*")')
PLURAL = re.compile(r'\bn\(\s*("(?:[^"\\\n]|\\.)*")\s*,\s*("(?:[^"\\\n]|\\.)*")')
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def texts() -> Catalog:
    """Every text that the source marks for translation."""
    catalogue = Catalog()
    for _file, _line, message, _comments, _context in extract_from_dir(str(ROOT / "src"), keywords=KEYWORDS):
        catalogue.add(message)
    for text in page_texts():
        catalogue.add(text)
    for plurals in page_plurals():
        catalogue.add(plurals)
    return catalogue


def page_texts() -> set[str]:
    """The texts of the page; of plurals the first, by which catalogues know them."""
    single = {json.loads(text) for source in page_sources() for text in ONE.findall(source)}
    return single | {one for one, _many in page_plurals()}


def page_plurals() -> set[tuple[str, str]]:
    return {(json.loads(one), json.loads(many)) for source in page_sources() for one, many in PLURAL.findall(source)}


def page_sources() -> list[str]:
    files = [*PAGE.rglob("*.svelte"), *PAGE.rglob("*.ts")]
    return [path.read_text("utf-8") for path in sorted(files) if "generated" not in path.parts]


def catalogue_of(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES" / "skipbo.po"


def compile_catalogues() -> None:
    """Each file at once: somebody may be reading the old one."""
    for source in CATALOGUES.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as text:
            catalogue = read_po(text)
        with tempfile.NamedTemporaryFile(dir=source.parent, delete=False) as compiled:
            write_mo(compiled, catalogue)
        os.chmod(compiled.name, source.stat().st_mode)
        os.replace(compiled.name, source.with_suffix(".mo"))


def main() -> None:
    if "--compile" in sys.argv:
        compile_catalogues()
        return
    template = texts()
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/skipbo.po")):
        language = path.parent.parent.name
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        catalogue.update(template, no_fuzzy_matching=True)
        with path.open("wb") as file:
            file.write(HEADER.format(language=language, plural_forms=catalogue.plural_forms).encode())
            write_po(file, catalogue, width=110, sort_output=True, omit_header=True, ignore_obsolete=True)
        missing = [message.id for message in catalogue if message.id and not message.string]
        print(f"{language}: {len(catalogue)} texts, {len(missing)} to translate")


if __name__ == "__main__":
    main()
