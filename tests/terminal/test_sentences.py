"""What happens is printed in sentences, and nothing that a seat may not see."""

import pytest
from msgspec.structs import replace

from skipbo.editions import EDITIONS
from skipbo.errors import NotLegal
from skipbo.game.card import Card
from skipbo.game.event import (
    Annulled,
    Called,
    Completed,
    DrawnCard,
    Drew,
    DrewForDealer,
    Ended,
    Event,
    Exposed,
    Ground,
    IrregularTurn,
    MayNotDraw,
    Overdrew,
    Penalised,
    Played,
    RefusedExposed,
    Shuffled,
    Stopped,
    Talked,
    Took,
    Turned,
)
from skipbo.game.game import Game
from skipbo.game.outcome import How, Outcome
from skipbo.game.pile import PileKind
from skipbo.i18n import LANGUAGES, use_language
from skipbo.terminal.descriptions import describe_table, explain_typing, list_moves
from skipbo.terminal.sentences import Narrator
from tests.positions import KEY, lay, up_to, wander
from tests.terminal.scripted_player import names

SOUTH, WEST, NORTH = range(3)
IN_A_SENTENCE: list[Event] = [
    Played(WEST, Card(7), PileKind.DISCARD, WEST, 3, 2, Card(7)),
    Played(WEST, Card(0), PileKind.STOCK, NORTH, 0, 2, Card(7)),
    Turned(WEST, Card(0)),
    Completed(2),
    Shuffled(12),
    *(IrregularTurn(*seats) for seats in ((SOUTH, WEST), (WEST, SOUTH), (WEST, NORTH))),
    Overdrew(SOUTH, Card(7)),
    Overdrew(WEST, None),
    Exposed(WEST, Card(0)),
    Took(WEST, (Card(0), Card(4)), 1),
    RefusedExposed(WEST, (Card(3),)),
    *(Talked(seat) for seat in (SOUTH, WEST)),
    *(Called(*seats, ground) for seats in ((SOUTH, WEST), (WEST, SOUTH), (WEST, NORTH)) for ground in Ground),
    Stopped(WEST),
    Annulled(WEST),
    *(Penalised(WEST, count) for count in (1, 2)),
    MayNotDraw(WEST),
]


def printed(game: Game, since: int = 0) -> list[str]:
    narrator = Narrator(game.edition, names(game), viewer=0)
    return [sentence for _, sentence in narrator.narrate(game.events[since:])]


def test_a_turn_is_narrated_move_by_move() -> None:
    game = lay(stocks=[(9, 7)], hands=[("W", 8, 11, 12)], building=[up_to(6), up_to(11)])
    start = len(game.events)
    for move in ("s>b1", "hW>b1", "h12>b2", "h8>d3"):
        game.play(move)
    assert printed(game, start) == [
        "You: 7 from stock pile to building pile 1.",
        "You: next on the stock pile: 9.",
        "You: SKIP-BO card as 8 from hand to building pile 1.",
        "You: 12 from hand to building pile 2.",
        "The run on building pile 2 is complete: its cards are set aside.",
        "You: 8 from hand to discard pile 3.",
        "North: 5 cards drawn.",
    ]


def ace_to_king() -> Game:
    return lay(
        edition="brownfield-1967",
        stocks=[(9, 1)],
        hands=[("W", 5, 12, 13)],
        discards={0: [(11,)]},
        building=[up_to(10), up_to(11)],
    )


def test_in_1967_cards_are_called_by_their_names() -> None:  # rule: deck.packs
    game = ace_to_king()
    start = len(game.events)
    for move in ("s>b3", "hW>b1", "hQ>b2", "hK>d3"):
        game.play(move)
    assert printed(game, start)[:4] == [
        "You: the Ace from Debit Pile to Building Stack 3.",
        "You: next on the Debit Pile: 9.",
        "You: SKIP-BO card as the Jack from hand to Building Stack 1.",
        "You: the Queen from hand to Building Stack 2.",
    ]
    assert "You: the King from hand to Discard Pile 3." in printed(game, start)


@pytest.mark.parametrize(
    ("language", "played", "as_a_jack"),
    [("fr", "la Dame de la main", "pour un Valet"), ("es", "la Reina", "como una Jota"), ("pt", "a Dama", "do Valete")],
)
def test_in_1967_cards_have_their_articles_in_every_language(
    language: str, played: str, as_a_jack: str
) -> None:  # rule: deck.packs
    use_language(language)
    game = ace_to_king()
    game.play("hW>b1")
    game.play("hQ>b2")
    told = " ".join(printed(game))
    assert played in told
    assert as_a_jack in told


def test_in_1967_the_table_in_words_names_its_cards() -> None:  # rule: deck.packs
    described = list(describe_table(ace_to_king().view(0), names(ace_to_king())))
    assert "You, Debit Pile (2): Ace" in described
    assert "You, Discard Pile 1: Jack; 2: no card; 3: no card; 4: no card" in described
    assert "Building Stack 1: 10; 2: Jack; 3: no card; 4: no card" in described
    assert "You, hand: W, 5, Queen, King" in described


def test_in_1967_an_error_names_the_cards() -> None:  # rule: build.sequence, deck.packs
    with pytest.raises(NotLegal) as error:
        ace_to_king().play("hK>b2")
    assert str(error.value) == "The King does not go there: Building Stack 2 needs the Queen or a SKIP-BO card."
    with pytest.raises(NotLegal, match="There is no Ace in the hand"):
        ace_to_king().play("hA>b3")
    use_language("fr")
    with pytest.raises(NotLegal) as error:
        ace_to_king().play("hK>b2")
    assert "Roi" in str(error.value)
    assert "Dame" in str(error.value)


def test_in_1967_the_help_explains_the_letters_and_the_stock_pile() -> None:  # rule: deck.packs, draw.pile
    told = "\n".join(explain_typing(ace_to_king().view(0)))
    assert "hA hJ hQ hK   Ace, Jack, Queen, King" in told
    assert "on this sheet the Stock Pile is the pile in the middle" in told
    standard = "\n".join(explain_typing(lay().view(0)))
    assert "hA" not in standard
    assert "on this sheet" not in standard


def test_the_draw_for_the_deal_is_narrated_with_every_round() -> None:  # rule: dealer.first, ruling.dealer-tie
    drew = DrewForDealer(
        (
            (DrawnCard(0, Card(9)), DrawnCard(1, Card(0)), DrawnCard(2, Card(9))),
            (DrawnCard(0, Card(3)), DrawnCard(2, Card(11))),
        )
    )
    narrator = Narrator(EDITIONS["mattel-2003"], ["South", "West", "North"], viewer=0)
    assert narrator.sentence(drew) == (
        "Drawn for the deal: You 9, West SKIP-BO card, North 9. Those who tie draw again: You 3, North 11."
    )


def test_a_partners_pile_is_named_with_its_owner() -> None:
    game = lay(players=4, partners=True, stocks={2: (9, 3)}, building=[up_to(2)])
    start = len(game.events)
    game.play("2s>b1")
    assert printed(game, start) == [
        "You: 3 from stock pile (North) to building pile 1.",
        "North: next on the stock pile: 9.",
    ]


def test_a_pass_a_shuffle_and_a_blocked_game_are_narrated() -> None:
    game = lay(hands=[(), ()], draw=(), passes=1)
    start = len(game.events)
    game.play("pass")
    assert printed(game, start)[0] == "You: no card in the hand, pass."
    assert "blocked" in printed(game, start)[1]
    game = lay(hands=[(11,)], draw=(), spent=up_to(12))
    start = len(game.events)
    game.play("h11>d1")
    assert "The 12 cards set aside are shuffled into a new draw pile." in printed(game, start)


@pytest.mark.parametrize(
    ("winners", "sentence"),
    [
        ((0,), "You have won the game and score 80."),
        ((0, 2), "Your side has won the game and scores 80."),
        ((1, 3), "The game is won by West + East. Points: 80."),
        ((), "Nobody wins and nobody scores."),
    ],
)
def test_the_result_is_narrated_from_the_persons_side(winners: tuple[int, ...], sentence: str) -> None:
    game = Game(players=4, partners=True, key=KEY)
    outcome = Outcome(How.STOCK, winners, (0, 3, 0, 8), 80 if winners else 0)
    printed = Narrator(game.edition, names(game), viewer=0).sentence(Ended(outcome))
    assert printed == f"{sentence} Cards left in the stock piles: You 0, West 3, North 0, East 8."


def test_cards_that_others_draw_are_not_named() -> None:
    game = Game(players=3, key=KEY)
    for _ in wander(game, seed=2, most=200):
        pass
    unseen = [
        replace(event, cards=(Card(13),) * event.count) if isinstance(event, Drew) and event.seat else event
        for event in game.events
    ]
    narrator = Narrator(game.edition, names(game), viewer=0)
    assert list(narrator.narrate(unseen)) == list(narrator.narrate(game.events))
    assert not any("13" in sentence for _, sentence in narrator.narrate(unseen))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_event_has_a_sentence_in_every_language(edition: str, language: str) -> None:
    use_language(language)
    game = Game(edition, players=6, partners=True, stock=4, key=KEY)
    for _ in wander(game, seed=1, most=400):
        view = game.view(game.turn)
        lines = [*list_moves(view, names(game)), *describe_table(view, names(game))]
        assert all(line and "{" not in line for line in lines)
    everything = [*printed(game), *explain_typing(game.view(0))]
    assert all(sentence and "{" not in sentence for sentence in everything)


def test_the_table_in_words_says_all_that_the_picture_shows() -> None:
    game = lay(
        stocks=[(9, 7), (12, 2)],
        hands=[(1, 12, "W"), (3, 3)],
        discards={0: [(4,), (9, 3, 11)]},
        building=[up_to(6), [1, "W"]],
        spent=up_to(12),
    )
    assert list(describe_table(game.view(0), names(game))) == [
        "North, stock pile (2): 2",
        "North, discard pile 1: no card; 2: no card; 3: no card; 4: no card",
        "North, hand (2)",
        "You, stock pile (2): 7",
        "You, discard pile 1: 4; 2: 11, 3, 9; 3: no card; 4: no card",
        "building pile 1: 6; 2: 2 (W); 3: no card; 4: no card",
        "draw pile (129), set aside (12)",
        "You, hand: W, 1, 12",
    ]


def test_the_legal_moves_are_listed_by_where_the_card_comes_from() -> None:
    game = lay(stocks=[(9, 7)], hands=[(1, 7, 12)], discards={0: [(), (9, 3)]}, building=[up_to(6), up_to(2)])
    assert list(list_moves(game.view(0), names(game))) == [
        "You can play:",
        "   s> b1      stock pile: 7",
        "  d2> b2      discard pile 2: 3",
        "  h1> b3 b4   hand",
        "  h7> b1      hand",
        "You can end your turn with a discard:",
        "  h1 h7 h12 > d1 d2 d3 d4",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sentence_has_the_names_of_every_edition_in_every_language(edition: str, language: str) -> None:
    use_language(language)
    try:
        narrator = Narrator(EDITIONS[edition], ["South", "West", "North"], viewer=SOUTH)
        sentences = [narrator.sentence(event) for event in IN_A_SENTENCE]
    finally:
        use_language("en")
    assert len(set(sentences)) == len(sentences)
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


def test_a_sentence_about_the_reader_has_its_own_verb() -> None:
    narrator = Narrator(EDITIONS["mattel-2003"], ["South", "West", "North"], viewer=SOUTH)
    sentences = [narrator.sentence(event) for event in IN_A_SENTENCE]
    assert "You play out of turn. It is the turn of West." in sentences
    assert "West plays out of turn. It is your turn." in sentences
    assert "You call West without ground. Nothing changes." in sentences
    assert "West calls you, because you have talked." in sentences
