"""Where the page's generated files lie. One that would be the same is left alone, so that nothing is built for it."""

import json
from pathlib import Path
from typing import Any

GENERATED = Path(__file__).parent.parent.parent / "web" / "src" / "generated"


def write(name: str, text: str) -> None:
    path = GENERATED / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def write_json(name: str, data: Any) -> None:
    write(name, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
