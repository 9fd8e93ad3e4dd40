"""The page on a web space, as `python -m http.server` would serve it: for tests and measurements."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from skipbo.server.http.site import write_site


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class WebSpace:
    """`folder` is the site, `url` its address, with a path of which its files know nothing."""

    def __init__(self, root: Path, below: str = "games/skipbo") -> None:
        self.folder = root / below
        write_site(self.folder)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=root))
        self.url = f"http://127.0.0.1:{self._server.server_port}/{below}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
