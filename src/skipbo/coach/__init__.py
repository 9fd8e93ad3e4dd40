"""Explains moves, and analyses finished games: what was luck, what was skill, and what would have been better.

>>> from skipbo import Game
>>> from skipbo.coach import analyse
>>> game = Game(stock=1, key=bytes([7]) * 32)
>>> for move in ("h6>d2", "s>b1"):
...     events = game.play(move)
>>> found = analyse(game, worlds=16)
>>> [f"{found.share(total):.2f}" for total in found.result]
['0.00', '1.00']
>>> found.start[0] + found.luck[0] + found.skill[0][0] + found.skill[1][0] == found.result[0]
True
"""

from skipbo.coach.analysis import Analysis, analyse, look

__all__ = ["Analysis", "analyse", "look"]
