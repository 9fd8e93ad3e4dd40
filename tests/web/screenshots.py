"""A picture of every state at six sizes, to be looked at: `make screenshots`.

`python -m tests.web.screenshots playing lobby --language fr --light dark` takes some of them.
"""

import argparse
import sys
from functools import partial
from pathlib import Path

from tests.web.browser import SIZES
from tests.web.browser_session import guests, studio
from tests.web.states import STATES

FOLDER = Path("build/screenshots")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("states", nargs="*", help="all of them without any: " + ", ".join(STATES))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--language", default="en")
    parser.add_argument("--light", default="light", choices=("light", "dark"))
    parser.add_argument("--theme", default="meadow")
    options = parser.parse_args()
    settings = {"language": options.language, "light": options.light, "theme": options.theme}
    options.folder.mkdir(parents=True, exist_ok=True)
    with studio() as come:
        for name in options.states or STATES:
            for size, window in SIZES.items():
                path = options.folder / f"{name} {size}.png".replace(" ", "-")
                with guests(come) as coming:
                    visitor = STATES[name](partial(coming, window, settings=settings))
                    visitor.page.screenshot(path=path, animations="disabled")  # at rest
                print(f"\r\x1b[K{path}", end="", file=sys.stderr)
    print(f"\r\x1b[K{options.folder}: {len(options.states or STATES) * len(SIZES)} pictures", file=sys.stderr)


if __name__ == "__main__":
    main()
