"""The page's icon in all its forms, from the one that is drawn, web/public/icon.svg: `make icons`.

The PNGs lie beside it, for systems that want them. That of a tab whose player is called is made with every build.
"""

import io
import re

from tools.page.files import WEB

PUBLIC = WEB / "public"
DRAWN = PUBLIC / "icon.svg"
ROUNDED = {"icon-192.png": 192, "icon-512.png": 512}
WHOLE = {"icon-180.png": 180, "icon-maskable-512.png": 512}
COLOURS = 64  # are enough, and make the files small
CALL = '<circle cx="50" cy="14" r="14" fill="#fff"/><circle cx="50" cy="14" r="11.5" fill="#c8321e"/>'


def calling() -> str:
    """With a red dot: it is the player's turn."""
    return DRAWN.read_text("utf-8").replace("</svg>", f"  {CALL}\n</svg>")


def whole() -> str:
    """Without corners, and all that matters in the middle: systems cut their own form out of it."""
    opening, ground, drawing = DRAWN.read_text("utf-8").removesuffix("</svg>\n").split("\n", 2)
    cornerless = re.sub(r' rx="\d+"', "", ground)
    return "\n".join([opening, cornerless, f'<g transform="translate(5.1 5.1) scale(0.84)">{drawing}</g></svg>'])


def main() -> None:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    from tools.chromium import ARGUMENTS, find_chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)

        def picture(svg: str, size: int, name: str) -> None:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{svg}")
            drawn = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
            drawn.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(PUBLIC / name, optimize=True)
            page.close()

        for name, size in ROUNDED.items():
            picture(DRAWN.read_text("utf-8"), size, name)
        for name, size in WHOLE.items():
            picture(whole(), size, name)
        browser.close()


if __name__ == "__main__":
    main()
