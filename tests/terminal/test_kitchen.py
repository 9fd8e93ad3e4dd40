"""A person at a kitchen table, in lines: drawing, erring, being called, and going on another time."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from skipbo.bots import Bot
from skipbo.errors import Malformed
from skipbo.game.kitchen.act import CALL, DRAW, Act
from skipbo.game.kitchen.game import KitchenGame
from skipbo.i18n import LANGUAGES, use_language
from skipbo.record import PERSON, RecordWriter, check, seats_with_bots, to_record
from skipbo.terminal import replay, save_file
from skipbo.terminal.kitchen_session import KitchenSession
from skipbo.terminal.kitchen_vocabulary import WORDS, read_acts
from skipbo.terminal.save_file import PERSON_SEAT, SavedGame
from skipbo.terminal.screen import Screen
from skipbo.terminal.start import new_game
from tests.positions import BROWNFIELD, lay_kitchen
from tests.terminal.scripted_player import OPTIONS, go_on, lines

Output = pytest.CaptureFixture[str]
SEATS = ("South", "Baru", "Kiwi", "Polo")


def sit_at(game: KitchenGame, path: Path, typed: Iterable[str], vigilance: float = 1.0) -> KitchenSession:
    seats = seats_with_bots([PERSON, *["eager"] * (game.table.players - 1)])
    return KitchenSession(SavedGame(game, seats, None, vigilance), Screen(lines(*typed)), path)


def run(game: KitchenGame, path: Path, *typed: str, vigilance: float = 1.0) -> None:
    """Types these lines, and then no more."""
    with pytest.raises(EOFError):
        sit_at(game, path, typed, vigilance).run()


@pytest.mark.parametrize(
    "options", [{}, {"players": 4, "partners": True, "edition": "fr"}, {"edition": "1967", "players": 3}]
)
def test_a_whole_game_is_played_at_a_kitchen_table(path: Path, options: dict[str, Any], capsys: Output) -> None:
    saved_game = new_game(**{**OPTIONS, "stock": 2, "kitchen": True, **options})
    session = KitchenSession(saved_game, Screen(lines()), path)
    bot = Bot("eager", 7)

    def read(_prompt: str) -> str:
        return str(bot.act(session.game.view(PERSON_SEAT))) if session.game.turn == PERSON_SEAT else ""

    session.screen = Screen(read)
    assert session.run()
    check(to_record(session.game, saved_game.seats))
    printed = capsys.readouterr().out
    assert "not understood" not in printed
    assert "is about to play" in printed
    assert not path.exists()


def test_the_person_draws_card_by_card_or_several(path: Path, capsys: Output) -> None:
    game = lay_kitchen(hands=[[]], draw=[..., 9, 8, 7])
    run(game, path, "draw", "draw 2")
    assert [str(move) for move in game.moves] == ["draw", "draw", "draw"]
    assert "You draw: 7." in capsys.readouterr().out


def test_a_card_too_many_is_narrated(path: Path, capsys: Output) -> None:
    run(lay_kitchen(hands=[[1, 2, 3, 4, 5]], draw=[..., 7]), path, "draw")
    assert "You: one card too many (7), shuffled into the stock pile." in capsys.readouterr().out


def test_a_vigilant_bot_calls_a_turn_out_of_order(path: Path, capsys: Output) -> None:
    game = lay_kitchen(players=3, hands=[[4], [9], [9]], turn=1)
    run(game, path, "draw", "h4>d1")
    printed = capsys.readouterr().out
    assert "You play out of turn. It is the turn of Baru." in printed
    assert "Baru calls you, because you play out of turn." in printed
    assert [str(move) for move in game.moves] == ["0: draw", "0: h4>d1", "call 0"]
    assert game.view(None).owes == (PERSON_SEAT,)


def test_a_bot_that_looks_away_lets_it_stand(path: Path) -> None:
    game = lay_kitchen(players=3, hands=[[4, 11], [9], [9]], turn=1)
    run(game, path, "draw", "h4>d1", vigilance=0)
    assert [str(move) for move in game.moves][:2] == ["0: draw", "0: h4>d1"]
    assert game.turn == 1
    assert game.view(None).owes == ()


def test_a_win_out_of_turn_counts_if_no_bot_notices(path: Path, capsys: Output) -> None:  # rule: ruling.irregular-win
    game = lay_kitchen(players=3, stocks=[[1]], turn=1)
    sit_at(game, path, ["s>b1"], vigilance=0).run()
    assert [str(move) for move in game.moves] == ["0: s>b1", "stand", "2: stand"]
    assert game.outcome is not None
    assert game.outcome.winners == (PERSON_SEAT,)
    assert "Nobody has called your turn out of order: it counts." in capsys.readouterr().out


def test_a_vigilant_bot_calls_a_win_out_of_turn(path: Path) -> None:  # rule: ruling.irregular-win
    game = lay_kitchen(players=3, stocks=[[1]], turn=1)
    run(game, path, "s>b1")
    assert [str(move) for move in game.moves] == ["0: s>b1", "call 0"]
    assert game.outcome is None
    assert game.view(None).stocks[PERSON_SEAT] == (1, 1)


def test_undo_finds_the_persons_last_move_after_a_call(path: Path) -> None:
    game = lay_kitchen(players=3, hands=[[4], [9], [9]], turn=2)
    run(game, path, "h4>d1", "", "", "undo")
    assert [str(move) for move in game.moves] == []


def test_talk_in_a_partners_turn_is_called(path: Path, capsys: Output) -> None:
    game = lay_kitchen(players=4, partners=True, turn=2)
    run(game, path, "talk")
    printed = capsys.readouterr().out
    assert "Baru calls you, because you have talked." in printed
    assert "You: 2 cards go unseen under the stock pile." in printed


def test_an_empty_line_lets_the_bot_play(path: Path) -> None:
    game = lay_kitchen(players=2, hands=[[4], [9]], turn=1)
    run(game, path, "")
    assert game.turn == PERSON_SEAT
    assert len(game.moves) >= 5


def test_a_refusal_is_a_sentence(path: Path, capsys: Output) -> None:
    run(lay_kitchen(hands=[[1, 11]]), path, "h1>b1", "draw", "take", "call South", "call nobody")
    printed = capsys.readouterr().out
    assert "You have played: you can draw again when your hand is played out." in printed
    assert "No card lies face up on this pile: draw pile." in printed
    assert "Nobody can call themselves." in printed
    assert "not understood" in printed


def test_exposed_cards_are_drawn_and_described(path: Path, capsys: Output) -> None:
    game = lay_kitchen(BROWNFIELD, hands=[[10], [1, 2, 3, 4, 5]], draw=[..., 7, 8], turn=1)
    for act in ("draw", "draw", "h1>d1"):
        game.play(act)
    run(game, path, "words", "?", "take")
    printed = capsys.readouterr().out
    assert "│ 7│ │ 8│" in printed
    assert "face up on the Stock Pile: 8, 7" in printed
    assert "take, refuse" in printed
    assert "You: taken face up from the Stock Pile: 8, 7." in printed


def test_a_mistake_can_be_taken_back(path: Path) -> None:
    game = lay_kitchen(players=2, hands=[[4], [9]], turn=1)
    before = game.kitchens.tobytes()
    run(game, path, "draw", "undo")
    assert game.kitchens.tobytes() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_and_help_name_the_words_of_the_table(path: Path, language: str, capsys: Output) -> None:
    use_language(language)
    game = lay_kitchen(players=4, partners=True)
    run(game, path, "?", "help" if language == "en" else {"fr": "aide", "es": "ayuda", "pt": "ajuda"}[language])
    printed = capsys.readouterr().out
    for words in WORDS[language].values():
        assert words[0] in printed
    assert "{" not in printed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_understood_in_its_language(language: str) -> None:
    use_language(language)
    for spoken in {"en", language}:
        for meaning, words in WORDS[spoken].items():
            for word in words:
                assert read_acts(f"{word} 1" if meaning == CALL else f" {word.upper()} ", SEATS) == [
                    Act(word=CALL, called=1) if meaning == CALL else Act(word=meaning)
                ]
            if meaning == DRAW:
                assert read_acts(f"{words[0]} 3", SEATS) == [Act(word=DRAW)] * 3
    assert read_acts("call kiwi", SEATS) == [Act(word=CALL, called=2)]
    for line in ("", "draw 0", "draw 99", "draw x", "call", "call 7", "s>b1", "take 2"):
        assert read_acts(line, SEATS) == []


def test_a_game_that_was_left_is_resumed(path: Path, capsys: Output) -> None:
    assert go_on(path, "draw 6", "quit", kitchen=True, vigilance=0.25) == 0
    saved_game = save_file.read(path)
    assert isinstance(saved_game.game, KitchenGame)
    assert saved_game.vigilance == 0.25
    held = len(saved_game.game.moves)
    assert go_on(path, "quit") == 0
    assert len(save_file.read(path).game.moves) == held
    assert "You resume the saved game" in capsys.readouterr().out


def test_a_match_at_a_kitchen_table_goes_on(path: Path) -> None:
    assert go_on(path, "draw", "quit", kitchen=True, match_points=90, stock=3) == 0
    saved_game = save_file.read(path)
    assert saved_game.match is not None
    assert isinstance(saved_game.match.next_game(), KitchenGame)


def test_the_edition_of_2016_has_no_kitchen_table(path: Path) -> None:
    with pytest.raises(Malformed) as error:
        go_on(path, kitchen=True, edition="2016")
    assert error.value.code == "special.none"
    with pytest.raises(Malformed):
        go_on(path, kitchen=True, vigilance=2)


def test_a_recorded_game_is_shown_with_its_mistakes(tmp_path: Path, capsys: Output) -> None:
    game = KitchenGame("1967", stock=1, key=bytes(32))
    for act in [*["draw"] * 6, "1: call 0"] if game.turn == 0 else [*["draw"] * 6, "0: call 1"]:
        game.play(act)
    bot = Bot("eager", 3)
    while game.outcome is None:
        game.play(bot.act(game.view(game.turn)))
    file = tmp_path / "games.jsonl"
    with RecordWriter(file) as writer:
        writer.write(to_record(game))
    assert replay(file) == 0
    printed = capsys.readouterr().out
    assert "one card too many, now face up on the Stock Pile" in printed
    assert "without ground. Nothing changes." in printed
