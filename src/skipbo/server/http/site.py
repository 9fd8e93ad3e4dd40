"""The page as a folder of files for any web space: no server of ours behind it, no headers, below any address."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.http import headers
from skipbo.server.http.assets import ASSETS, ENCODINGS, FOLDER, INDEX, not_built

SITE = '<html data-site lang="en">'  # by which the page knows that nobody answers it: web/src/net/host.ts
HTML = '<html lang="en">'
HEAD = '<meta charset="utf-8" />'
FROM_ROOT = re.compile(r'\b(src|href)="/')
NOT_IN_PAGES = "frame-ancestors"  # which only headers can say
NO_JEKYLL = ".nojekyll"  # some hosts would leave out files otherwise


def write_site(folder: Path, page: Path = FOLDER) -> list[str]:
    """Writes the site, or a newer one in place of an older; returns the names of its files.

    The page itself comes last, and goes last: at no moment it names a file that is not there.
    """
    if not (page / INDEX).is_file():
        raise Malformed("page", not_built())
    old = _old_files(folder)
    files = sorted(_files(page), key=lambda name: (name == INDEX, name))
    for name in files:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        content = (page / name).read_bytes()
        target.write_bytes(as_site(content.decode()).encode() if name == INDEX else content)
    (folder / NO_JEKYLL).touch()
    for name in old - {*files}:
        (folder / name).unlink()
    return files


def as_site(html: str) -> str:
    """The page's HTML with its files beside it, and the policy that our server sends as a header."""
    policy = headers.PAGE["Content-Security-Policy"].split("; ")
    allowed = "; ".join(each for each in policy if not each.startswith(NOT_IN_PAGES))
    tags = [
        HEAD,
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}" />',
        f'<meta name="referrer" content="{headers.PAGE["Referrer-Policy"]}" />',
    ]
    beside = FROM_ROOT.sub(r'\1="./', html)
    return beside.replace(HTML, SITE, 1).replace(HEAD, "\n    ".join(tags), 1)


def _files(page: Path) -> Iterator[str]:
    for path in page.rglob("*"):
        if path.is_file() and path.suffix not in ENCODINGS:
            yield path.relative_to(page).as_posix()


def _old_files(folder: Path) -> set[str]:
    """The files of an earlier site. Raises if there is something else in the folder."""
    if folder.exists() and not folder.is_dir():
        raise Malformed("folder", _("{folder} is not a folder.").format(folder=folder))
    found = [path for path in folder.rglob("*") if path.is_file()] if folder.exists() else []
    if not found:
        return set()
    index = folder / INDEX
    if not index.is_file() or SITE.encode() not in index.read_bytes():
        other = _("{folder} has other files in it. Name an empty folder, a new one, or one with an older site.")
        raise Malformed("folder", other.format(folder=folder))
    names = {path.relative_to(folder).as_posix() for path in found}
    return {name for name in names if PurePosixPath(name).is_relative_to(ASSETS)}
