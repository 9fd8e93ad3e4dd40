"""A trained policy plays as a bot: it sees what its seat may see, and its best legal action is played."""

import importlib
import shlex
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from skipbo.arena.referee import Referee
from skipbo.env.interface import Interface
from skipbo.env.table_games import TableGames
from skipbo.game.game import Game
from skipbo.game.table import Table
from tests.examples.conftest import EXAMPLES, NO_ONNX, POLICY_BOT
from tests.processes import run_python

# Takes the place of ONNX Runtime, which most machines lack: a model that likes an action the more, the lower
# its number is
STAND_IN = """
import numpy as np
class SessionOptions: pass
class Input:
    name, type, shape = "observation", "tensor(float)", ["batch", 87]
class InferenceSession:
    def __init__(self, path, options, providers): open(path).close()
    def get_inputs(self): return [Input()]
    def run(self, wanted, inputs):
        rows = inputs["observation"]
        assert rows.dtype == np.float32 and rows.shape == (1, 87)
        return [-np.arange(125, dtype=np.float32)[None]]
"""


def command(policy: Path) -> str:
    return "process:" + shlex.join([sys.executable, str(POLICY_BOT), str(policy)])


@pytest.fixture
def onnx_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model, where ONNX Runtime seems to be installed."""
    (tmp_path / "onnxruntime.py").write_text(STAND_IN)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    path = tmp_path / "policy.onnx"
    path.touch()
    return path


@pytest.mark.parametrize("depth", [1, 4, 12])
@pytest.mark.parametrize("players", [2, 3])
def test_a_policy_sees_its_view_as_it_would_see_the_game(policy_bot: Any, depth: int, players: int) -> None:
    interface = Interface.of(players=players, depth=depth)
    game, rng = Game(players=players, key=bytes(32)), np.random.default_rng(1)
    rows, seen = interface.new_rows(1)[0], []

    def scores(row: Any) -> Any:
        seen.append(row.tobytes())
        return np.arange(interface.actions, dtype=np.float32)

    player = policy_bot.PolicyPlayer(scores, interface.width)
    for _move in range(40):
        mask = np.zeros(interface.actions, np.int8)
        interface.doors.look(game.states, game.turn, interface.named(rows), mask)
        view = game.view(game.turn)
        move = player.choose(view, view.legal_moves, Random(0))
        assert seen[-1] == rows.tobytes()
        assert move == interface.move(int(np.flatnonzero(mask)[-1]), game.turn), "the best that is legal"
        game.play(rng.choice([str(move) for move in game.legal_moves]))


def test_a_policy_of_another_table_says_so(policy_bot: Any) -> None:
    view = Game(players=2, key=bytes(32)).view(0)
    view = view if view.turn == 0 else Game(players=2, key=bytes(32)).view(1)
    for width, actions, why in [(90, 125, "sees 90 numbers"), (87, 133, "has 133 actions, and this table 125")]:
        player = policy_bot.PolicyPlayer(lambda _row, count=actions: np.zeros(count), width)
        with pytest.raises(SystemExit, match=why):
            player.choose(view, view.legal_moves, Random(0))


@pytest.mark.slow
def test_an_onnx_model_plays_whole_games(onnx_policy: Path) -> None:
    with Referee(Table.of(stock=3), [command(onnx_policy), "random"], time_limit=20) as referee:
        games = [referee.play("onnx", number) for number in range(4)]
    assert [played.forfeit for played in games] == [None] * 4
    assert [int(played.result["winner"][0]) for played in games] == [0] * 4, "low numbers play cards, high ones discard"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the exporter, which uses what it has deprecated
def test_what_was_learned_plays_the_same_in_the_real_onnx_runtime(ppo: Any, policy_bot: Any, tmp_path: Path) -> None:
    for package in ("onnxruntime", "onnxscript"):
        pytest.importorskip(package, reason=NO_ONNX)
    torch: Any = importlib.import_module("torch")
    settings = ppo.Settings(stock=3, width=64)
    network = ppo.Network(settings.interface(), 64)
    for parameter in network.parameters():  # as if something had been learned
        parameter.data += 0.1 * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(1))
    ppo.save_policy(network, settings, tmp_path / "policy.pt")
    row = torch.zeros((1, settings.interface().width), dtype=torch.uint8)
    path, names = tmp_path / "policy.onnx", {"input_names": ["observation"], "output_names": ["scores", "value"]}
    torch.onnx.export(network.eval(), (row,), path, external_data=False, **names)
    (scores, width), (again, width_again) = map(policy_bot.read_policy, (tmp_path / "policy.pt", path))
    assert width == width_again == settings.interface().width
    games, rng = TableGames(settings.interface(), 20, "onnx"), np.random.default_rng(1)
    rows, allowed, payoffs, over = games.new_arrays()
    for _step in range(30):
        games.look(rows, allowed)
        games.act((rng.random(allowed.shape) * allowed).argmax(axis=1), payoffs, over)
        np.testing.assert_allclose(again(rows[0]), scores(rows[0]), atol=1e-4)
    with Referee(Table.of(stock=3), [command(path), "random"], time_limit=20) as referee:
        assert [referee.play("onnx", number).forfeit for number in range(2)] == [None] * 2


@pytest.mark.slow
def test_what_was_learned_plays_whole_games(ppo: Any, tmp_path: Path) -> None:
    settings = ppo.Settings(stock=3, width=64, players=3)
    ppo.save_policy(ppo.Network(settings.interface(), 64), settings, tmp_path / "policy.pt")
    names = [command(tmp_path / "policy.pt"), "random", "random"]
    with Referee(Table.of(players=3, stock=3), names, time_limit=20) as referee:
        games = [referee.play("learned", number) for number in range(2)]
    assert [played.forfeit for played in games] == [None] * 2


def test_the_policy_that_comes_with_the_examples_has_learned(ppo: Any) -> None:
    interface, network = ppo.load_policy(EXAMPLES / "policies" / "duel.pt")
    assert ppo.share_won(network, interface, "tidy", 20, "cpu") > 0.8  # it won all


@pytest.mark.parametrize(
    ("package", "file", "why"),
    [
        ("torch", "policy.pt", "This policy needs PyTorch: pip install 'skipbo[train]'."),
        ("onnxruntime", "policy.onnx", "An ONNX policy needs ONNX Runtime: pip install onnxruntime."),
    ],
)
def test_what_is_missing_is_named_with_what_to_install(package: str, file: str, why: str) -> None:
    done = run_python(
        f"""
import sys
sys.modules[{package!r}] = None  # importing it fails, as if it were not installed
sys.path.insert(0, {str(EXAMPLES)!r})
sys.argv = ["policy_bot.py", {file!r}]
import policy_bot
policy_bot.main()
"""
    )
    assert done.returncode == 1
    assert done.stderr.strip() == why
