"""Writes the parts of the docs that follow from the code: `make docs`. A test fails when they are out of date.

A generated part stands between `<!-- generated: name -->` and `<!-- end -->`.
"""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from skipbo.arena import Plan, take_sample
from skipbo.batch.loops import RESULT
from skipbo.batch.simulation import GameLogger
from skipbo.bots.planner.features import MEANINGS
from skipbo.bots.planner.weights import FORMATS, weights_of
from skipbo.coach.sentences import REASONS
from skipbo.editions import DEFAULT, EDITIONS
from skipbo.env.description import describe_actions, describe_layout, markdown, meaning
from skipbo.env.interface import Interface
from skipbo.external import lines
from skipbo.game.drawing import draw_table
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.table import Table
from skipbo.i18n import use_language
from skipbo.kernel.kitchen.state import KITCHEN
from skipbo.kernel.layout import STATE, STOCKS
from skipbo.kernel.moves import KINDS, MOVES, PASS
from skipbo.kernel.observation import OBSERVATION, observation_type
from skipbo.kernel.status import Status
from skipbo.paper.charts import Curve, curves, standalone
from skipbo.protocol.schema import json_schema, typescript
from skipbo.record import game_from_record
from skipbo.rules import RULES, Rule, describe, guide_of
from skipbo.server.http.openapi import document
from tools.layout import layout_picture
from tools.rooms import GAME, MOVE, modules, rooms_picture, way_picture

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
PICTURE_MOVES = 150
PART = re.compile(r"(<!-- generated: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def moves() -> str:
    """Every number below 192, in runs that are read alike; the seat that moves is 0 of 6, three a side."""
    rows: list[list[object]] = []
    for kind in range(KINDS):
        for what in range(16):
            first = 64 * kind + 4 * what
            if first == PASS:
                rows.append([PASS, "`pass`", "end the turn with an empty hand"])
                continue
            try:
                one, last = Move.from_code(first, 0, 6, 2), Move.from_code(first + 3, 0, 6, 2)
            except ValueError:
                continue
            rows.append([f"{first}–{first + 3}", f"`{one}` … `{last}`", meaning(kind, what)])
    unused = MOVES - 4 * (len(rows) - 1) - 1
    return (
        markdown(["number", "written by seat 0 of 6", "what it does"], rows)
        + f"\nThe other {unused} numbers mean nothing.\n"
    )


ACTION_TABLES = {
    "each alone": Interface.of("mattel-2003", players=2),
    "pairs": Interface.of("mattel-2003", players=4, partners=True),
    "each alone, 1967": Interface.of("1967", players=2),
    "threes, 1967": Interface.of("1967", players=6, partners=True),
}


def sizes() -> str:
    """The number of numbers that an observation has, by its seats and its depth."""
    depths = (1, 4, 8, 12)
    rows: list[list[object]] = [
        [f"{seats} seats", *(observation_type(seats, depth).itemsize for depth in depths)] for seats in (2, 6)
    ]
    return markdown(["", *(f"depth {depth}" for depth in depths)], rows)


def piles() -> str:
    rows: list[list[object]] = [["0–3", "building piles 1–4"], [4, "spent cards"], [5, "draw pile"]]
    rows += [
        [f"{first}–{first + 4}", f"seat {seat}: stock pile, discard piles 1–4"] for seat, first in enumerate(STOCKS)
    ]
    return markdown(["pile", "what lies there"], rows)


def status() -> str:
    return markdown(["bit", "name"], [[flag.value, f"`{flag.name}`"] for flag in Status])


def editions() -> str:
    rows: list[list[object]] = [
        [f"`{sheet.id}`", ", ".join(sheet.aliases), ", ".join(sheet.languages), sheet.title]
        for sheet in EDITIONS.values()
    ]
    return markdown(["id", "also called", "languages", "in one sentence"], rows)


def guide() -> str:
    """Returns the guide to the standard sheet, with a picture of the table."""
    parts = []
    for chapter in guide_of(EDITIONS[DEFAULT], "en"):
        parts += [f"### {chapter.title}", *chapter.paragraphs]
        if chapter.shows_table:
            parts.append("![A table for two: whose piles lie where](layout.svg)")
    return "\n\n".join(parts) + "\n"


def rules() -> str:
    """Every rule with the editions it belongs to, worded for the first of them that has it in every language."""
    parts, section = [], ""
    for rule in RULES.values():
        if rule.section != section:
            section = rule.section
            parts.append(f"\n### {section}\n")
        edition = EDITIONS[next((name for name in rule.editions if name not in rule.columns), rule.editions[0])]
        ours = " *Our ruling.*" if rule.ruling else ""
        text = describe(rule, edition, "en", edition.find_column())
        parts.append(f"- **{rule.id}** ({sheets_of(rule)}): {text}{ours}")
    return "\n".join(parts) + "\n"


def sheets_of(rule: Rule) -> str:
    """The editions of a rule, with the languages that have it where not all do."""
    if len(rule.editions) == len(EDITIONS):
        return "all"
    columns = {name: f" in {', '.join(languages)}" for name, languages in rule.columns.items()}
    return ", ".join(name + columns.get(name, "") for name in rule.editions)


def kitchen_table(edition: str, *acts: str) -> str:
    """A small kitchen table after these acts, as the player in turn sees it, between fences."""
    game = Game(edition, players=2, stock=3, key=bytes(32), referee="kitchen")
    for act in acts:
        game.play(act)
    drawn = draw_table(game.view(game.turn), ["North", "South"][:: 1 if game.turn else -1])
    return f"```\n{drawn}\n```\n"


def by_1967() -> str:
    """Two cards too many, then any discard."""
    game = Game("1967", players=2, stock=3, key=bytes(32), referee="kitchen")
    for _card in range(7):
        game.play("draw")
    discard = next(str(move) for move in game.legal_moves if move.ends_turn)
    return kitchen_table("1967", *["draw"] * 7, discard)


def example(path: str, language: str) -> str:
    return f"```{language}\n{(EXAMPLES / path).read_text('utf-8').strip()}\n```\n"


def messages() -> str:
    """Returns what a bot at seat 0 hears before its first answers, with line breaks for the reader."""
    game = Game("mattel-2003", players=2, stock=5, key=bytes(32))
    hello = lines.read_line(lines.hello(game.table, 0))
    question = lines.read_line(lines.question(game.view(0), 2_718_281_828))
    record, view = question.pop("record"), question.pop("view")
    question = {name: json.dumps(value) for name, value in question.items()}
    question |= {"record": f'"{record[:24]}…"', "view": spread({name: json.dumps(view[name]) for name in view}, 10)}
    return f"```json\n{json.dumps(hello)}\n\n{spread(question, 1)}\n```\n"


def spread(written: dict[str, str], indent: int) -> str:
    """An object with a field a line."""
    fields = [f"{json.dumps(name)}: {value}" for name, value in written.items()]
    return "{" + f",\n{' ' * indent}".join(fields) + "}"


def features() -> str:
    """Describes what the planner looks at, and how much each is worth in every format."""
    rows: list[list[object]] = [
        [f"`{name}`", meaning, *(f"{weights_of(format)[name]:.2f}" for format in FORMATS)]
        for name, meaning in MEANINGS.items()
    ]
    return markdown(["feature", "what it is", *FORMATS], rows)


def sentences() -> str:
    """Lists the sentences of hints by their names."""
    return markdown(["name", "sentence"], [[f"`{name}`", text] for name, text in REASONS.items()])


PARTS: dict[str, Callable[[], str]] = {
    "features": features,
    "sentences": sentences,
    "thrifty": lambda: example("thrifty/thrifty.py", "python"),
    "pyproject": lambda: example("thrifty/pyproject.toml", "toml"),
    "perl": lambda: example("bot.pl", "perl"),
    "messages": messages,
    "kitchen": lambda: describe_layout(KITCHEN),
    "overdrawn": lambda: kitchen_table("2003", *["draw"] * 7),
    "exposed": by_1967,
    "modules": modules,
    "moves": moves,
    "state": lambda: describe_layout(STATE),
    "result": lambda: describe_layout(RESULT),
    "observation": lambda: describe_layout(OBSERVATION),
    "observation_two": lambda: describe_layout(Interface.of(players=2).observation),
    "observation_six": lambda: describe_layout(Interface.of(players=6).observation),
    "observation_sizes": sizes,
    "actions": lambda: describe_actions(ACTION_TABLES),
    "piles": piles,
    "status": status,
    "editions": editions,
    "guide": guide,
    "rules": rules,
}


def generate(text: str) -> str:
    """The text with its generated parts as they should be now."""
    use_language("en")
    return PART.sub(lambda part: part[1] + PARTS[part["name"]]() + part[3], text)


def table_picture() -> str:
    """A table in the middle of a game, as the terminal shows it, in SVG."""
    logger = GameLogger(Table.of(players=2), ["eager"], "picture")
    logger.play(0)
    record = logger.record()
    game = game_from_record(record)
    for move in record.moves[:PICTURE_MOVES]:
        game.play(move)
    lines = draw_table(game.view(game.turn), ["North", "South"][:: 1 if game.turn else -1]).splitlines()
    width, height = 10 * max(map(len, lines)) + 40, 22 * len(lines) + 40
    texts = [
        f'<text x="20" y="{22 * number + 36}" textLength="{10 * len(line)}" xml:space="preserve">{line}</text>'
        for number, line in enumerate(lines)
        if line
    ]
    style = 'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="16.6" fill="#e8e6df"'
    frame = f'<rect width="{width}" height="{height}" rx="12" fill="#20342b"/>'
    view_box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    body = "\n".join([frame, f"<g {style}>", *texts, "</g>"])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view_box} role="img">\n{body}\n</svg>\n'


def race_picture() -> str:
    """The stock race of a report."""
    bots = ("planner", "expert", "tidy", "eager")
    sample = take_sample(Plan.of(bots, Table.of(players=4, stock=20), games=400))
    races = [Curve(label, sample.race(label), place) for place, label in enumerate(bots)]
    title = "The race of the stock piles: planner, expert, tidy and eager at one table"
    told = "; ".join(f"{race.label} {race.values[-1]:.1f}" for race in races)
    return standalone(curves(title, told, races, "turns of its own"))


def learning_picture() -> str:
    """How the agent of examples/ppo.py has learned, from the curve.csv that it wrote."""
    with (DOCS / "ppo.csv").open(encoding="utf-8", newline="") as file:
        points = list(csv.DictReader(file))
    opponents = ("eager", "tidy", "expert", "planner")
    measured = [point for point in points if point[opponents[0]]]
    done = 100 * np.array([float(point["decisions"]) for point in measured]) / float(points[-1]["decisions"])
    lines = [
        Curve(name, np.interp(np.arange(101), done, [100 * float(point[name]) for point in measured]), place)
        for place, name in enumerate(opponents)
    ]
    told = "; ".join(f"against {line.label} {line.values[-1]:.0f}%" for line in lines)
    millions, minutes = float(points[-1]["decisions"]) / 1e6, float(points[-1]["seconds"]) / 60
    below = f"% of the run: {millions:.1f} million decisions, {minutes:.0f} minutes"
    return standalone(curves("Games that the learning agent wins, in percent, by opponent", told, lines, below))


FILES: dict[str, Callable[[], str]] = {
    "table.svg": table_picture,
    "layout.svg": layout_picture,
    "race.svg": race_picture,
    "ppo.svg": learning_picture,
    "rooms.svg": rooms_picture,
    "move.svg": lambda: way_picture("The way of a move, from a click to every screen", MOVE, columns=5),
    "game.svg": lambda: way_picture("The way of a game through skipbo simulate", GAME),
    "protocol/schema.json": lambda: to_text(json_schema()),
    "protocol/openapi.json": lambda: to_text(document()),
    "protocol/protocol.ts": typescript,
}


def to_text(document: object) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def pages() -> list[Path]:
    return sorted(DOCS.glob("*.md"))


if __name__ == "__main__":
    for page in pages():
        page.write_text(generate(page.read_text("utf-8")), "utf-8")
    for name, content in FILES.items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(content(), "utf-8")
