"""The differences of the French sheet: the rules of 2003 as the French words them."""

from dataclasses import fields

from skipbo.editions import Column, Edition, Irregular, IrregularAct, find_edition

FRENCH = find_edition("francais-2003")
STANDARD = find_edition("mattel-2003")
WORDS = {"id", "aliases", "title", "short_title", "names"}


def test_but_for_irregular_turns_its_rules_are_those_of_2003() -> None:  # rule: irregular.annulled
    for field in fields(Edition):
        if field.name not in WORDS and field.name != "columns":
            assert getattr(FRENCH, field.name) == getattr(STANDARD, field.name)
    assert FRENCH.column("fr") == STANDARD.column("fr") == Column(Irregular.ANNULLED, IrregularAct.PLAYING)
    assert STANDARD.column("en").irregular is Irregular.STOPPED


def test_it_is_printed_in_french() -> None:
    assert FRENCH.languages == ("fr",)
    assert FRENCH.names_in("fr") == STANDARD.names_in("fr")
    assert FRENCH.names_in("fr").game == "manche"


def test_in_other_languages_its_piles_have_the_standard_names() -> None:
    assert FRENCH.names_in("es") == STANDARD.names_in("es")
