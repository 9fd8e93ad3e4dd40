"""The rules as players read them, and the catalogues of every language."""

import re
from io import BytesIO
from itertools import product
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from tools.translations import texts

from skipbo.editions import EDITIONS, Edition, Irregular, Term, Terms
from skipbo.i18n import CATALOGUES, DOMAIN, LANGUAGES, use_language
from skipbo.rules import RULES, Rule, describe, describe_briefly, guide_of, note_on_piles, rules_of, text_column
from skipbo.rules.description import word
from skipbo.rules.guide import OBJECT, PASSAGES, SETTING_UP, YOUR_TURN

PILE_PLACES = ("pile", "source", "place")
CARD_PLACES = ("lowest", "highest", "card", "needed")
TERM_PLACES = {*Terms.__slots__, *PILE_PLACES, *CARD_PLACES}
TRANSLATED = [language for language in LANGUAGES if language != "en"]


# A preposition before an article that it melts into: "de {stock:le}" is "{stock:du}"
UNCONTRACTED = {
    "fr": re.compile(r"\b(à|de) \{\w+:les?\}"),
    "es": re.compile(r"\b(a|de) \{\w+:el\}"),
    "pt": re.compile(r"\b(a|de|em|por) \{\w+:os?\}"),
}


@pytest.fixture(scope="module")
def messages() -> set[str | tuple[str, ...]]:
    """What the sources mark for translation, the page's too; a message with a plural is a pair."""
    return {message.id for message in texts() if message.id}


def catalogue(language: str) -> Catalog:
    text = (CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po").read_bytes()
    return read_po(BytesIO(text), locale=language, abort_invalid=True)


def entries(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    return {name for _before, name, _form, _conversion in Formatter().parse(text) if name is not None}


def written(text: str, terms: Terms, pile: Term) -> str:
    """Returns a text with everything filled in: a pile wherever one may stand, and a number for the rest."""
    values: dict[str, object] = dict.fromkeys(placeholders(text), 1)
    return text.format(**{**values, **dict.fromkeys(PILE_PLACES + CARD_PLACES, pile), **terms.by_name()})


def rules_on_sheets() -> list[tuple[Rule, Edition, str]]:
    """Every rule with the editions that have it, and the columns in which they do."""
    return [
        (rule, edition, column)
        for rule in RULES.values()
        for edition in EDITIONS.values()
        for column in edition.languages
        if rule.belongs_to(edition.id, column)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_mistake_costs_is_also_told_in_a_few_words(language: str) -> None:
    told = {
        rule.id: describe_briefly(rule, edition, language, column)
        for rule, edition, column in rules_on_sheets()
        if rule.brief
    }
    assert {
        "over.shuffle",
        "over.expose",
        "irregular.noticed",
        "irregular.annulled",
        "irregular.penalty",
    } <= told.keys()
    for rule, text in told.items():
        assert re.fullmatch(r"[^{}]{8,90}\.", text), rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_described_for_each_of_its_sheets(language: str) -> None:
    for rule, edition, column in rules_on_sheets():
        text = describe(rule, edition, language, column)
        assert "{" not in text, rule.id
        assert "}" not in text, rule.id
        assert text[0].isupper() or text[0].isdigit(), rule.id
        assert text.endswith("."), rule.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_rule_is_translated(language: str) -> None:
    for rule, edition, column in rules_on_sheets():
        assert describe(rule, edition, language, column) != describe(rule, edition, "en", column), rule.id


def test_a_rule_speaks_the_language_in_use() -> None:
    rule, edition = RULES["turn.left"], EDITIONS["mattel-2003"]
    try:
        use_language("pt")
        assert describe(rule, edition) == describe(rule, edition, "pt")
    finally:
        use_language("en")


def test_a_player_reads_the_names_of_the_sheet_they_play_by() -> None:
    top = RULES["stock.top"]
    assert "Debit Pile" in describe(top, EDITIONS["brownfield-1967"], "en")
    assert "stock pile" in describe(top, EDITIONS["mattel-2003"], "en")
    assert "pila de inicio" in describe(top, EDITIONS["mattel-2003"], "es")
    assert "monto principal" in describe(top, EDITIONS["holiday-2010"], "es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_in_the_rules_are_those_of_the_edition(language: str) -> None:
    for edition in EDITIONS.values():
        deck = describe(RULES["deck.packs" if edition.packs else "deck.modern"], edition, language)
        assert {str(edition.cards), str(edition.ranks)} <= set(re.findall(r"\d+", deck))
        assert edition.card_name(edition.ranks, language) in describe(RULES["build.sequence"], edition, language)
        sizes = describe(RULES["stock.size"], edition, language)
        assert {str(edition.stock_for_few), str(edition.stock_for_many)} <= set(re.findall(r"\d+", sizes))
        if edition.match_points is not None:
            assert str(edition.match_points) in describe(RULES["score.match"], edition, language)


def test_a_sheet_has_its_own_rules_and_those_it_shares() -> None:
    ids = {
        name: {rule.id for column in edition.languages for rule in rules_of(edition, column)}
        for name, edition in EDITIONS.items()
    }
    assert set.union(*ids.values()) == set(RULES)
    assert "first.youngest" in ids["mattel-2016"]
    assert "first.left" not in ids["mattel-2016"]
    assert "irregular.annulled" in ids["francais-2003"]
    assert "irregular.noticed" not in ids["francais-2003"]
    assert ids["mattel-2003"] - ids["holiday-2010"] == {"irregular.annulled", "ruling.six"}
    assert "draw.refill" in set.intersection(*ids.values())


def test_a_rule_is_kept_under_its_id_and_names_known_sheets() -> None:
    for name, rule in RULES.items():
        assert rule.id == name
        assert rule.editions
        assert set(rule.editions) <= set(EDITIONS)
        assert {*rule.columns, *rule.other_texts} <= set(rule.editions)
        assert rule.ruling == name.startswith("ruling.")


def test_rules_stand_in_the_columns_whose_languages_have_them() -> None:  # rule: ruling.columns
    """The texts say of each column what the kernel judges by."""
    stopped, annulled = RULES["irregular.noticed"], RULES["irregular.annulled"]
    for edition in EDITIONS.values():
        for column in edition.languages:
            judged = edition.column(column).irregular
            assert stopped.belongs_to(edition.id, column) == (judged is Irregular.STOPPED)
            assert annulled.belongs_to(edition.id, column) == (judged is Irregular.ANNULLED)
            assert RULES["ruling.irregular-cards"].belongs_to(edition.id, column) == (judged is Irregular.STOPPED)
        assert (edition.id in RULES["ruling.columns"].editions) == edition.columns_differ


@pytest.mark.parametrize(
    ("column", "says", "act"),
    [
        ("en", "draws and plays out of turn", "played or discarded"),
        ("es", "draws out of turn", "drawn"),
        ("fr", "all its cards go back", "played or discarded"),
    ],
)
def test_a_text_says_what_its_column_says_and_names_the_others(
    column: str, says: str, act: str
) -> None:  # rule: ruling.columns, ruling.irregular-act, irregular.noticed, irregular.annulled
    edition = EDITIONS["mattel-2003"]
    book = {rule.id: describe(rule, edition, "en", column) for rule in rules_of(edition, column)}
    assert says in book["irregular.annulled" if column == "fr" else "irregular.noticed"]
    assert act in book["ruling.irregular-act"]
    here, others = book["ruling.columns"].split("You read what it says in ")[1].split(".", 1)
    assert here == {"en": "English", "es": "Spanish", "fr": "French"}[column]
    assert ("annulled" in others) == (column != "fr")
    assert ("only draws" in others) == (column != "es")


def test_a_text_follows_the_column_of_its_language_or_the_first() -> None:  # rule: ruling.columns
    assert [text_column(EDITIONS["mattel-2003"], language) for language in LANGUAGES] == ["en", "fr", "es", "pt"]
    assert [text_column(EDITIONS["holiday-2010"], language) for language in LANGUAGES] == ["en", "en", "es", "en"]
    assert text_column(EDITIONS["francais-2003"], "en") == "fr"


def test_no_rule_is_listed_where_it_cannot_occur() -> None:  # rule: special.none, team.sources-1967
    shortened = {rule.id for rule in rules_of(EDITIONS["mattel-2016"], "en")}
    assert not {rule for rule in shortened if rule.startswith(("over.", "irregular.", "ruling.irregular"))}
    assert not shortened & {"ruling.draw-first", "ruling.false-call", "ruling.cheating", "ruling.over-place"}
    first = {
        rule.id: describe(rule, EDITIONS["brownfield-1967"], "en") for rule in rules_of(EDITIONS["brownfield-1967"])
    }
    assert not {"ruling.partner-hand", "team.sources", "team.pairs", "ruling.cheating", "stock.short"} & set(first)
    assert "pairs" not in first["ruling.seats"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_the_guide_teaches_in_the_order_of_play(edition: Edition, language: str) -> None:
    chapters = guide_of(edition, language)
    titles = [chapter.title for chapter in chapters]
    assert titles[:5] == [OBJECT, SETTING_UP, YOUR_TURN, "Winning and scoring", "Partnership"]
    assert ("Special situations" in titles) == edition.special_situations
    assert [chapter.title for chapter in chapters if chapter.shows_table] == [SETTING_UP]
    names, told = edition.names_in(language), " ".join(text for each in chapters for text in each.paragraphs)
    assert "{" not in told
    assert names.stock in chapters[0].paragraphs[0]
    assert any(names.draw in text for text in chapters[1].paragraphs)
    for card in (1, edition.ranks):
        assert edition.card_name(card, language) in told


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_guide_is_translated(language: str) -> None:
    for passage in PASSAGES:
        if passage.text is not None:
            text = word(passage.text, EDITIONS["mattel-2003"], language)
            assert text != word(passage.text, EDITIONS["mattel-2003"], "en")


def test_where_the_stock_pile_is_the_draw_pile_the_guide_warns() -> None:  # rule: draw.pile
    warned = [
        (name, language)
        for name, edition in EDITIONS.items()
        for language in LANGUAGES
        if note_on_piles(edition, language)
    ]
    assert warned == [("brownfield-1967", "en")]
    note = note_on_piles(EDITIONS["brownfield-1967"], "en")
    assert note is not None
    assert "the Stock Pile is the pile in the middle" in note
    assert note in guide_of(EDITIONS["brownfield-1967"], "en")[1].paragraphs


def test_by_1967_the_rules_speak_of_ace_and_king() -> None:  # rule: build.start, build.sequence, deck.packs
    first = EDITIONS["brownfield-1967"]
    assert "begins with an Ace or a SKIP-BO card" in describe(RULES["build.start"], first, "en")
    assert "up to the King" in describe(RULES["build.sequence"], first, "en")
    assert "jusqu'au Roi" in describe(RULES["build.sequence"], first, "fr")
    assert "empieza con un As" in describe(RULES["build.start"], first, "es")
    assert "chega ao Rei" in describe(RULES["build.complete"], first, "pt")


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_every_message_and_no_other(language: str, messages: set[str | tuple[str, ...]]) -> None:
    found = catalogue(language)
    assert {message.id for message in found if message.id} == messages
    assert not found.obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_and_none_is_fuzzy(language: str) -> None:
    for message in entries(language):
        assert all(forms(message.string)), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_keeps_the_placeholders(language: str) -> None:
    for message in entries(language):
        wanted = {name for form in forms(message.id) for name in placeholders(form)}
        for form in forms(message.string):
            assert placeholders(form) == wanted, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_can_be_written_with_the_names_of_every_edition(language: str) -> None:
    names = {edition.names_in(language) for edition in EDITIONS.values()}
    for message, terms in product(entries(language), names):
        for text, pile in product(forms(message.string), terms.by_name().values()):
            assert "{" not in written(text, terms, pile), message.id


def test_every_english_text_can_be_written_with_the_names_of_every_edition(
    messages: set[str | tuple[str, ...]],
) -> None:
    names = {edition.names_in("en") for edition in EDITIONS.values()}
    for message, terms in product(messages, names):
        for text, pile in product(forms(message), terms.by_name().values()):
            assert "{" not in written(text, terms, pile), message


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_asks_for_forms_of_terms_only(language: str) -> None:
    for message in entries(language):
        in_english = {part[1:3] for text in forms(message.id) for part in Formatter().parse(text)}
        for text in forms(message.string):
            for _before, name, form, _conversion in Formatter().parse(text):
                assert not form or name in TERM_PLACES or (name, form) in in_english, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_prepositions_melt_into_articles(language: str) -> None:
    for message in entries(language):
        for text in forms(message.string):
            assert not UNCONTRACTED[language].search(text), text
