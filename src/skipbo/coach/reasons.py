"""The reasons for a move in sentences: of the features in which two options differ, those that weigh most.

Features that are about one thing, as all about the next opponent are, form a theme and weigh together.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from skipbo.bots.planner import evaluation
from skipbo.coach.explanation import Explanation, Option, Outlook
from skipbo.coach.sentences import Sentence
from skipbo.game.card import Card
from skipbo.game.move import Move
from skipbo.game.pile import PileKind
from skipbo.game.view import View
from skipbo.kernel.compiler import plain
from skipbo.kernel.layout import WILD

ranks_between = plain(evaluation.ranks_between)

MOST = 2  # sentences
LEAST_SHARE = 0.2  # of the weight of the first reason, for a second
SOON = 3  # plays
SLIGHT = Sentence("slight")  # where no other sentence fits


@dataclass(frozen=True)
class Step:
    """A move of an option: its card, and what that becomes or covers where it goes."""

    move: Move
    card: Card
    rank: int  # that a card stands for on a building pile
    covered: Card | None

    @property
    def from_hand(self) -> bool:
        return self.move.source.kind is PileKind.HAND


class Course:
    """The course of an option: its steps, the cards that stay in the hand, and the discard at the end, if any."""

    def __init__(self, option: Option, view: View) -> None:
        self.option = option
        self.steps = tuple(steps_of(option, view))
        self.plays = tuple(step for step in self.steps if not step.move.ends_turn)
        self.discard = next((step for step in self.steps if step.move.ends_turn), None)
        self.kept = Counter(view.hand) - Counter(step.card for step in self.steps if step.from_hand)

    def last_on(self, pile: int) -> Step | None:
        """The last card that is played on a building pile, counted from 0."""
        return next((step for step in reversed(self.plays) if step.move.target.number == pile + 1), None)

    def play_as(self, rank: int | None, pile: int) -> Step | None:
        """The card that is played as a rank on a building pile, counted from 0."""
        return next((step for step in self.plays if (step.rank, step.move.target.number) == (rank, pile + 1)), None)

    def discards(self, card: Card) -> bool:
        return self.discard is not None and self.discard.card == card

    def has(self, step: Step) -> bool:
        """Whether the same card is played, on whatever building pile."""
        return any((play.card, play.move.source) == (step.card, step.move.source) for play in self.plays)


def steps_of(option: Option, view: View) -> Iterator[Step]:
    discards = [[list(pile) for pile in piles] for piles in view.discards]
    reached = [len(pile) for pile in view.building]
    for move in option.line:
        if move.is_pass:
            return
        source, card, number = move.source, move.card, move.target.number - 1
        if source.kind is PileKind.STOCK:
            card = view.top(source)
        elif source.kind is PileKind.DISCARD:
            card = discards[source.owner(view.turn)][source.number - 1].pop()
        assert card is not None
        if move.ends_turn:
            pile = discards[view.turn][number]
            yield Step(move, card, card, pile[-1] if pile else None)
        else:
            reached[number] = reached[number] % view.edition.ranks + 1
            yield Step(move, card, reached[number], None)


class Comparison:
    """An option beside a worse one."""

    def __init__(self, thoughts: Explanation, better: Option, worse: Option) -> None:
        self.thoughts = thoughts
        self.view = thoughts.view
        self.better, self.worse = Course(better, self.view), Course(worse, self.view)
        self.points = {reason.feature: reason.points for reason in thoughts.reasons(better, worse)}

    def weight(self, *features: str) -> float:
        """The points by which these features favour the better option."""
        return sum(self.points.get(feature, 0.0) for feature in features)

    def rises(self, feature: str) -> bool:
        return self.better.option.features[feature] > self.worse.option.features[feature]

    def falls(self, feature: str) -> bool:
        return self.better.option.features[feature] < self.worse.option.features[feature]

    @property
    def stock(self) -> Card | None:
        """The player's own stock card."""
        return self.view.stocks[self.view.turn][0]

    @property
    def partners(self) -> tuple[int, ...]:
        return self.view.partners_of(self.view.turn)

    @property
    def differ_in_pile(self) -> bool:
        """Whether the options lead to the same building piles, and discard on different piles."""
        if self.better.discard is None or self.worse.discard is None:
            return False
        here, there = sorted(self.better.option.heights), sorted(self.worse.option.heights)
        return here == there and self.better.discard.move.target != self.worse.discard.move.target

    @cached_property
    def outlooks(self) -> dict[int, tuple[Outlook, Outlook]]:
        """How near other seats are to their stock cards after either option, where that matters."""
        options, seats = (self.better.option, self.worse.option), range(self.view.players)
        pairs = {seat: [self.thoughts.outlook(option, seat) for option in options] for seat in seats}
        return {seat: (better, worse) for seat, (better, worse) in pairs.items() if better and worse}

    @cached_property
    def kept_by_better(self) -> Counter[Card]:
        return self.better.kept - self.worse.kept

    @cached_property
    def kept_by_worse(self) -> Counter[Card]:
        return self.worse.kept - self.better.kept


# Each theme writes the sentence that fits the two options; None if none does


def own_stock(case: Comparison) -> Sentence | None:
    if not case.rises("stock_played"):
        return None
    now = case.better.option.move.source.kind is PileKind.STOCK
    return Sentence("stock_now") if now else Sentence("stock_soon", card=case.stock)


def way_to_stock(case: Comparison) -> Sentence | None:
    stock, option, worse = case.stock, case.better.option, case.worse.discard
    if stock is None or case.rises("stock_played"):
        return None
    ways = [ranks_between(height, stock, case.view.edition.ranks) for height in option.heights]
    if worse is not None and case.differ_in_pile and on_a_way(worse.covered, ways):
        return Sentence("path_open", card=worse.covered, needed=stock)
    if case.rises("path_ready"):
        return Sentence("path_ready", needed=stock)
    lacking = min((way & ~option.usable for way in ways), key=int.bit_count)
    covers = case.better.discard is not None and on_a_way(case.better.discard.covered, ways)
    if option.features["path_missing_one"] and lacking.bit_count() == 1 and not covers:
        return Sentence("path_lacks", card=lacking.bit_length() - 1, needed=stock)
    return Sentence("path_nearer", needed=stock)


def on_a_way(card: Card | None, ways: Sequence[int]) -> bool:
    return card is not None and any(way >> card & 1 for way in ways)


def new_cards(case: Comparison) -> Sentence | None:
    if case.rises("refill"):
        return Sentence("empties")
    if not case.falls("hand_kept") and not case.falls("hand_kept_scarce"):
        return None
    played = [step.card for step in case.better.plays if step.from_hand and case.kept_by_worse[step.card]]
    return Sentence("draws", card=played[0]) if played else Sentence("draws_more")


def saved_card(case: Comparison) -> Sentence | None:
    spent = [step.card for step in case.worse.plays if step.from_hand and case.kept_by_better[step.card]]
    return Sentence("saves", card=spent[0]) if spent else None


def useful_cards(case: Comparison) -> Sentence | None:
    if case.weight("playable_kept") > 0 and case.falls("playable_kept"):
        played = [step.card for step in case.better.plays if step.from_hand and case.kept_by_worse[step.card]]
        return Sentence("plays_fitting", card=played[0]) if played else None
    kept = [card for card in case.kept_by_better if card != WILD and is_wanted_soon(card, case)]
    return Sentence("keeps_useful", card=kept[0]) if kept else None


def is_wanted_soon(card: Card, case: Comparison) -> bool:
    """Whether some building pile takes a card within three plays, after the better option."""
    heights, ranks = case.better.option.heights, case.view.edition.ranks
    return any(ranks_between(height, card, ranks).bit_count() < SOON for height in heights)


def equal_cards(case: Comparison) -> Sentence | None:
    doubled = [card for card in case.kept_by_worse if case.worse.kept[card] > 1 and card != WILD]
    return Sentence("spare", card=doubled[0]) if doubled else None


def wilds(case: Comparison) -> Sentence | None:
    worse = case.worse.discard
    if case.rises("wilds_held"):
        return Sentence("saves_wild")
    if any(step.card == WILD and step.move.source.kind is PileKind.DISCARD for step in case.better.plays):
        return Sentence("frees_wild")
    return Sentence("open_wild") if worse is not None and worse.covered == WILD else None


def order_of_discards(case: Comparison) -> Sentence | None:
    better, worse = case.better.discard, case.worse.discard
    if worse is not None and fit(worse) == "burial" and 2 * case.weight("burials", "burial_gap") >= case.weight(*ORDER):
        return Sentence("burial", card=worse.card, needed=worse.covered, pile=worse.move.target.number)
    if better is None or worse is None or fit(better) in BAD_FITS:
        return Sentence("order")
    if fit(better) != fit(worse):
        return Sentence(fit(better), card=better.card, needed=better.covered)
    return Sentence("high", card=better.card, needed=worse.card) if better.card > worse.card else Sentence("order")


def fit(discard: Step) -> str:
    """How a discard fits on its pile: the name of the sentence about it, or one of the bad fits."""
    card, covered = discard.card, discard.covered
    if covered is None:
        return "empty"
    if WILD in (card, covered):
        return "wild"
    if card > covered:
        return "burial"
    return {covered: "equal", covered - 1: "run", covered - 2: "step", covered - 3: "step"}.get(card, "gap")


def next_opponent(case: Comparison) -> Sentence | None:
    return opponent(case, lambda outlook: outlook.turns == 1)


def later_opponents(case: Comparison) -> Sentence | None:
    return opponent(case, lambda outlook: outlook.turns > 1)


def opponent(case: Comparison, counts: Callable[[Outlook], bool]) -> Sentence | None:
    """About the opponent whose chance to play a stock card falls most."""
    both = {seat: pair for seat, pair in case.outlooks.items() if seat not in case.partners and counts(pair[0])}
    losses = {seat: worse.chance - better.chance for seat, (better, worse) in both.items()}
    seat = max(losses, key=losses.__getitem__, default=None)
    if seat is None or losses[seat] <= 0:
        return None
    _better, worse = both[seat]
    needed = case.view.stocks[seat][0]
    opening, closing = case.worse.last_on(worse.pile), case.better.play_as(needed, worse.pile)
    if opening is not None and not case.better.has(opening):
        text = "help" if worse.missing else "gift"
        kept = opening.from_hand and not case.better.discards(opening.card)
        return Sentence(text if kept else f"{text}_if_played", card=opening.card, needed=needed, seat=seat)
    if closing is not None and not case.worse.has(closing):
        return Sentence("block_with_wild" if closing.card == WILD else "block", needed=needed, seat=seat)
    return Sentence("hinder", needed=needed, seat=seat)


def cards_of_next(case: Comparison) -> Sentence | None:
    """About a card on a discard pile of the next player, which fits only after the worse option."""
    seat = (case.view.turn + 1) % case.view.players
    tops = [pile[-1] for pile in case.view.discards[seat] if pile]
    here, there = ({height + 1 for height in course.option.heights} for course in (case.better, case.worse))
    denied = [card for card in tops if card in there - here]
    return Sentence("deny", card=denied[0], seat=seat) if denied and seat not in case.partners else None


def needs(case: Comparison) -> Sentence | None:
    return Sentence("variety") if case.falls("needs_shared") else None


def heights(case: Comparison) -> Sentence | None:
    return Sentence("less_to_build_on") if case.falls("heights") else None


def completed(case: Comparison) -> Sentence | None:
    return Sentence("completed" if case.rises("completed_scarce") else "uncompleted")


def partners_stock(case: Comparison) -> Sentence | None:
    played = [
        step
        for step in case.better.plays
        if step.move.source.kind is PileKind.STOCK and step.move.source.seat is not None
    ]
    return Sentence("partner_stock", card=played[0].card, seat=played[0].move.source.seat) if played else None


def partner(case: Comparison) -> Sentence | None:
    gains = {
        seat: better.chance - worse.chance for seat, (better, worse) in case.outlooks.items() if seat in case.partners
    }
    seat = max(gains, key=gains.__getitem__, default=None)
    if seat is None or gains[seat] <= 0:
        return None
    better, _worse = case.outlooks[seat]
    needed, opening = case.view.stocks[seat][0], case.better.last_on(better.pile)
    if opening is not None and not case.worse.has(opening):
        return Sentence("partner_helped", card=opening.card, needed=needed, seat=seat)
    return Sentence("partner_open", needed=needed, seat=seat)


ORDER = ("runs", "equals", "steps", "burials", "burial_gap", "piles_empty", "depth", "height", "tops_useful")
BAD_FITS = ("burial", "gap", "wild")
PATH = ("path_ready", "path_with_wilds", "path_missing_one", "path_missing_two", "path_chance")
NEXT = ("next_ready", "next_missing_one", "next_missing_two", "next_chance", "next_chance_late", "going_on_chance")
THEMES: dict[tuple[str, ...], Callable[[Comparison], Sentence | None]] = {
    ("stock_played",): own_stock,
    PATH: way_to_stock,
    ("refill", "hand_kept", "hand_kept_scarce"): new_cards,
    ("hand_going_on",): saved_card,
    ("playable_kept", "useful_kept"): useful_cards,
    ("twins_kept",): equal_cards,
    ("wilds_held", "wilds_shown", "wilds_buried"): wilds,
    ORDER: order_of_discards,
    NEXT: next_opponent,
    ("next_playable",): cards_of_next,
    ("later_ready", "later_chance"): later_opponents,
    ("needs_shared",): needs,
    ("heights",): heights,
    ("completed_scarce",): completed,
    ("partner_stock_played",): partners_stock,
    ("partner_ready", "partner_chance"): partner,
}


def best_reasons(thoughts: Explanation) -> tuple[Sentence, ...]:
    """Why the planner's move is better than the next best, and if it is a discard, first why no card is played."""
    best = thoughts.best
    reasons = why(thoughts, best, thoughts.next_best)
    play = next((option for option in thoughts.options if not option.move.ends_turn), None)
    if not best.move.ends_turn or play is None or play.is_as_good_as(best):
        return reasons
    told = dict.fromkeys((*why(thoughts, best, play)[:1], *reasons))
    return tuple(reason for reason in told if reason != SLIGHT)[:MOST] or (SLIGHT,)


def why(thoughts: Explanation, better: Option, worse: Option | None) -> tuple[Sentence, ...]:
    """Why an option is better than another, the weightiest reason first; None stands for no worse option."""
    if better.wins:
        return (Sentence("wins"),)
    if worse is None:
        return (Sentence("only_move" if len(thoughts.options) == 1 else "as_good"),)
    case = Comparison(thoughts, better, worse)
    weights = {features: case.weight(*features) for features in THEMES}
    told: list[Sentence] = []
    least = 0.0
    for features in sorted(THEMES, key=weights.__getitem__, reverse=True):
        weighs = weights[features] > least and len(told) < MOST
        sentence = THEMES[features](case) if weighs else None
        if sentence is not None:
            least = least or weights[features] * LEAST_SHARE
            told.append(sentence)
    return tuple(told) or (SLIGHT,)
