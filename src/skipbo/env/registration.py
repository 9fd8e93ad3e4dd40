"""Makes our games known to Gymnasium and OpenSpiel by name. PettingZoo's users import `skipbo_v1` themselves."""

from importlib.util import find_spec

GYMNASIUM_ID = "skipbo/SkipBo-v1"


def register() -> None:
    """Registers with the suites that are installed."""
    if find_spec("gymnasium") is not None:
        import gymnasium

        gymnasium.register(
            GYMNASIUM_ID,
            entry_point="skipbo.env.gym_env:SkipBoEnv",
            vector_entry_point="skipbo.env.vector_env:SkipBoVectorEnv",
        )
    if find_spec("pyspiel") is not None:
        import skipbo.env.spiel  # noqa: F401  # it registers itself, as all games of OpenSpiel do
