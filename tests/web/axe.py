"""axe-core on every state in every language and on every table cloth, light and dark: `make axe`, some minutes."""

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
    found = 0
    with studio() as come:
        for name, language in product(STATES, LANGUAGES):
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
