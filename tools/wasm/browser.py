"""Whole games of the kernel in a browser, called from Python with the records that a core would get."""

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

from skipbo import batch
from skipbo.bots.bot import find_bots, parameters_of
from skipbo.bots.ladder import all_simple
from skipbo.bots.planner.workspace import WORKSPACE
from skipbo.bots.searcher.memory import SEARCH, WORLDS_A_TRIAL, new_chances
from skipbo.bots.searcher.searcher import TRIED
from skipbo.bots.searcher.strength import new_standing, strengths_of
from skipbo.bots.seeds import KEY_WORDS, new_dice
from skipbo.coach.advice import ADVICE
from skipbo.coach.course import COURSE, NONE, new_probes
from skipbo.coach.decision import DECISION, Line
from skipbo.game.table import Table
from skipbo.game.view import View
from skipbo.kernel.event import new_events
from skipbo.kernel.layout import CARDS, STATE, States, new_states
from skipbo.kernel.moves import MOVES

LOAD = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  window.kernel = (await WebAssembly.instantiate(bytes)).instance.exports;
}"""
# Lays the records one after another into free memory, plays, and returns the results and the milliseconds it took
PLAY = """([door, records, first, results, count]) => {
  const { memory, free, [door]: play } = window.kernel;
  let end = free.value;
  const places = records.map((record) => [end, (end += (record.size + 15) & ~15)][0]);
  const room = end + results - memory.buffer.byteLength;
  if (room > 0) memory.grow(Math.ceil(room / 65536));
  records.forEach(({ size, text }, number) => {
    const written = new Uint8Array(memory.buffer, places[number], size).fill(0);
    written.set(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  });
  const begun = performance.now();
  play(...places.slice(0, 4), first, ...places.slice(4), end, count);
  const took = performance.now() - begun;
  const played = new Uint8Array(memory.buffer, end, results);
  let text = "";
  for (let at = 0; at < results; at += 4096) text += String.fromCharCode(...played.subarray(at, at + 4096));
  return [btoa(text), took];
}"""
# Plays with a bot at every seat, which gets the view of its seat, and returns the milliseconds of each choice
CHOOSE = """([records, size, count]) => {
  const { memory, free, deal, see, choose, step } = window.kernel;
  let end = free.value;
  const place = (bytes) => [end, (end += (bytes + 15) & ~15)][0];
  const [game, key, bots, dice] = records.map(({ size, text }) => {
    const at = place(size);
    new Uint8Array(memory.buffer, at, size).set(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    return at;
  });
  const [view, workspace, events, pile] = [place(records[0].size), place(size), place(EVENTS), place(CARDS)];
  const state = new Uint8Array(memory.buffer, game, records[0].size);
  const times = [];
  for (let number = 0; times.length < count; number++) {
    new Uint8Array(memory.buffer, key, 1)[0] = number;
    deal(game, key);
    while (state[HOW] === 0 && times.length < count) {
      const begun = performance.now();
      see(game, state[TURN], view);
      const move = choose(bots, view, dice, workspace);
      times.push(performance.now() - begun);
      step(game, move, events, pile);
    }
  }
  return times;
}"""

# Lays out records, and empty bytes for the rest; returns the courses and the advice, which come last
ADVISE = """([records, sizes, course, better, worse]) => {
  const { memory, free, advise } = window.kernel;
  let end = free.value;
  const place = (bytes) => [end, (end += (bytes + 15) & ~15)][0];
  const places = [...records.map(({ size }) => place(size)), ...sizes.map(place)];
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
  new Uint8Array(memory.buffer, places[0], end - places[0]).fill(0);
  records.forEach(({ size, text }, number) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    new Uint8Array(memory.buffer, places[number], size).set(bytes);
  });
  const count = advise(...places, better, worse);
  const bytes = (place, size) => [...new Uint8Array(memory.buffer, place, size)];
  return [bytes(places.at(-2), count * course), bytes(places.at(-1), sizes.at(-1))];
}"""

# Tries a decision in so many worlds, as often as wanted; returns its record, which comes last
TRY = """([records, sizes, number, steps, rounds]) => {
  const { memory, free, try_decision } = window.kernel;
  let end = free.value;
  const place = (bytes) => [end, (end += (bytes + 15) & ~15)][0];
  const [game, line, bot, dice, strengths, ...rest] = [...records.map(({ size }) => place(size)), ...sizes.map(place)];
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
  new Uint8Array(memory.buffer, game, end - game).fill(0);
  records.forEach(({ size, text }, at) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    new Uint8Array(memory.buffer, [game, line, bot, dice, strengths][at], size).set(bytes);
  });
  for (const count of rounds) try_decision(game, number, line, steps, count, bot, dice, strengths, ...rest);
  return [...new Uint8Array(memory.buffer, rest.at(-1), sizes.at(-1))];
}"""

# Searches once; returns the move and the record of the search
SEARCH_ONCE = """([records, sizes, budget, size]) => {
  const { memory, free, choose_by_search } = window.kernel;
  let end = free.value;
  const place = (bytes) => [end, (end += (bytes + 15) & ~15)][0];
  const given = records.map(({ size }) => place(size));
  const [workspace, searches, seed, ...rest] = sizes.map(place);
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
  new Uint8Array(memory.buffer, given[0], end - given[0]).fill(0);
  records.forEach(({ size, text }, at) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    new Uint8Array(memory.buffer, given[at], size).set(bytes);
  });
  const [bot, view, dice, strengths] = given;
  const move = choose_by_search(bot, view, dice, workspace, searches, seed, budget, strengths, ...rest);
  return [move, [...new Uint8Array(memory.buffer, searches, size)]];
}"""

# Calls a door with numbers and with the addresses of records; returns its result and what the records then are
CALL = """([door, given]) => {
  const { memory, free, [door]: call } = window.kernel;
  let end = free.value;
  const places = given.map((each) => {
    if (typeof each === "number") return each;
    const bytes = Uint8Array.from(atob(each.text), (letter) => letter.charCodeAt(0));
    new Uint8Array(memory.buffer, end, each.size).set(bytes);
    return [end, (end += (each.size + 15) & ~15)][0];
  });
  const result = call(...places);
  const bytes = (place, size) => [...new Uint8Array(memory.buffer, place, size)];
  return [result, given.flatMap((each, number) => (each.size ? [bytes(places[number], each.size)] : []))];
}"""


class BrowserKernel:
    """The kernel in a page that is open."""

    def __init__(self, page: Page, module: bytes) -> None:
        self._page = page
        page.evaluate(LOAD, _text(module))

    def play_games(
        self, table: Table, bot: str, seed: str, count: int, first: int = 0
    ) -> tuple[NDArray[np.void], float]:
        """As `batch.play_games` with digests; returns the results and the seconds that they took."""
        bots = find_bots([bot], table)
        blank, results = table.states(), batch.new_results(count)
        simple = all_simple(bots[: table.players])
        records = [_record(each) for each in (blank, batch.new_dice(), blank, batch.seed_words(seed), bots)]
        if not simple:
            records.append({"size": WORKSPACE.itemsize, "text": ""})
        door = "play_simple_games" if simple else "play_games"
        text, took = self._page.evaluate(PLAY, [door, records, first, results.nbytes, count])
        return np.frombuffer(base64.b64decode(text), results.dtype), took / 1000

    def advise(self, view: View, better: int = NONE, worse: int = NONE) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """The courses of the legal moves of a view, best first, and why one move is better than another, or is best."""
        bots, dice = parameters_of("planner", view), new_dice()
        records = [_record(each) for each in (bots[:1], view.states(), dice)]
        sizes = [WORKSPACE.itemsize, new_probes().nbytes, 3 * 8 * MOVES, 8 * MOVES, COURSE.itemsize * MOVES]
        courses, advice = self._page.evaluate(
            ADVISE, [records, [*sizes, ADVICE.itemsize], COURSE.itemsize, better, worse]
        )
        return np.frombuffer(bytes(courses), COURSE), np.frombuffer(bytes(advice), ADVICE)

    def try_decision(self, table: Table, states: States, number: int, line: Line, rounds: list[int]) -> bytes:
        """The record of a decision after rounds of so many worlds."""
        bots, dice = parameters_of("planner", table), new_dice()
        records = [_record(each) for each in (states, line, bots[:1], dice, strengths_of(table))]
        scratch = [new_standing().nbytes, new_states(WORLDS_A_TRIAL).nbytes, WORKSPACE.itemsize, new_chances(1).nbytes]
        given = [records, [*scratch, DECISION.itemsize], number, line.size, rounds]
        return bytes(self._page.evaluate(TRY, given))

    def search(self, view: View, dice: States, worlds: int) -> tuple[int, bytes]:
        """The number of the move that a search finds with so many worlds in its first round, and its record."""
        records = [_record(each) for each in (parameters_of("planner", view), view.states(), dice, strengths_of(view))]
        scratch = [WORKSPACE.itemsize, SEARCH.itemsize, 4 * KEY_WORDS, new_standing().nbytes]
        scratch += [new_states(WORLDS_A_TRIAL).nbytes, WORKSPACE.itemsize, new_chances(TRIED * worlds).nbytes]
        move, record = self._page.evaluate(SEARCH_ONCE, [records, scratch, worlds, SEARCH.itemsize])
        return move, bytes(record)

    def sample(self, view: View, seat: int, key: bytes) -> bytes:
        """The record of a game that a seat of a view may be in, dealt with a key."""
        blank, words = new_states(), np.frombuffer(key, np.uint8)
        given = [_record(view.states()), seat, _record(blank), _record(words)]
        _result, (_view, game, _key) = self._page.evaluate(CALL, ["sample", given])
        return bytes(game)

    def status(self, states: States) -> int:
        """The broken invariants of a game."""
        faults, _records = self._page.evaluate(CALL, ["status", [_record(states)]])
        return int(faults)

    def move_times(self, table: Table, bot: str, seed: str, count: int) -> list[float]:
        """The milliseconds that a bot took for each of so many moves."""
        dice = batch.seed_games(1, seed)[1]
        records = [_record(each) for each in (table.states(), batch.seed_words(seed), find_bots([bot], table), dice)]
        assert STATE.fields is not None
        numbers = {"TURN": STATE.fields["turn"][1], "HOW": STATE.fields["how"][1]}
        script = CHOOSE
        for name, number in (numbers | {"EVENTS": new_events().nbytes, "CARDS": CARDS}).items():
            script = script.replace(name, str(number))
        times: list[float] = self._page.evaluate(script, [records, WORKSPACE.itemsize, count])
        return times


def _record(array: NDArray[Any]) -> dict[str, Any]:
    return {"size": array.nbytes, "text": _text(array.tobytes())}


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()
