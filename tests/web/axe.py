"""axe-core on every state in every language and on every table cloth, light and dark: `make axe`, half an hour.

`python -m tests.web.axe --states kitchen judged` looks at these states only, `--share 2/8` at the second eighth of all.
"""

import argparse
import sys
from functools import partial
from itertools import product

from skipbo.i18n import LANGUAGES
from tests.web.browser import PHONE
from tests.web.browser_session import guests, studio
from tests.web.page_checks import violations
from tests.web.states import STATES

THEMES = ("meadow", "dusk", "harbour", "paper")
LIGHTS = ("light", "dark")
LOOK = "([theme, light]) => { Object.assign(document.documentElement.dataset, { theme, light }); }"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--states", nargs="+", choices=STATES, default=list(STATES))
    parser.add_argument("--share", default="1/1", help="such as 2/8, the second eighth of the states")
    options = parser.parse_args()
    number, shares = map(int, options.share.split("/"))
    found = 0
    with studio() as come:
        for name, language in product(options.states[number - 1 :: shares], LANGUAGES):
            with guests(come) as coming:
                visitor = STATES[name](partial(coming, PHONE, settings={"language": language}))
                for theme, light in product(THEMES, LIGHTS):
                    visitor.page.evaluate(LOOK, [theme, light])
                    for violation in violations(visitor.page):
                        found += 1
                        print(f"\r\x1b[K{name}, {language}, {theme}, {light}: {violation}")
            print(f"\r\x1b[K{name}, {language}", end="", file=sys.stderr)
    print(f"\r\x1b[K{found} violations", file=sys.stderr)
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
