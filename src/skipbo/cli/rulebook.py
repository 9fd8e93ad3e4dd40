"""`skipbo rules`: the rules of each edition."""

from typing import Annotated

import typer

from skipbo.cli.arguments import LanguageOption, set_language
from skipbo.editions import EDITIONS, find_edition
from skipbo.i18n import translate as _


def rules(
    edition: Annotated[
        str | None, typer.Argument(metavar=_("EDITION"), help=_("Edition, by id or alias (skipbo rules lists them)."))
    ] = None,
    lang: LanguageOption = None,
) -> None:
    from skipbo.rules import describe, rules_of

    set_language(lang)
    if edition is None:
        for each in EDITIONS.values():
            print(f"{each.id:<16} {_(each.title)}")
            also = _("{languages} · also called {aliases}").format(
                languages=", ".join(each.languages), aliases=", ".join(each.aliases)
            )
            print(f"{'':<16} {also}")
        return
    chosen = find_edition(edition)
    print(f"{chosen.id}: {_(chosen.title)}")
    section = ""
    for rule in rules_of(chosen):
        if rule.section != section:
            section = rule.section
            print()
            print(_(section).upper())
        marked = " [" + _("our ruling") + "]" if rule.ruling else ""
        print(f"  {describe(rule, chosen)} ({rule.id}){marked}")
