"""Nouns that take the article a sentence needs: one text serves a pile whatever its gender."""

from collections.abc import Mapping
from dataclasses import dataclass

Articles = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Grammar:
    """The articles of a language, each by the form that a text names: the one for a masculine noun.

    An article is written for a masculine and a feminine noun; if it changes before a vowel, for these two again.
    """

    language: str
    definite: str  # the form of a noun that is known
    singular: Articles
    plural: Articles
    elided_numbers: tuple[int, ...] = ()  # those that are spoken with a vowel first, to which articles give way


ENGLISH = Grammar(
    "en",
    "the",
    {"": ("",), "a": ("a ", "a ", "an ", "an "), "the": ("the ",)},
    {"s": ("",)},
    elided_numbers=(8, 11),
)
FRENCH = Grammar(
    "fr",
    "le",
    {
        "": ("",),
        "le": ("le ", "la ", "l'", "l'"),
        "du": ("du ", "de la ", "de l'", "de l'"),
        "au": ("au ", "à la ", "à l'", "à l'"),
        "de": ("de ", "de ", "d'", "d'"),
        "un": ("un ", "une "),
        "ce": ("ce ", "cette ", "cet ", "cette "),
        "son": ("son ", "sa ", "son ", "son "),
    },
    {"s": ("",), "les": ("les ",), "des": ("des ",), "aux": ("aux ",), "ses": ("ses ",)},
)
SPANISH = Grammar(
    "es",
    "el",
    {
        "": ("",),
        "el": ("el ", "la "),
        "del": ("del ", "de la "),
        "al": ("al ", "a la "),
        "un": ("un ", "una "),
        "este": ("este ", "esta "),
        "su": ("su ",),
    },
    {"s": ("",), "los": ("los ", "las "), "unos": ("unos ", "unas "), "sus": ("sus ",)},
)
PORTUGUESE = Grammar(
    "pt",
    "o",
    {
        "": ("",),
        "o": ("o ", "a "),
        "do": ("do ", "da "),
        "no": ("no ", "na "),
        "ao": ("ao ", "à "),
        "um": ("um ", "uma "),
        "este": ("este ", "esta "),
        "seu": ("seu ", "sua "),
    },
    {
        "s": ("",),
        "os": ("os ", "as "),
        "dos": ("dos ", "das "),
        "nos": ("nos ", "nas "),
        "aos": ("aos ", "às "),
        "seus": ("seus ", "suas "),
    },
)


class Term(str):
    """A noun with its gender and plural. A text asks for it with an article, and gets the one that fits.

    A form with a capital begins a sentence; a form with a bar is a word that agrees with the noun.

    >>> discard, stock = Term("écart", "écarts", FRENCH, elides=True), Term("pile", "piles", FRENCH, feminine=True)
    >>> "{discard:Le} est {discard:vide|vide}, {stock:le} est {stock:fini|finie}.".format(discard=discard, stock=stock)
    "L'écart est vide, la pile est finie."
    >>> "{stock:aux}".format(stock=stock)
    'aux piles'
    """

    __slots__ = ("elides", "feminine", "grammar", "plural")

    plural: str
    grammar: Grammar
    feminine: bool
    elides: bool  # begins with a vowel

    def __new__(
        cls, singular: str, plural: str, grammar: Grammar, *, feminine: bool = False, elides: bool = False
    ) -> "Term":
        term = super().__new__(cls, singular)
        term.plural = plural
        term.grammar = grammar
        term.feminine = feminine
        term.elides = elides
        return term

    def __getnewargs_ex__(self) -> tuple[tuple[str, str, Grammar], dict[str, bool]]:
        """Returns what copies are made of."""
        return (str(self), self.plural, self.grammar), {"feminine": self.feminine, "elides": self.elides}

    def numbered(self, number: int) -> "Term":
        """Returns one of several piles: "discard pile 2"."""
        return Term(
            f"{self} {number}",
            f"{self.plural} {number}",
            self.grammar,
            feminine=self.feminine,
            elides=self.elides,
        )

    def __format__(self, form: str) -> str:
        """Returns the noun with the article of a form; raises `ValueError` for one that its language does not have."""
        if "|" in form:
            return form.split("|")[self.feminine]
        wanted = form[:1].lower() + form[1:]
        if wanted in self.grammar.singular:
            text = self._after(self.grammar.singular[wanted]) + str(self)
        elif wanted in self.grammar.plural:
            text = self._after(self.grammar.plural[wanted]) + self.plural
        else:
            known = ", ".join(filter(None, (*self.grammar.singular, *self.grammar.plural)))
            raise ValueError(
                f"{form!r} is not a form of {str(self)!r} ({self.grammar.language}); the forms are: {known}"
            )
        return text[:1].upper() + text[1:] if form != wanted else text

    def _after(self, article: tuple[str, ...]) -> str:
        return article[(self.feminine + 2 * self.elides) % len(article)]


class KnownTerm(Term):
    """A noun that has its article also where a text asks for no form: the Queen.

    >>> queen = KnownTerm("Dame", "Dames", FRENCH, feminine=True)
    >>> "{card} … {card:un}".format(card=queen)
    'la Dame … une Dame'
    """

    __slots__ = ()

    def __format__(self, form: str) -> str:
        return super().__format__(form or self.grammar.definite)
