"""The per-user data folder of each system."""

from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Returns skipbo's folder, whether it exists or not."""
    return user_data_path("skipbo", appauthor=False, roaming=True)
