"""The names that the sheets give to piles and cards, by language."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, kw_only=True, slots=True)
class Names:
    """What a sheet calls things, as they are printed in the middle of a sentence."""

    stock: str
    draw: str
    building: str
    discard: str
    wild: str
    game: str


def _names(stock: str, draw: str, building: str, discard: str, wild: str, game: str) -> Names:
    return Names(stock=stock, draw=draw, building=building, discard=discard, wild=wild, game=game)


ENGLISH = _names("stock pile", "draw pile", "building pile", "discard pile", "SKIP-BO card", "game")
FRENCH = _names("pile d'accumulation", "talon", "pile de séquence", "écart", "carte SKIP-BO", "manche")
SPANISH = _names(
    "pila de inicio", "pila para robar", "pila de construcción", "pila de descarte", "carta SKIP-BO", "juego"
)
SPANISH_2010 = _names(
    "monto principal", "monto para robar", "monto secundario", "monto para descartar", "carta SKIP-BO", "juego"
)
PORTUGUESE = _names("pilha de reserva", "monte", "pilha de base", "pilha de descarte", "carta SKIP-BO", "jogo")
ENGLISH_1967 = _names("Debit Pile", "Stock Pile", "Building Stack", "Discard Pile", "SKIP-BO card", "game")

STANDARD_NAMES: Mapping[str, Names] = MappingProxyType({"en": ENGLISH, "fr": FRENCH, "es": SPANISH, "pt": PORTUGUESE})
