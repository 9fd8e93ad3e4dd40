"""The page's typeface within a report, which needs no network."""

from base64 import b64encode
from functools import cache
from pathlib import Path

import skipbo

FAMILY = '"Nunito Variable", system-ui, sans-serif'
FILES = Path(skipbo.__file__).parent / "server" / "page" / "assets"
NAME = "nunito-latin-wght-normal-*.woff2"  # has the letters of our four languages


@cache
def font_face() -> str:
    """Returns the style that carries the typeface; an empty one if no page is built, and the system's font serves."""
    file = next(FILES.glob(NAME), None)
    if file is None:
        return ""
    data = b64encode(file.read_bytes()).decode()
    return (
        '@font-face { font-family: "Nunito Variable"; font-weight: 200 1000; '
        f'src: url("data:font/woff2;base64,{data}") format("woff2"); }}\n'
    )
