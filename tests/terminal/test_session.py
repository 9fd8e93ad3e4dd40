"""A person plays in lines: whole games, matches, commands, and taking back."""

from pathlib import Path
from typing import Any

import pytest

from skipbo.bots.levels import DEFAULT_LEVEL
from skipbo.errors import Malformed
from skipbo.game.match import Match
from skipbo.i18n import LANGUAGES, use_language
from skipbo.record import check, to_record
from skipbo.terminal import save_file
from skipbo.terminal.save_file import PERSON_SEAT
from skipbo.terminal.screen import Screen
from skipbo.terminal.session import Session
from skipbo.terminal.start import new_game
from tests.positions import lay, up_to
from tests.terminal.scripted_player import OPTIONS, go_on, lines, moves_of, sit, sit_at, type_good_moves

Output = pytest.CaptureFixture[str]

# Whole games


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 3, "bots": ["eager", "random"]},
        {"players": 4, "partners": True},
        {"edition": "1967", "players": 6, "partners": True},
        {"edition": "2016", "players": 5, "stock": 3},
    ],
)
def test_a_whole_game_is_played_in_lines(path: Path, options: dict[str, Any], capsys: Output) -> None:
    session = sit(path, **options)
    type_good_moves(session)
    assert session.run()
    assert session.game.outcome is not None
    check(to_record(session.game, session.saved_game.seats))
    printed = capsys.readouterr().out
    assert "Cards left in the" in printed
    assert "not understood" not in printed
    assert not path.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_played_in_every_language(path: Path, language: str, capsys: Output) -> None:
    use_language(language)
    session = sit(path, stock=2, edition="2010")
    type_good_moves(session)
    assert session.run()
    assert "{" not in capsys.readouterr().out


def test_a_match_goes_on_to_its_points(path: Path, capsys: Output) -> None:
    session = sit(path, match_points=90, stock=3)
    type_good_moves(session)
    assert session.run()
    match = session.saved_game.match
    assert isinstance(match, Match)
    assert max(match.scores) >= 90
    assert len(match.played) > 1
    printed = capsys.readouterr().out
    assert printed.count("Scores: ") == len(match.played)
    assert "Game 2 of the match." in printed
    assert printed.splitlines()[-1] in ("You have won the match.", "The match is won by North.")
    assert not path.exists()


def test_the_same_seed_gives_the_same_game_however_often_it_is_interrupted(path: Path) -> None:
    whole = sit(path)
    type_good_moves(whole)
    whole.run()
    typed = [str(move) for seat, move in moves_of(whole.game) if seat == PERSON_SEAT]
    session = sit(path)
    for line in typed:
        session = Session(session.saved_game, Screen(lines(line)), path)
        try:
            session.run()
        except EOFError:
            session = Session(save_file.read(path), Screen(lines()), path)
    assert to_record(session.game) == to_record(whole.game)


def test_a_seed_of_64_hex_digits_is_the_key_itself() -> None:
    key = bytes(range(32))
    assert new_game(**{**OPTIONS, "seed": key.hex()}).game.key == key
    assert new_game(**{**OPTIONS, "seed": "a table"}).game.key == new_game(**OPTIONS).game.key
    assert new_game(**{**OPTIONS, "seed": None}).game.key != new_game(**{**OPTIONS, "seed": None}).game.key


def test_missing_options_follow_from_the_others() -> None:
    def players_and_bots(**options: Any) -> tuple[int, list[str]]:
        saved_game = new_game(**{**OPTIONS, "bots": (), "stock": None, **options})
        return saved_game.game.table.players, [seat.player for seat in saved_game.seats[1:]]

    assert players_and_bots() == (2, [DEFAULT_LEVEL])
    assert players_and_bots(partners=True) == (4, [DEFAULT_LEVEL] * 3)
    assert players_and_bots(bots=["random", "eager"]) == (3, ["random", "eager"])
    assert players_and_bots(players=3, bots=["random"]) == (3, ["random", "random"])
    assert players_and_bots(bots=["grandmaster"]) == (2, ["grandmaster"])


@pytest.mark.parametrize(("edition", "choice"), [("2016", "youngest"), ("1967", "dealer")])
@pytest.mark.parametrize("match_points", [None, 1000])
def test_the_person_chooses_who_is_youngest_or_deals_first(
    path: Path, edition: str, choice: str, match_points: int | None
) -> None:  # rule: ruling.youngest, ruling.dealer-chosen
    options: dict[str, Any] = {"edition": edition, "players": 3, "match_points": match_points, choice: 2}
    saved_game = new_game(**{**OPTIONS, "bots": (), "stock": 1, **options})
    chosen = saved_game.game
    assert (chosen.first if choice == "youngest" else chosen.dealer) == 2
    save_file.write(path, saved_game)
    again = save_file.read(path)
    assert again.game == chosen
    if match_points is not None:
        assert again.match is not None
        assert again.match == saved_game.match


@pytest.mark.parametrize(
    "options",
    [
        {"players": 7},
        {"edition": "1492"},
        {"bots": ["nobody"]},
        {"players": 4, "bots": ["eager", "eager"]},
        {"dealer": 1},
        {"youngest": 1},
        {"edition": "2016", "dealer": 1},
        {"edition": "1967", "dealer": 2},
        {"stock": 81},
    ],
)
def test_options_that_fit_no_table_are_refused(path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        go_on(path, **options)


# Lines


def test_a_bad_line_is_explained_and_asked_again(path: Path, capsys: Output) -> None:
    game = lay(hands=[(5, 11), ()], building=[up_to(6)])
    with pytest.raises(EOFError):
        sit_at(game, path, ["nonsense", "h5>b1", "h9>b1", "pass", ""]).run()
    printed = capsys.readouterr().out
    assert "“nonsense” is not understood" in printed
    assert "5 does not go there: building pile 1 needs 7" in printed
    assert "There is no 9 in the hand." in printed
    assert "Only a player with an empty hand may pass" in printed
    assert game.version == 0


def test_the_person_is_asked_which_of_several_piles_is_meant(path: Path, capsys: Output) -> None:
    game = lay(hands=[(1, 11)], building=[up_to(6)])
    with pytest.raises(EOFError):
        sit_at(game, path, ["1", "3"]).run()
    assert "Which building pile? Type its number: 2, 3, 4" in capsys.readouterr().out
    assert str(game.moves[0]) == "h1>b3"


def test_another_line_drops_the_question(path: Path) -> None:
    game = lay(hands=[(1, 11)], building=[up_to(6)])
    with pytest.raises(EOFError):
        sit_at(game, path, ["1", "?", "3", "h1>b4"]).run()
    assert str(game.moves[0]) == "h1>b4"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("?", "You can end your turn with a discard:"),
        ("help", "A move says where a card comes from"),
        ("HELP", "A move says where a card comes from"),
        ("log", "The cards are dealt."),
        ("rules", "skipbo rules mattel-2016"),
        ("save", "The game is saved in "),
        ("table", "┌b1┐"),
        ("words", "building pile 1: no card"),
        ("undo", "nothing to undo"),
        ("quit", "Resume it with: skipbo play --terminal --save "),
    ],
)
def test_every_command_prints_its_result(path: Path, line: str, answer: str, capsys: Output) -> None:
    assert go_on(path, line, edition="2016") == 0
    assert answer in capsys.readouterr().out


@pytest.mark.parametrize(("language", "line"), [("fr", "aide"), ("es", "ayuda"), ("pt", "ajuda"), ("fr", "help")])
def test_commands_are_understood_in_the_players_language(path: Path, language: str, line: str, capsys: Output) -> None:
    use_language(language)
    go_on(path, line)
    assert "s>b1, d3>b4, h7>b2, hW>d1" in capsys.readouterr().out


def test_the_table_stays_in_words_once_asked_for(path: Path, capsys: Output) -> None:
    session = sit(path, edition="2016")
    type_good_moves(session, limit=10)
    session.in_words = True
    with pytest.raises(EOFError):
        session.run()
    printed = capsys.readouterr().out
    assert "┌" not in printed
    assert printed.count("You, hand: ") > 1


def test_undo_takes_back_the_persons_last_move_and_all_after_it(path: Path) -> None:
    session = sit(path, edition="2016", stock=20)
    type_good_moves(session, limit=12)
    with pytest.raises(EOFError):
        session.run()
    seats = [seat for seat, _ in moves_of(session.game)]
    assert 1 in seats
    own = [place for place, seat in enumerate(seats) if seat == PERSON_SEAT]
    moves = list(session.game.moves)
    for last in reversed(own):
        session.execute("undo")
        assert session.game.turn == PERSON_SEAT
        assert session.game.moves == moves[:last]
        assert save_file.read(path).game.moves == moves[:last]
    session.execute("undo")
    assert session.game.version == 0


def test_bots_play_the_same_after_a_move_is_undone_and_made_again(path: Path) -> None:
    session = sit(path, edition="2016", stock=20)
    type_good_moves(session, limit=12)
    with pytest.raises(EOFError):
        session.run()
    before = to_record(session.game)
    last = next(place for place, (seat, _) in reversed(list(enumerate(moves_of(session.game)))) if seat == PERSON_SEAT)
    again = str(session.game.moves[last])
    session.execute("undo")
    session.screen = Screen(lines(again))
    with pytest.raises(EOFError):
        session.run()
    assert to_record(session.game) == before


# Settings


@pytest.mark.parametrize(("players", "edition", "partners"), [(4, "2003", "Kiwi"), (6, "1967", "Kiwi, Fenna")])
def test_the_greeting_names_ones_partners(
    path: Path, players: int, edition: str, partners: str, capsys: Output
) -> None:  # rule: ruling.seats
    go_on(path, players=players, edition=edition, partners=True, bots=["eager"] * (players - 1), words=True)
    assert f"Your partner{'s' if ',' in partners else ''}: {partners}." in capsys.readouterr().out


@pytest.mark.parametrize("by", ["option", "environment", "neither"])
def test_a_left_handed_player_says_so_once_or_for_good(
    path: Path, by: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:  # rule: layout
    monkeypatch.setenv("SKIPBO_LEFT_HANDED", "1" if by == "environment" else "")
    go_on(path, left_handed=by == "option")
    printed = capsys.readouterr().out
    row = next(line for line in printed.splitlines() if "s─" in line)
    assert (row.index("s─") < row.index("d1")) == (by != "neither")


def test_the_rules_command_names_the_column_of_the_table(path: Path, capsys: Output) -> None:  # rule: ruling.columns
    go_on(path, "rules", edition="1967", words=True)
    printed = capsys.readouterr().out
    assert "on this sheet the Stock Pile" in printed
    assert "skipbo rules brownfield-1967\n" in printed
    go_on(path, "rules", "q", edition="2003", new=True, words=True)
    assert "skipbo rules mattel-2003 --column en" in capsys.readouterr().out
