"""`skipbo rules`: how to play by each edition, and its rules by their ids."""

from typing import Annotated

import typer

from skipbo.cli.arguments import LanguageOption, set_language
from skipbo.editions import EDITIONS, Edition, find_edition
from skipbo.i18n import current_language
from skipbo.i18n import translate as _


def rules(
    edition: Annotated[
        str | None, typer.Argument(metavar=_("EDITION"), help=_("Edition, by id or alias (skipbo rules lists them)."))
    ] = None,
    lang: LanguageOption = None,
    column: Annotated[
        str | None,
        typer.Option(help=_("Language of the sheet to follow where its languages disagree (default: yours).")),
    ] = None,
) -> None:
    set_language(lang)
    if edition is None:
        list_editions()
    else:
        chosen = find_edition(edition)
        print_rules(chosen, chosen.find_column(column) if column else None)


def list_editions() -> None:
    for each in EDITIONS.values():
        print(f"{each.id:<16} {_(each.title)}")
        also = _("{languages} · also called {aliases}").format(
            languages=", ".join(each.languages), aliases=", ".join(each.aliases)
        )
        print(f"{'':<16} {also}")


def print_rules(edition: Edition, column: str | None) -> None:
    """Prints the guide, then every rule with its id; without a column, that of the language in use."""
    from skipbo.rules import describe, guide_of, rules_of, text_column

    column = column or text_column(edition, current_language())
    print(f"{edition.id}: {_(edition.title)}")
    for chapter in guide_of(edition, column=column):
        print()
        print(_(chapter.title).upper())
        for paragraph in chapter.paragraphs:
            print(f"  {paragraph}")
        if chapter.shows_table:
            print()
            draw_example(edition)
    print()
    print(_("All rules by their ids").upper())
    section = ""
    for rule in rules_of(edition, column):
        if rule.section != section:
            section = rule.section
            print()
            print(_(section).upper())
        marked = " [" + _("our ruling") + "]" if rule.ruling else ""
        print(f"  {describe(rule, edition, column=column)} ({rule.id}){marked}")


def draw_example(edition: Edition) -> None:
    from skipbo.record import DIRECTIONS
    from skipbo.terminal.descriptions import show_table
    from skipbo.terminal.example_table import EXAMPLE_PLAYERS, example_view
    from skipbo.terminal.screen import Screen
    from skipbo.terminal.sentences import seat_name

    show_table(Screen(), example_view(edition), [seat_name(name) for name in DIRECTIONS[EXAMPLE_PLAYERS]])
