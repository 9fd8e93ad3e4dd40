"""Nouns that take the article a sentence needs."""

import copy
import pickle

import pytest

from skipbo.editions import EDITIONS, Term

STANDARD = EDITIONS["mattel-2003"]
HOLIDAY = EDITIONS["holiday-2010"]


@pytest.mark.parametrize(
    ("language", "text", "sentence"),
    [
        ("en", "{building:A} begins with {wild:a}.", "A building pile begins with a SKIP-BO card."),
        ("en", "All share the {building:s}.", "All share the building piles."),
        ("fr", "Pigez dans {draw:le}.", "Pigez dans le talon."),
        (
            "fr",
            "la dernière carte {stock:de} … {stock:son}",
            "la dernière carte de pile d'accumulation … sa pile d'accumulation",
        ),
        ("fr", "{discard:Le}, {discard:du}, {discard:au}, {discard:ce}", "L'écart, de l'écart, à l'écart, cet écart"),
        (
            "fr",
            "{building:du}, {building:au}, {building:un}",
            "de la pile de séquence, à la pile de séquence, une pile de séquence",
        ),
        ("fr", "{building:les}, {discard:aux}", "les piles de séquence, aux écarts"),
        ("es", "{draw:del}, {draw:al}, {stock:un}", "de la pila para robar, a la pila para robar, una pila de inicio"),
        ("es", "{building:Los}", "Las pilas de construcción"),
        ("pt", "{draw:no}, {stock:do}, {stock:seu}", "no monte, da pilha de reserva, sua pilha de reserva"),
        ("pt", "{building:aos}, {discard:nos}", "às pilhas de base, nas pilhas de descarte"),
    ],
)
def test_a_text_names_the_masculine_article_and_the_noun_takes_its_own(language: str, text: str, sentence: str) -> None:
    assert text.format(**STANDARD.names_in(language).by_name()) == sentence


def test_one_translation_serves_sheets_whose_names_differ_in_gender() -> None:
    text = "Cuando se acaba {draw:el}, {draw:este|esta} se forma de nuevo con {building:los}."
    assert text.format(**STANDARD.names_in("es").by_name()) == (
        "Cuando se acaba la pila para robar, esta se forma de nuevo con las pilas de construcción."
    )
    assert text.format(**HOLIDAY.names_in("es").by_name()) == (
        "Cuando se acaba el monto para robar, este se forma de nuevo con los montos secundarios."
    )


def test_a_numbered_pile_takes_the_same_articles() -> None:
    assert f"{STANDARD.names_in('fr').discard.numbered(2):du}" == "de l'écart 2"


@pytest.mark.parametrize(
    ("language", "form", "written"),
    [("en", "a", ["a 1", "a 7", "an 8", "an 11", "a 12"]), ("fr", "le", ["le 1", "le 7", "le 8", "le 11", "le 12"])],
)
def test_a_number_takes_the_article_that_it_is_spoken_with(language: str, form: str, written: list[str]) -> None:
    assert [format(STANDARD.the_card(card, language), form) for card in (1, 7, 8, 11, 12)] == written


def test_a_form_that_the_language_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(ValueError, match=r"'el' is not a form of 'talon' \(fr\); the forms are: le, du, .*, aux"):
        format(STANDARD.names_in("fr").draw, "el")


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda term: pickle.loads(pickle.dumps(term))])
def test_a_copy_of_a_term_keeps_its_grammar(duplicate: object) -> None:
    assert callable(duplicate)
    term = duplicate(STANDARD.names_in("fr").discard)
    assert isinstance(term, Term)
    assert f"{term:le} {term:les}" == "l'écart les écarts"
