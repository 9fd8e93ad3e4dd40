"""Compiles the translations when the package is built: gettext reads .mo files, people edit .po files."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = Path(__file__).parent / "src" / "skipbo" / "locale"


def compile_catalogues() -> None:
    for source in CATALOGUES.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text))


class TranslationsHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_catalogues()


if __name__ == "__main__":
    compile_catalogues()
