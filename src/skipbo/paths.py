"""The per-user folders of each system."""

from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def data_folder() -> Path:
    """Returns skipbo's folder, whether it exists or not."""
    return user_data_path("skipbo", appauthor=False, roaming=True)


def cache_folder() -> Path:
    """Returns the folder of what can be computed again, whether it exists or not."""
    return user_cache_path("skipbo", appauthor=False)
