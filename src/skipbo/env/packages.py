"""Packages that an environment needs and that nothing else does."""

from skipbo.i18n import translate as _


def missing(suite: str, why: ImportError) -> ImportError:
    """The error for a suite that is not installed; it says what to install."""
    return ImportError(
        _("{suite} is not installed, or not completely: pip install 'skipbo[env]'.").format(suite=suite), name=why.name
    )
