"""The examples as modules: they are scripts, in no package."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PPO, POLICY_BOT = EXAMPLES / "ppo.py", EXAMPLES / "policy_bot.py"

NO_TORCH = "PyTorch is not installed: pip install 'skipbo[train]'"
NO_ONNX = "ONNX Runtime, or what PyTorch exports to it with, is not installed: pip install onnxruntime onnxscript"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("torch", reason=NO_TORCH)
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("ppo")


@pytest.fixture
def policy_bot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("policy_bot")
