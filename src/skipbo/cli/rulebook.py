"""`skipbo rules`: the rules of each edition."""

from typing import Annotated

import typer

from skipbo.cli.options import LanguageOption, set_language
from skipbo.editions import EDITIONS, find_edition
from skipbo.i18n import translate as _


def rules(
    edition: Annotated[str | None, typer.Argument(help=_("Edition, by id or alias (skipbo rules lists them)."))] = None,
    lang: LanguageOption = None,
) -> None:
    from skipbo.rules import describe, rules_of

    set_language(lang)
    if edition is None:
        for sheet in EDITIONS.values():
            print(f"{sheet.id:<16} {_(sheet.title)}")
            also = _("{languages} · also called {aliases}").format(
                languages=", ".join(sheet.languages), aliases=", ".join(sheet.aliases)
            )
            print(f"{'':<16} {also}")
        return
    sheet = find_edition(edition)
    print(f"{sheet.id}: {_(sheet.title)}")
    section = ""
    for rule in rules_of(sheet):
        if rule.section != section:
            section = rule.section
            print()
            print(_(section).upper())
        marked = " [" + _("our ruling") + "]" if rule.ruling else ""
        print(f"  {describe(rule, sheet)} ({rule.id}){marked}")
