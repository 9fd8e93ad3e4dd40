"""What Typer says by itself, in the user's language."""

import json
import re
from functools import cache

import pytest

from skipbo.bots.levels import LEVELS
from skipbo.editions import EDITIONS
from skipbo.i18n import LANGUAGES
from tests.processes import run_python

HELP = ["--help", "play --help", "arena --help", "serve --help"]
WRONG = [
    "plya",
    "play --bogus",
    "play --xyz",
    "play extra",
    "play --players",
    "play --players x",
    "play --port 0",
    "play --port 70000",
    "play --vigilance x",
    "play --terminal=3",
    "play --lang xx",
    "arena",
]
ASKED = [*HELP, *WRONG]
SAY_ALL = """
import contextlib, io, json, sys
from skipbo.cli import main

said = []
for line in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(printed):
        with contextlib.suppress(SystemExit):
            main(line.split())
    said.append(printed.getvalue())
print(json.dumps(said))
"""
TRANSLATED = [language for language in LANGUAGES if language != "en"]
NAMES = (
    "skip-bo skipbo skipbo-data skipbo_left_handed planner bot bots elo play replay arena serve rules postgresql redis"
    " ray ray_address"
)
FORMATS = "cpu cuda csv parquet json toml forwarded"
# Words that a language has in common with English
SHARED = {
    "fr": "alias argument arguments cookies edition format machine option options page pages pile piles points port"
    " position standard table tables terminal test version",
    "es": "alias cookies error terminal",
    "pt": "cluster cookies link links terminal",
}


@cache
def all_said(language: str) -> list[str]:
    """Returns what each command line of `ASKED` prints: one process says them all, because it starts slowly."""
    done = run_python(SAY_ALL, json.dumps(ASKED), environment={"LANGUAGE": language, "COLUMNS": "100"})
    said: list[str] = json.loads(done.stdout)
    return said


def said(language: str, asked: str) -> str:
    return all_said(language)[ASKED.index(asked)]


def words(text: str) -> set[str]:
    """Returns the words of a text, without the names of options and commands."""
    prose = re.sub(r"(?<!\w)-[-\w]+|^ {2}[-\w]+ ", " ", text, flags=re.MULTILINE)
    found = set(re.findall(r"[^\W\d_][-\w]{2,}", prose.lower()))
    return found - {*LEVELS, *EDITIONS, *NAMES.split(), *FORMATS.split()}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("asked", HELP)
def test_help_has_no_english_word_left(language: str, asked: str) -> None:
    ours, english = said(language, asked), said("en", asked)
    assert ours.count("\n") > 10
    assert words(ours) & words(english) <= {*SHARED[language].split()}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("asked", WRONG)
def test_an_error_has_no_english_word_left(language: str, asked: str) -> None:
    ours, english = said(language, asked), said("en", asked)
    assert words(ours) & words(english) <= {*asked.split(), *SHARED[language].split()}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Error: Invalid value for '--port': Input should be greater than or equal to 1"),
        ("fr", "Erreur : Valeur incorrecte pour '--port' : il faut au moins 1."),
        ("es", "Error: Valor no válido para '--port': debe ser 1 como mínimo."),
        ("pt", "Erro: Valor inválido para '--port': deve ser no mínimo 1."),
    ],
)
def test_a_wrong_value_is_refused_in_a_sentence(language: str, sentence: str) -> None:
    assert said(language, "play --port 0").splitlines()[-1] == sentence
