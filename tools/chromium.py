"""Chromium as the tests and pictures of the page start it."""

import os
import shutil

CHROMIUM = "SKIPBO_CHROMIUM"
ARGUMENTS = [
    "--no-sandbox",  # tests run as root in containers
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Only one such list counts: what Playwright itself switches off, and two pages that every window would load for the
    # address bar that it does not have
    "--disable-features="
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying,"
    "PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
]


def find_chromium() -> str:
    """Raises where there is none: a test that is left out proves nothing."""
    named = os.environ.get(CHROMIUM)
    found = shutil.which(named or "chromium") or (None if named else shutil.which("chromium-browser"))
    if found is None:
        raise FileNotFoundError(
            f"There is no browser {named}: {CHROMIUM} should name an executable file."
            if named
            else "The tests of the page need Chromium: install it (Debian: apt-get install chromium), "
            f"or name yours: {CHROMIUM}=/path/to/chromium"
        )
    return found
