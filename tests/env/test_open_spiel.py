"""OpenSpiel's own tests, and that its players see what they may see."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import skipbo.env  # noqa: F401  # registers the game
from skipbo.errors import Malformed
from skipbo.kernel.layout import STOCKS
from skipbo.kernel.unfolding import DRAWN_CARD
from tests.env.tables import Options, some_tables

PLAYTHROUGH = Path(__file__).parent / "playthrough.txt"
PLAYED = "python_skipbo(edition=brownfield-1967,stock=2,max_moves=12)"


def load(**options: Any) -> Any:
    return pyspiel.load_game("python_skipbo", options)


def play_on(state: Any, chance: random.Random, steps: int = 10**6) -> None:
    for _step in range(steps):
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, shares)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))


@some_tables
def test_the_simulation_test_of_open_spiel_passes(options: Options) -> None:
    """It plays at random and checks, move by move, legal actions, chances, clones, histories, tensors and rewards."""
    game = load(**(options | {"stock": 1, "max_moves": 60}))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_playthrough_is_what_it_was() -> None:
    """Written anew by `python -m tests.env.test_open_spiel`, to be read before it is committed."""
    assert playthrough() == PLAYTHROUGH.read_text("utf-8")


def playthrough() -> str:
    text: str = generate_playthrough.playthrough(PLAYED, None, seed=1)
    return text + "\n"


def test_the_name_of_a_game_says_which_table_it_is() -> None:
    game = pyspiel.load_game("python_skipbo(players=4,partners=True)")
    assert (game.num_players(), game.num_distinct_actions()) == (4, 145)
    assert game.get_parameters()["partners"]
    assert pyspiel.load_game(str(game)).num_distinct_actions() == 145
    with pytest.raises(Malformed, match="2 to 6 players"):
        load(players=7)


@some_tables
def test_chances_are_probabilities_and_returns_add_up_to_nothing(options: Options) -> None:
    state, chance = load(**({"stock": 2} | options)).new_initial_state(), random.Random(5)
    while not state.is_terminal():
        if state.is_chance_node():
            shares = [share for _outcome, share in state.chance_outcomes()]
            assert sum(shares) == pytest.approx(1)
            assert min(shares) > 0
        assert sum(state.returns()) == pytest.approx(0)
        play_on(state, chance, 1)
    assert sum(state.returns()) == pytest.approx(0)


@some_tables
def test_what_is_written_in_python_again_says_what_open_spiel_says(options: Options) -> None:
    state, chance, kinds = load(**({"stock": 2} | options)).new_initial_state(), random.Random(2), set()
    while not state.is_terminal():
        kinds.add(state.is_chance_node())
        check_against_open_spiel(state)
        play_on(state, chance, 1)
    check_against_open_spiel(state)
    assert kinds == {True, False}


def check_against_open_spiel(state: Any) -> None:
    theirs = pyspiel.State
    assert state.is_chance_node() == theirs.is_chance_node(state)
    assert state.legal_actions() == theirs.legal_actions(state)
    for player in range(state.num_players()):
        assert state.legal_actions(player) == theirs.legal_actions(state, player)


def test_a_game_that_takes_too_long_ends_without_a_winner() -> None:
    state = load(max_moves=10).new_initial_state()
    play_on(state, random.Random(1))
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_an_illegal_action_is_refused() -> None:
    state = load().new_initial_state()
    while state.is_chance_node():
        play_on(state, random.Random(1), 1)
    with pytest.raises(Malformed, match="124 is not a legal action"):
        state._apply_action(124)


def test_clones_go_their_own_way() -> None:
    state = load().new_initial_state()
    play_on(state, random.Random(1), 50)
    clone, before = state.clone(), str(state)
    assert str(clone) == before
    play_on(clone, random.Random(2), 50)
    assert str(state) == before
    assert clone.history()[:50] == state.history()


def test_only_the_player_who_draws_a_card_hears_which_it_is() -> None:
    state, chance = load(stock=5).new_initial_state(), random.Random(3)
    while not (state.is_chance_node() and state._decider == DRAWN_CARD):
        play_on(state, chance, 1)
    seat = int(state.states["turn"][0])
    others = [child(state, outcome).information_state_string(1 - seat) for outcome, _share in state.chance_outcomes()]
    own = [child(state, outcome).information_state_string(seat) for outcome, _share in state.chance_outcomes()]
    assert len(set(others)) == 1
    assert len(set(own)) == len(own)


def child(state: Any, action: int) -> Any:
    after = state.clone()
    after.apply_action(action)
    return after


def test_an_observer_names_the_parts_of_its_tensor() -> None:
    game = load(players=3)
    state, observation = game.new_initial_state(), make_observation(game)
    play_on(state, random.Random(1), 60)
    observation.set_from(state, 1)
    assert observation.tensor.tolist() == state.observation_tensor(1)
    assert observation.dict["stock_count"][0] == state.states["count"][0, STOCKS[1]]
    assert observation.dict["hand"].sum() == state.states["held"][0, 1]
    assert np.shares_memory(observation.dict["discards"], observation.tensor)
    assert make_observation(game, INFO_STATE_OBS_TYPE).tensor is None
    with pytest.raises(Malformed, match="no parameters"):
        make_observation(game, params={"depth": 1})


def observer(game: Any, private: Any, public: bool = True, recall: bool = False) -> Any:
    return make_observation(game, pyspiel.IIGObservationType(recall, public, private))


@pytest.mark.parametrize("recall", [True, False])
def test_a_public_observer_hears_and_sees_no_hand(recall: bool) -> None:
    game = load(stock=5)
    state, public = game.new_initial_state(), observer(game, pyspiel.PrivateInfoType.NONE, recall=recall)
    while not (state.is_chance_node() and state._decider == DRAWN_CARD):
        play_on(state, random.Random(3), 1)
    for seat in range(2):
        children = [child(state, outcome) for outcome, _share in state.chance_outcomes()]
        assert len({public.string_from(after, seat) for after in children}) == 1
        tensors = []
        for after in children:
            public.set_from(after, seat)
            tensors.append(None if public.tensor is None else public.tensor.tobytes())
        assert len(set(tensors)) == 1
    assert not {"hand", "unseen"} & set(public.dict)


def test_an_observer_of_private_cards_sees_the_hand_alone() -> None:
    game = load(stock=5)
    state = game.new_initial_state()
    play_on(state, random.Random(3), 100)
    private = observer(game, pyspiel.PrivateInfoType.SINGLE_PLAYER, public=False)
    private.set_from(state, 1)
    assert set(private.dict) == {"hand"}
    assert private.tensor.sum() == state.states["held"][0, 1]
    assert private.string_from(state, 1).startswith("player 1\nhand:")
    assert observer(game, pyspiel.PrivateInfoType.NONE, public=False).tensor.size == 0
    with pytest.raises(Malformed, match="hands of all players"):
        observer(game, pyspiel.PrivateInfoType.ALL_PLAYERS)


if __name__ == "__main__":
    PLAYTHROUGH.write_text(playthrough(), "utf-8")
