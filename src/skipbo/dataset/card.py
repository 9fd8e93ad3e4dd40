"""The data card of a dataset, in the form that Hugging Face shows: a header for programs, then a text for people."""

import json

from skipbo.dataset.plan import DatasetPlan
from skipbo.env.description import describe_actions, describe_layout, markdown

# The columns, in words; a test compares them with the files
DECISION_COLUMNS = {
    "game": "number of the game; `games` has a row for it",
    "step": "number of the decision in its game, from 0",
    "seat": "the seat in turn, from 0",
    "observation": "what that seat may see, as bytes (below); never a hidden card",
    "legal": "its legal actions in bits: action *a* is bit *a* % 8 of byte *a* // 8",
    "action": "the action that the bot chose (below)",
    "payoff": "the result for the seat: 1 for a win; the sides that lose share −1; 0 if nobody won",
}
GAME_COLUMNS = {
    "game": "number of the game",
    "key": "key of the deal and of all shuffles, in hexadecimal: it deals the same game again (below)",
    "deck": "ranks as dealt: the stock piles seat by seat, then the draw pile, each from its top; 0 is a wild",
    "dealer": "the seat that dealt; null if the edition has no dealer",
    "first": "the seat that began",
    "how": "`stock` (a stock pile was finished), `blocked`, or `unfinished` (given up after very many moves)",
    "winner": "the side that won: a seat is of side seat % teams; null if nobody won",
    "left": "cards left in the stock pile of each seat",
    "moves": "decisions of the game",
    "turns": "turns of the game",
}
SIZES = {
    1_000: "n<1K",
    10_000: "1K<n<10K",
    100_000: "10K<n<100K",
    1_000_000: "100K<n<1M",
    10_000_000: "1M<n<10M",
    100_000_000: "10M<n<100M",
    1_000_000_000: "100M<n<1B",
    10_000_000_000: "1B<n<10B",
}


def when(plan: DatasetPlan) -> str:
    """The condition under which the same command writes the same rows."""
    return ", if programs, and searches that go by the clock, decide the same again" if plan.may_differ else ""


def card(plan: DatasetPlan, decisions: int, size: int) -> str:
    table, interface = plan.table, plan.interface
    count = next((name for most, name in SIZES.items() if decisions < most), "10B<n<100B")
    bots = plan.bots[0] if len(set(plan.bots)) == 1 else " – ".join(plan.bots)
    title = f"Skip-Bo: {plan.games:,} games of {bots}"
    partners = ", in partnerships" if table.partners else ""
    seats = "one bot at every seat" if len(plan.bots) == 1 else "by seat"
    return f"""---
pretty_name: {json.dumps(title, ensure_ascii=False)}
license: mit
size_categories:
- {count}
task_categories:
- reinforcement-learning
tags:
- games
- card-games
- imperfect-information
- imitation-learning
- skip-bo
configs:
- config_name: decisions
  data_files: decisions/*.parquet
  default: true
- config_name: games
  data_files: games/*.parquet
---

# {title}

Every decision of {plan.games:,} games of the card game Skip-Bo between bots: what the player saw, which actions were
legal, which one the bot chose, and how the game ended for it. {decisions:,} decisions, {size / 1e6:,.1f} MB.

| | |
| --- | --- |
| edition | `{table.edition.id}`: {table.edition.title} |
| table | {table.players} players{partners}, stock piles of {table.stock} cards |
| bots | {", ".join(f"`{name}`" for name in plan.bots)} ({seats}) |
| seed | `{plan.seed}` |
| program | skipbo {plan.manifest()["version"]}, rules and bots `{plan.manifest()["code"]}` |

The same command writes the same rows again, on any number of cores{when(plan)}:

```
{plan.command}
```

## Decisions: `decisions/*.parquet`
{markdown(["column", "what it is"], [[f"`{name}`", what] for name, what in DECISION_COLUMNS.items()])}
Files and rows are in the order of the games. With NumPy, without a copy of the observations:

```python
import numpy as np, pyarrow.parquet as pq
table = pq.read_table("decisions/00000.parquet")
column = lambda name: table[name].combine_chunks().flatten().to_numpy().reshape(len(table), -1)
observations = column("observation")  # {interface.width} bytes a row
legal = np.unpackbits(column("legal"), axis=1, count={interface.actions}, bitorder="little")  # 0 or 1 for each action
```

`polars.read_parquet` and Hugging Face's `load_dataset(FOLDER, "decisions")` read the same files.

### Observations
Seats are counted from the viewer: 0 is the viewer, 1 the next to the left; partners are the multiples of `teams`. A
card is a rank, 0 is a wild, 14 no card. `hand` and `unseen` count cards by rank, wilds first; `unseen` are the cards
that the viewer has not seen since they were last shuffled. `building` are heights: a pile takes the next rank.
`discards` has the upper cards of each pile, its top first.

{describe_layout(interface.observation)}
### Actions
{describe_actions({"action": interface})}
## Games: `games/*.parquet`
{markdown(["column", "what it is"], [[f"`{name}`", what] for name, what in GAME_COLUMNS.items()])}
A key and the actions of its game play it again:

```python
from skipbo import Game
from skipbo.env.interface import Interface
options = dict(players={table.players}, partners={table.partners}, stock={table.stock})
interface = Interface.of("{table.edition.id}", **options)
game = Game("{table.edition.id}", **options, key=bytes.fromhex(key))
for action in actions:
    game.play(interface.move(action, game.turn))
```

## What it is not
Bots play, not people. A bot that errs on purpose (`novice` to `sharp`) errs here, too. Payoffs are results: most of
what they say is luck, so that a model that is fitted to them learns who wins and not which action is better.

## Licence and citation
The rows follow from the program and the command above; like the program, they are under the MIT licence. An independent
project: Skip-Bo is a trademark of Mattel.

```
@software{{skipbo,
  title = {{skipbo: Skip-Bo to play, to study, to research}},
  author = {{the skipbo authors}},
  version = {{{plan.manifest()["version"]}}},
  note = {{Dataset: {plan.command}}}
}}
```
"""
