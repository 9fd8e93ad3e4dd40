"""The words people read, in their language: gettext catalogues for English, French, Spanish and Portuguese."""

import gettext
import locale
import os
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr", "es", "pt")
CATALOGUES = Path(__file__).parent / "locale"
DOMAIN = "skipbo"

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
# What stands between thousands, before decimals and before a percent sign
NUMBER_MARKS = {
    "en": (",", ".", ""),
    "fr": (NO_BREAK_SPACE, ",", NO_BREAK_SPACE),
    "es": (".", ",", NO_BREAK_SPACE),
    "pt": (".", ",", ""),
}

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
    _current = words_of(_language)
    return _language


@cache
def words_of(language: str) -> gettext.NullTranslations:
    """The words of a language that need not be the one in use, as for a visitor of a server."""
    return gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True)


def current_language() -> str:
    return _language


def mark(message: str) -> str:
    """Marks a message for the catalogues where it is written; it is translated where it is shown."""
    return message


def translate(message: str) -> str:
    return _current.gettext(message)


def local_number(value: float, form: str = ",") -> str:
    """Returns a number as the language in use writes it: 1,234.5 or 1.234,5. The form is one of `format`."""
    thousands, decimals, percent = NUMBER_MARKS[_language]
    return format(value, form).translate({ord(","): thousands, ord("."): decimals, ord("%"): f"{percent}%"})


def translate_plural(one: str, many: str, count: int) -> str:
    return _current.ngettext(one, many, count)
