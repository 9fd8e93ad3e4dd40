"""The names that the sheets give to piles and cards, by language."""

from dataclasses import dataclass

from skipbo.editions import grammar
from skipbo.editions.grammar import Term


@dataclass(frozen=True, slots=True)
class Terms:
    """The names of a sheet in one language, as they are printed in the middle of a sentence."""

    stock: Term
    draw: Term
    building: Term
    discard: Term
    wild: Term
    game: Term
    hand: Term

    def by_name(self) -> dict[str, Term]:
        """Returns every name by its place in a text: "{stock}"."""
        return {name: getattr(self, name) for name in self.__slots__}


def _english(singular: str) -> Term:
    return Term(singular, f"{singular}s", grammar.ENGLISH)


def _french(singular: str, plural: str, *, feminine: bool = False, elides: bool = False) -> Term:
    return Term(singular, plural, grammar.FRENCH, feminine=feminine, elides=elides)


def _spanish(singular: str, plural: str, *, feminine: bool = False) -> Term:
    return Term(singular, plural, grammar.SPANISH, feminine=feminine)


def _portuguese(singular: str, plural: str, *, feminine: bool = False) -> Term:
    return Term(singular, plural, grammar.PORTUGUESE, feminine=feminine)


ENGLISH = Terms(
    stock=_english("stock pile"),
    draw=_english("draw pile"),
    building=_english("building pile"),
    discard=_english("discard pile"),
    wild=_english("SKIP-BO card"),
    game=_english("game"),
    hand=_english("hand"),
)
FRENCH = Terms(
    stock=_french("pile d'accumulation", "piles d'accumulation", feminine=True),
    draw=_french("talon", "talons"),
    building=_french("pile de séquence", "piles de séquence", feminine=True),
    discard=_french("écart", "écarts", elides=True),
    wild=_french("carte SKIP-BO", "cartes SKIP-BO", feminine=True),
    game=_french("manche", "manches", feminine=True),
    hand=_french("main", "mains", feminine=True),
)
SPANISH = Terms(
    stock=_spanish("pila de inicio", "pilas de inicio", feminine=True),
    draw=_spanish("pila para robar", "pilas para robar", feminine=True),
    building=_spanish("pila de construcción", "pilas de construcción", feminine=True),
    discard=_spanish("pila de descarte", "pilas de descarte", feminine=True),
    wild=_spanish("carta SKIP-BO", "cartas SKIP-BO", feminine=True),
    game=_spanish("juego", "juegos"),
    hand=_spanish("mano", "manos", feminine=True),
)
SPANISH_2010 = Terms(
    stock=_spanish("monto principal", "montos principales"),
    draw=_spanish("monto para robar", "montos para robar"),
    building=_spanish("monto secundario", "montos secundarios"),
    discard=_spanish("monto para descartar", "montos para descartar"),
    wild=SPANISH.wild,
    game=SPANISH.game,
    hand=SPANISH.hand,
)
PORTUGUESE = Terms(
    stock=_portuguese("pilha de reserva", "pilhas de reserva", feminine=True),
    draw=_portuguese("monte", "montes"),
    building=_portuguese("pilha de base", "pilhas de base", feminine=True),
    discard=_portuguese("pilha de descarte", "pilhas de descarte", feminine=True),
    wild=_portuguese("carta SKIP-BO", "cartas SKIP-BO", feminine=True),
    game=_portuguese("jogo", "jogos"),
    hand=_portuguese("mão", "mãos", feminine=True),
)
ENGLISH_1967 = Terms(
    stock=_english("Debit Pile"),
    draw=_english("Stock Pile"),
    building=_english("Building Stack"),
    discard=_english("Discard Pile"),
    wild=ENGLISH.wild,
    game=ENGLISH.game,
    hand=ENGLISH.hand,
)

STANDARD_TERMS = (("en", ENGLISH), ("fr", FRENCH), ("es", SPANISH), ("pt", PORTUGUESE))
