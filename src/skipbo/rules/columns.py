"""The columns of a sheet, in words: what its languages say of a turn out of order, where they disagree."""

from collections.abc import Callable, Sequence

from skipbo.editions import Column, Edition, Irregular, IrregularAct
from skipbo.i18n import mark

Translate = Callable[[str], str]

LANGUAGES = {"en": mark("English"), "fr": mark("French"), "es": mark("Spanish"), "pt": mark("Portuguese")}
OFFENCES = {IrregularAct.DRAWING: mark("draws"), IrregularAct.PLAYING: mark("draws and plays"), IrregularAct.NONE: ""}
FIRST_ACTS = {
    IrregularAct.DRAWING: mark("the first card that is drawn"),
    IrregularAct.PLAYING: mark("the first card that is played or discarded"),
    IrregularAct.NONE: "",
}
AND = mark("{first} and {last}")
READ_HERE = mark("You read what it says in {language}.")
IN_OTHERS = {
    Column(Irregular.STOPPED, IrregularAct.PLAYING): mark(
        "In {languages}, whoever draws and plays out of turn is stopped, and the cards stay where they are."
    ),
    Column(Irregular.STOPPED, IrregularAct.DRAWING): mark(
        "In {languages}, whoever only draws out of turn is stopped, and the cards stay where they are."
    ),
    Column(Irregular.ANNULLED, IrregularAct.PLAYING): mark(
        "In {languages}, the turn of whoever draws and plays out of turn is annulled, and the cards go back."
    ),
}


def text_column(edition: Edition, language: str) -> str:  # rule: ruling.columns
    """Returns the column that a text in a language follows: that language's, or the sheet's first."""
    return edition.find_column(language if language in edition.languages else None)


def column_words(edition: Edition, column: str, translate: Translate) -> dict[str, str]:
    """Returns what the texts of rules say in the places that depend on the column."""
    offence = edition.column(column).offence
    return {
        "offence": _translated(OFFENCES[offence], translate),
        "first_act": _translated(FIRST_ACTS[offence], translate),
        "main_language": translate(LANGUAGES[edition.languages[0]]),
        "columns": _comparison(edition, column, translate) if edition.columns_differ else "",
    }


def _comparison(edition: Edition, column: str, translate: Translate) -> str:
    """Names the column that is read, and what those say that differ from it."""
    others: dict[Column, list[str]] = {}
    for language in edition.languages:
        others.setdefault(edition.column(language), []).append(translate(LANGUAGES[language]))
    del others[edition.column(column)]
    sentences = [translate(READ_HERE).format(language=translate(LANGUAGES[column]))]
    for says, names in others.items():
        sentences.append(translate(IN_OTHERS[says]).format(languages=_together(names, translate)))
    return " ".join(sentences)


def _together(names: Sequence[str], translate: Translate) -> str:
    *first, last = names
    return translate(AND).format(first=", ".join(first), last=last) if first else last


def _translated(text: str, translate: Translate) -> str:
    return translate(text) if text else ""  # gettext answers an empty text with its header
