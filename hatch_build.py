"""What is made when the package is built: translations as gettext reads them, and the page."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools.page import build as page
from tools.page import node
from tools.translations import compile_catalogues


class BuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """Returns what an isolated environment needs besides: to write what the page takes from Python, our own
        dependencies; to build the page, Node, where the machine has none. A source archive carries the built page.
        """
        if page.is_current():
            return []
        return [*self.metadata.core.dependencies, *([] if node.find_node() else [node.ON_PYPI])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_catalogues()
        try:
            page.build()
        except node.CannotBuild as error:
            self.app.abort(f"skipbo: {error}")
