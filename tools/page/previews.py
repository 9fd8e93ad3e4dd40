"""The tables that links show in their previews, drawn with the page's own cards: `make previews`.

The server writes the number of stock cards on them. Needs Chromium and Node; the pictures are kept in the package.
"""

import io
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from skipbo.server.http.preview.picture import DIGITS, FOLDER, HEIGHT, PLACES, WIDTH, Bitmap, drawing_of
from tools.chromium import ARGUMENTS, find_chromium
from tools.page.files import WEB
from tools.page.node import need_node

TABLES = [(2, 2), (3, 3), (4, 4), (4, 2), (5, 5), (6, 6), (6, 3), (6, 2)]  # players and sides
COLOURS = 128
PORT = 5198
ADDRESS = f"http://localhost:{PORT}/gallery/preview.html"
CORNERS = "() => [...document.querySelectorAll('.count')].map((each) => each.getBoundingClientRect())"
PATIENCE = 60.0  # seconds for the first look at the page


def main() -> None:
    with page_server(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(f"{ADDRESS}?digits")
        digits = picture_of(page, ".digits")
        drawn, places = {}, {}
        for players, sides in TABLES:
            page.goto(f"{ADDRESS}?players={players}&sides={sides}")
            name = drawing_of(players, sides)
            drawn[name] = picture_of(page, ".table")
            places[name] = [(round(box["x"]), round(box["y"])) for box in page.evaluate(CORNERS)]
        browser.close()
    colours = common_palette([digits, *drawn.values()])
    FOLDER.mkdir(exist_ok=True)
    DIGITS.write_bytes(as_png(digits, colours))
    for name, picture in drawn.items():
        (FOLDER / f"{name}.png").write_bytes(as_png(picture, colours))
    PLACES.write_bytes(msgspec.json.encode(places) + b"\n")


@contextmanager
def page_server() -> Iterator[None]:
    """Serves the sources of the page, the gallery among them."""
    node = need_node(install=False)
    path = os.pathsep.join([node.folder, os.environ.get("PATH", "")])
    command = [os.path.join(node.folder, "node"), "node_modules/vite/bin/vite.js", "--port", str(PORT), "--strictPort"]
    process = subprocess.Popen(command, cwd=WEB, env=os.environ | {"PATH": path}, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def picture_of(page: Page, selector: str) -> Image.Image:
    deadline = time.monotonic() + PATIENCE
    while page.locator(selector).count() == 0:
        assert time.monotonic() < deadline, f"{page.url} does not come"
        page.wait_for_timeout(200)
        page.reload()
    page.evaluate("() => document.fonts.ready.then(() => null)")
    page.wait_for_timeout(500)
    return Image.open(io.BytesIO(page.locator(selector).screenshot())).convert("RGB")


def common_palette(pictures: list[Image.Image]) -> Image.Image:
    """One palette for all, so that a digit of one picture can be copied into another."""
    sheet = Image.new("RGB", (WIDTH, sum(picture.height for picture in pictures)))
    top = 0
    for picture in pictures:
        sheet.paste(picture, (0, top))
        top += picture.height
    return sheet.quantize(COLOURS, Image.Quantize.MEDIANCUT)


def as_png(picture: Image.Image, colours: Image.Image) -> bytes:
    reduced = picture.quantize(palette=colours, dither=Image.Dither.NONE)
    content, width = reduced.tobytes(), picture.width
    rows = b"".join(b"\0" + content[begin : begin + width] for begin in range(0, len(content), width))
    palette = bytes(colours.getpalette() or [])[: 3 * COLOURS]
    return Bitmap(width, palette, rows).to_png()


if __name__ == "__main__":
    main()
