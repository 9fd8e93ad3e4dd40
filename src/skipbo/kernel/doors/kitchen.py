"""Entry points for a kitchen table, an array of one."""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.chance import Words
from skipbo.kernel.compiler import entry_nogil
from skipbo.kernel.event import Events
from skipbo.kernel.kitchen import acts, sight, state
from skipbo.kernel.kitchen.state import Kitchens
from skipbo.kernel.layout import States
from skipbo.kernel.replay import Cards


@entry_nogil
def give_back(states: States) -> None:
    state.give_back(states[0])


@entry_nogil
def open_turn(kitchens: Kitchens) -> None:
    state.open_turn(kitchens[0])


@entry_nogil
def acting_seat(kitchens: Kitchens) -> int:
    return state.acting_seat(kitchens[0])


@entry_nogil
def legal(kitchens: Kitchens, seat: int, mask: NDArray[np.int64]) -> None:
    mask[0], mask[1], mask[2], mask[3] = state.legal_acts(kitchens[0], seat)


@entry_nogil
def act(
    kitchens: Kitchens, seat: int, code: int, given: bool, book: Cards, ends: NDArray[np.int64], events: Events
) -> tuple[int, int, int]:
    return acts.act(kitchens[0], seat, code, given, book, ends, events)


@entry_nogil
def has_ground(kitchens: Kitchens, seat: int, called: int) -> bool:
    return acts.has_ground(kitchens[0], seat, called)


@entry_nogil
def see(kitchens: Kitchens, seat: int, views: Kitchens) -> None:
    sight.see_kitchen(kitchens[0], seat, views[0])


@entry_nogil
def sample(views: Kitchens, seat: int, kitchens: Kitchens, keys: Words) -> None:
    now = kitchens[0].now
    for word in range(keys.shape[1]):
        now.key[word] = keys[0, word]
    sight.sample_kitchen(views[0], seat, kitchens[0])


@entry_nogil
def status(kitchens: Kitchens) -> int:
    return sight.status_of_kitchen(kitchens[0])
