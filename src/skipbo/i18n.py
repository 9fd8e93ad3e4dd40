"""The words people read, in their language: gettext catalogues for English, French, Spanish and Portuguese."""

import gettext
import locale
import os
from pathlib import Path

LANGUAGES = ("en", "fr", "es", "pt")
CATALOGUES = Path(__file__).parent / "locale"
DOMAIN = "skipbo"

_current: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


def preferred_language() -> str:
    """The first language of the environment that we speak."""
    names = [os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    names.append(locale.getlocale()[0] or "")
    for name in ":".join(names).split(":"):
        if name[:2].lower() in LANGUAGES:
            return name[:2].lower()
    return "en"


def use_language(language: str | None = None) -> str:
    """Uses a language from now on, by default that of the environment. Returns the one in use."""
    global _current, _language
    _language = language if language in LANGUAGES else preferred_language()
    _current = gettext.translation(DOMAIN, CATALOGUES, [_language], fallback=True)
    return _language


def current_language() -> str:
    return _language


def mark(message: str) -> str:
    """Marks a message for the catalogues where it is written; it is translated where it is shown."""
    return message


def translate(message: str) -> str:
    return _current.gettext(message)


def translate_plural(one: str, many: str, count: int) -> str:
    return _current.ngettext(one, many, count)
