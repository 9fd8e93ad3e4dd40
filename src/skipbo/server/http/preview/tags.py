"""The tags of a link preview (https://ogp.me): who invites to which game, in the language of whoever asks.

They say what anybody with the link may know, and of it only what stays true: messengers keep a preview for long. Seats
that are free now, and names but that of the host, are not among it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from operator import itemgetter

from skipbo.game.table import Table
from skipbo.i18n import LANGUAGES, words_of
from skipbo.protocol.messages import TableInvitation
from skipbo.server.http.preview.picture import HEIGHT, WIDTH, TablePicture
from skipbo.server.table.state import table_of

SITE = "skipbo"
ASSIGNED_NAME = re.compile(r"Guest \d{4}")  # of a guest who has not chosen one: it would say nothing
QUALITY = re.compile(r"(0(\.\d{1,3})?|1(\.0{1,3})?)?")  # of a language; without one it is 1
LONGEST_HEADER = 200  # characters of it that are read: nobody speaks more languages


def preferred_language(headers: Mapping[str, str]) -> str:
    """Returns the language of ours that `Accept-Language` wants most."""
    wanted: list[tuple[float, str]] = []
    for offer in headers.get("accept-language", "")[:LONGEST_HEADER].split(","):
        name, _, quality = offer.replace(" ", "").lower().partition(";q=")
        if name[:2] in LANGUAGES and QUALITY.fullmatch(quality):
            wanted.append((float(quality or 1), name[:2]))
    return max(wanted, key=itemgetter(0), default=(1.0, LANGUAGES[0]))[1]


@dataclass(frozen=True, slots=True)
class LinkPreview:
    title: str
    description: str
    picture: str  # the path of its address: it names no table, because the link of a table is its key

    def tags(self, url: str, table: str) -> str:
        """Returns the tags as HTML; `url` is where people reach the server."""
        contents = {
            "og:type": "website",
            "og:site_name": SITE,
            "og:title": self.title,
            "og:description": self.description,
            "og:url": f"{url}/t/{table}",
            "og:image": url + self.picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": self.description,
            "twitter:card": "summary_large_image",
        }
        return "".join(f'<meta property="{name}" content="{escape(text)}" />' for name, text in contents.items())


def link_preview(invitation: TableInvitation, language: str) -> LinkPreview:
    table = table_of(invitation.options, stored=True)
    picture = TablePicture(table.players, table.teams, table.stock)
    return LinkPreview(
        title=_title(invitation, language),
        description=_description(table, language),
        picture=picture.path,
    )


def _title(invitation: TableInvitation, language: str) -> str:
    words = words_of(language)
    name = None if invitation.host is None else invitation.seats[invitation.host].name
    if name is None or ASSIGNED_NAME.fullmatch(name):
        return words.gettext("You are invited to a card table")
    return words.gettext("{name} invites you to a card table").format(name=name)


def _description(table: Table, language: str) -> str:
    words, piles = words_of(language), table.edition.names_in(language)
    facts = [
        words.gettext(table.edition.short_title),
        words.gettext("{players} players").format(players=table.players),
        words.gettext("partners") if table.teams < table.players else "",
        words.ngettext("{count} card in each {stock}", "{count} cards in each {stock}", table.stock).format(
            count=table.stock, stock=piles.stock
        ),
    ]
    return " · ".join(filter(None, facts))
