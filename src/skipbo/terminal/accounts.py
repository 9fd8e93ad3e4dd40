"""`skipbo analyse --all`: luck and skill over many games, a row a player."""

from collections.abc import Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from skipbo.coach.accounts import Account
from skipbo.i18n import local_number
from skipbo.i18n import translate as _
from skipbo.terminal.sentences import seat_name


def show_accounts(accounts: Mapping[str, Account]) -> None:
    title = _("In points of a hundred, in the mean of a game")
    grid = Grid(title=title, title_justify="left", box=SIMPLE_HEAD, padding=0)  # fits into 80 columns
    grid.add_column(_("player"))
    heads = [_("games"), _("start"), _("luck"), _("own decisions"), _("those of others"), _("result")]
    for head in (*heads, _("a decision costs"), _("played like")):
        grid.add_column(head, justify="right", min_width=max(map(len, head.split())))
    for name, account in accounts.items():
        grid.add_row(*map(escape, _row(seat_name(name), account)))
    Console(highlight=False).print(grid)


def _row(name: str, account: Account) -> list[str]:
    def points(total: float, form: str = "+.1f") -> str:
        return local_number(100 * total / account.games, form)

    return [
        name,
        local_number(account.games),
        points(account.start, ".1f"),
        points(account.luck),
        points(account.own),
        points(account.others),
        points(account.result, ".1f"),
        local_number(100 * account.cost / account.decisions, ".2f") if account.decisions else "–",
        "–" if account.grade is None else _(account.grade),
    ]
