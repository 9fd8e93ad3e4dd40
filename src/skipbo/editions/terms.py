"""The names that the sheets give to piles and cards, by language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """The names of a sheet in one language, as they are printed in the middle of a sentence."""

    stock: str
    draw: str
    building: str
    discard: str
    wild: str
    game: str


ENGLISH = Terms("stock pile", "draw pile", "building pile", "discard pile", "SKIP-BO card", "game")
FRENCH = Terms("pile d'accumulation", "talon", "pile de séquence", "écart", "carte SKIP-BO", "manche")
SPANISH = Terms(
    "pila de inicio", "pila para robar", "pila de construcción", "pila de descarte", "carta SKIP-BO", "juego"
)
SPANISH_2010 = Terms(
    "monto principal", "monto para robar", "monto secundario", "monto para descartar", "carta SKIP-BO", "juego"
)
PORTUGUESE = Terms("pilha de reserva", "monte", "pilha de base", "pilha de descarte", "carta SKIP-BO", "jogo")
ENGLISH_1967 = Terms("Debit Pile", "Stock Pile", "Building Stack", "Discard Pile", "SKIP-BO card", "game")

STANDARD_TERMS = (("en", ENGLISH), ("fr", FRENCH), ("es", SPANISH), ("pt", PORTUGUESE))
