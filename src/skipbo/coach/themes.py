"""What courses differ in, theme by theme: features that are about one thing, as all about the next opponent.

Each theme writes the sentence that says why one course is better than another, or none.
"""

from skipbo.bots.planner.evaluation import ranks_between
from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.odds import PARTNER
from skipbo.bots.planner.workspace import RANKS_AND_WILD, Workspace
from skipbo.coach.advice import (
    ALL_THEMES,
    BAD_FIT,
    BETTER_ORDER,
    BLOCK,
    BLOCK_WITH_WILD,
    BURIAL,
    DENY,
    DRAWS,
    DRAWS_MORE,
    EMPTIES,
    FREES_WILD,
    GIFT,
    GIFT_IF_PLAYED,
    HELP,
    HELP_IF_PLAYED,
    HIGH,
    HINDER,
    IS_COMPLETED,
    KEEPS_USEFUL,
    LESS_TO_BUILD_ON,
    ON_A_RUN,
    ON_A_STEP,
    ON_AN_EQUAL,
    ON_NOTHING,
    OPEN_WILD,
    PARTNER_HELPED,
    PARTNER_OPEN,
    PARTNER_STOCK,
    PLAYS_FITTING,
    SAVES,
    SAVES_WILD,
    SPARE,
    STOCK_NOW,
    STOCK_SOON,
    UNCOMPLETED,
    VARIETY,
    WAY_LACKS,
    WAY_NEARER,
    WAY_OPEN,
    WAY_READY,
    Advice,
    say,
)
from skipbo.coach.course import NONE, Course, comes_from, ends_turn, is_from_hand
from skipbo.kernel.bits import count_bits
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import BUILDINGS, DISCARDS, PILES_PER_SEAT, WILD, State, discard_of, rank_of, stock_of
from skipbo.kernel.moves import FROM_PILE, FROM_STOCK, kind_of, pile_of, what_of

SOON = 3  # plays
NO_STEP = -1

(
    OWN_STOCK,
    WAY_TO_STOCK,
    NEW_CARDS,
    SAVED_CARD,
    USEFUL_CARDS,
    EQUAL_CARDS,
    WILD_CARDS,
    DISCARD_ORDER,
    NEXT_OPPONENT,
    CARDS_OF_NEXT,
    LATER_OPPONENTS,
    DIFFERENT_NEEDS,
    LOW_PILES,
    COMPLETED_PILES,
    PARTNERS_STOCK,
    PARTNERS,
) = range(ALL_THEMES)
THEMES = {
    OWN_STOCK: ("stock_played",),
    WAY_TO_STOCK: ("path_ready", "path_with_wilds", "path_missing_one", "path_missing_two", "path_chance"),
    NEW_CARDS: ("refill", "hand_kept", "hand_kept_scarce"),
    SAVED_CARD: ("hand_going_on",),
    USEFUL_CARDS: ("playable_kept", "useful_kept"),
    EQUAL_CARDS: ("twins_kept",),
    WILD_CARDS: ("wilds_held", "wilds_shown", "wilds_buried"),
    DISCARD_ORDER: (
        *("runs", "equals", "steps", "burials", "burial_gap"),
        *("piles_empty", "depth", "height", "tops_useful"),
    ),
    NEXT_OPPONENT: (
        *("next_ready", "next_missing_one", "next_missing_two"),
        *("next_chance", "next_chance_late", "going_on_chance"),
    ),
    CARDS_OF_NEXT: ("next_playable",),
    LATER_OPPONENTS: ("later_ready", "later_chance"),
    DIFFERENT_NEEDS: ("needs_shared",),
    LOW_PILES: ("heights",),
    COMPLETED_PILES: ("completed_scarce",),
    PARTNERS_STOCK: ("partner_stock_played",),
    PARTNERS: ("partner_ready", "partner_chance"),
}
THEME_OF = tuple(theme for feature in FEATURES for theme, features in THEMES.items() if feature in features)

STOCK_PLAYED, PATH_READY, PATH_MISSING_ONE = (
    FEATURES.index(name) for name in ("stock_played", "path_ready", "path_missing_one")
)
REFILL, HAND_KEPT, HAND_KEPT_SCARCE, PLAYABLE_KEPT, WILDS_HELD = (
    FEATURES.index(name) for name in ("refill", "hand_kept", "hand_kept_scarce", "playable_kept", "wilds_held")
)
BURIALS, BURIAL_GAP, NEEDS_SHARED, ALL_HEIGHTS, COMPLETED_SCARCE = (
    FEATURES.index(name) for name in ("burials", "burial_gap", "needs_shared", "heights", "completed_scarce")
)

# What a course is like


@compiled
def discard_step(course: Course) -> int:
    """The step that discards a card; NO_STEP if the course ends with none."""
    last = wide(course.steps) - 1
    return last if last >= 0 and ends_turn(course, last) and course.card[last] != NONE else NO_STEP


@compiled
def plays(course: Course) -> int:
    """The number of steps that play a card."""
    steps = wide(course.steps)
    return steps - 1 if steps > 0 and ends_turn(course, steps - 1) else steps


@compiled
def last_on(course: Course, pile: int) -> int:
    """The last card that is played on a building pile."""
    for step in range(plays(course) - 1, -1, -1):
        if pile_of(wide(course.moves[step])) == pile:
            return step
    return NO_STEP


@compiled
def play_as(course: Course, rank: int, pile: int) -> int:
    """The card that is played as a rank on a building pile."""
    for step in range(plays(course)):
        if course.rank[step] == rank and pile_of(wide(course.moves[step])) == pile:
            return step
    return NO_STEP


@compiled
def has(course: Course, other: Course, step: int) -> bool:
    """Whether a course plays the same card as a step of another, on whatever building pile."""
    for own in range(plays(course)):
        same_source = (
            is_from_hand(other, step)
            if is_from_hand(course, own)
            else not is_from_hand(other, step)
            and comes_from(course, own, wide(other.owner[step]), what_of(wide(other.moves[step])) % PILES_PER_SEAT)
        )
        if same_source and course.card[own] == other.card[step]:
            return True
    return False


@compiled
def comes_from_a_stock(course: Course, step: int) -> bool:
    move = wide(course.moves[step])
    return bool(kind_of(move) == FROM_PILE and what_of(move) % PILES_PER_SEAT == FROM_STOCK)


@compiled
def kept_more(course: Course, other: Course, rank: int) -> bool:
    """Whether a course keeps more cards of a rank in the hand than another."""
    return bool(course.kept[rank] > other.kept[rank])


@compiled
def first_kept_more(course: Course, other: Course, playing: Course) -> int:
    """The first card that a course plays from the hand and of which one of two keeps more; NONE if there is none."""
    for step in range(plays(playing)):
        if is_from_hand(playing, step) and kept_more(course, other, wide(playing.card[step])):
            return wide(playing.card[step])
    return NONE


# How near others are to their stock cards


@compiled
def nearest_pile(workspace: Workspace, course: Course, owner: int) -> int:
    """The building pile on which a seat comes nearest to its stock card, as far as it can be seen."""
    best = 0
    for pile in range(1, BUILDINGS):
        at, than = course.heights[pile], course.heights[best]
        more = workspace.reach[owner, at] - workspace.reach[owner, than]
        if more > 0 or (more == 0 and workspace.missing[owner, at] < workspace.missing[owner, than]):
            best = pile
    return best


@compiled
def chance_of(workspace: Workspace, course: Course, owner: int) -> int:
    return wide(workspace.reach[owner, course.heights[nearest_pile(workspace, course, owner)]])


@compiled
def stock_card(state: State, seat: int) -> int:
    """The rank on top of a stock pile; NONE if it is empty."""
    pile = stock_of(seat)
    return rank_of(state.top[pile]) if state.count[pile] else NONE


@compiled
def are_partners(state: State, seat: int, other: int) -> bool:
    return bool(seat != other and (seat - other) % wide(state.teams) == 0)


# The themes


@compiled
def own_stock(state: State, better: Course, worse: Course, advice: Advice) -> bool:
    if better.features[STOCK_PLAYED] <= worse.features[STOCK_PLAYED]:
        return False
    if comes_from_a_stock(better, 0):
        return say(advice, STOCK_NOW, NONE, NONE, NONE, NONE)
    return say(advice, STOCK_SOON, stock_card(state, wide(state.turn)), NONE, NONE, NONE)


@compiled
def differ_in_pile(better: Course, worse: Course) -> bool:
    """Whether the courses lead to the same building piles, in any order, and discard on different piles."""
    here, there = discard_step(better), discard_step(worse)
    if here == NO_STEP or there == NO_STEP:
        return False
    if pile_of(wide(better.moves[here])) == pile_of(wide(worse.moves[there])):
        return False
    for pile in range(BUILDINGS):
        balance = 0
        for other in range(BUILDINGS):
            balance += better.heights[other] == better.heights[pile]
            balance -= worse.heights[other] == better.heights[pile]
        if balance:
            return False
    return True


@compiled
def is_on_a_way(card: int, stock: int, course: Course, ranks: int) -> bool:
    """Whether a card lies on the way from some building pile to the stock card."""
    ways = 0
    for pile in range(BUILDINGS):
        ways |= ranks_between(wide(course.heights[pile]), stock, ranks)
    return card != NONE and bool((ways >> card) & 1)


@compiled
def way_to_stock(state: State, better: Course, worse: Course, advice: Advice) -> bool:
    stock, ranks = stock_card(state, wide(state.turn)), wide(state.ranks)
    if stock == NONE or better.features[STOCK_PLAYED] > worse.features[STOCK_PLAYED]:
        return False
    there, here = discard_step(worse), discard_step(better)
    if there != NO_STEP and differ_in_pile(better, worse):
        covered = wide(worse.covered[there])
        if is_on_a_way(covered, stock, better, ranks):
            return say(advice, WAY_OPEN, covered, stock, NONE, NONE)
    if better.features[PATH_READY] > worse.features[PATH_READY]:
        return say(advice, WAY_READY, NONE, stock, NONE, NONE)
    lacking = (2 << ranks) - 1
    for pile in range(BUILDINGS):
        way = ranks_between(wide(better.heights[pile]), stock, ranks) & ~better.usable
        if count_bits(way) < count_bits(lacking):
            lacking = way
    covers = here != NO_STEP and is_on_a_way(wide(better.covered[here]), stock, better, ranks)
    if better.features[PATH_MISSING_ONE] and count_bits(lacking) == 1 and not covers:
        return say(advice, WAY_LACKS, count_bits(lacking - 1), stock, NONE, NONE)
    return say(advice, WAY_NEARER, NONE, stock, NONE, NONE)


@compiled
def new_cards(better: Course, worse: Course, advice: Advice) -> bool:
    if better.features[REFILL] > worse.features[REFILL]:
        return say(advice, EMPTIES, NONE, NONE, NONE, NONE)
    fewer = better.features[HAND_KEPT] < worse.features[HAND_KEPT]
    if not fewer and better.features[HAND_KEPT_SCARCE] >= worse.features[HAND_KEPT_SCARCE]:
        return False
    played = first_kept_more(worse, better, better)
    return say(advice, DRAWS_MORE if played == NONE else DRAWS, played, NONE, NONE, NONE)


@compiled
def saved_card(better: Course, worse: Course, advice: Advice) -> bool:
    spent = first_kept_more(better, worse, worse)
    return spent != NONE and say(advice, SAVES, spent, NONE, NONE, NONE)


@compiled
def useful_cards(state: State, better: Course, worse: Course, advice: Advice) -> bool:
    if advice.points[PLAYABLE_KEPT] > 0 and better.features[PLAYABLE_KEPT] < worse.features[PLAYABLE_KEPT]:
        played = first_kept_more(worse, better, better)
        return played != NONE and say(advice, PLAYS_FITTING, played, NONE, NONE, NONE)
    for card in range(WILD + 1, RANKS_AND_WILD):
        if kept_more(better, worse, card) and is_wanted_soon(card, better, wide(state.ranks)):
            return say(advice, KEEPS_USEFUL, card, NONE, NONE, NONE)
    return False


@compiled
def is_wanted_soon(card: int, course: Course, ranks: int) -> bool:
    """Whether some building pile takes a card within three plays, after a course."""
    nearest = ranks
    for pile in range(BUILDINGS):
        nearest = min(nearest, count_bits(ranks_between(wide(course.heights[pile]), card, ranks)))
    return nearest < SOON


@compiled
def equal_cards(better: Course, worse: Course, advice: Advice) -> bool:
    for card in range(WILD + 1, RANKS_AND_WILD):
        if kept_more(worse, better, card) and worse.kept[card] > 1:
            return say(advice, SPARE, card, NONE, NONE, NONE)
    return False


@compiled
def wilds(better: Course, worse: Course, advice: Advice) -> bool:
    if better.features[WILDS_HELD] > worse.features[WILDS_HELD]:
        return say(advice, SAVES_WILD, NONE, NONE, NONE, NONE)
    for step in range(plays(better)):
        from_discards = not is_from_hand(better, step) and not comes_from_a_stock(better, step)
        if from_discards and better.card[step] == WILD:
            return say(advice, FREES_WILD, NONE, NONE, NONE, NONE)
    there = discard_step(worse)
    covers = there != NO_STEP and worse.covered[there] == WILD
    return covers and say(advice, OPEN_WILD, NONE, NONE, NONE, NONE)


@compiled
def order_of_discards(better: Course, worse: Course, advice: Advice) -> bool:
    here, there = discard_step(better), discard_step(worse)
    most_of_it = 2 * (advice.points[BURIALS] + advice.points[BURIAL_GAP]) >= advice.weight[DISCARD_ORDER]
    if there != NO_STEP and most_of_it and fit(worse, there) == BURIAL:
        pile = pile_of(wide(worse.moves[there])) + 1
        return say(advice, BURIAL, wide(worse.card[there]), wide(worse.covered[there]), NONE, pile)
    if here == NO_STEP or there == NO_STEP or fit(better, here) in (BURIAL, BAD_FIT):
        return say(advice, BETTER_ORDER, NONE, NONE, NONE, NONE)
    card = wide(better.card[here])
    if fit(better, here) != fit(worse, there):
        return say(advice, fit(better, here), card, wide(better.covered[here]), NONE, NONE)
    if card > worse.card[there]:
        return say(advice, HIGH, card, wide(worse.card[there]), NONE, NONE)
    return say(advice, BETTER_ORDER, NONE, NONE, NONE, NONE)


@compiled
def fit(course: Course, step: int) -> int:
    """How a discard fits on its pile: the sentence about it, or BAD_FIT."""
    card, covered = wide(course.card[step]), wide(course.covered[step])
    if covered == NONE:
        return ON_NOTHING
    if card == WILD or covered == WILD:
        return BAD_FIT
    if card > covered:
        return BURIAL
    if card == covered:
        return ON_AN_EQUAL
    if card == covered - 1:
        return ON_A_RUN
    return ON_A_STEP if card >= covered - 3 else BAD_FIT


@compiled
def opponent(state: State, workspace: Workspace, better: Course, worse: Course, is_next: bool, advice: Advice) -> bool:
    """About the opponent whose chance to play a stock card falls most: the next one, or one of those after."""
    seat, most = NONE, 0
    for other in range(wide(state.players)):
        turns = workspace.near[other]
        if turns > 0 and (turns == 1) == is_next and not are_partners(state, wide(state.turn), other):
            loss = chance_of(workspace, worse, other) - chance_of(workspace, better, other)
            if loss > most:
                seat, most = other, loss
    if seat == NONE:
        return False
    pile, needed = nearest_pile(workspace, worse, seat), stock_card(state, seat)
    opening, closing = last_on(worse, pile), play_as(better, needed, pile)
    if opening != NO_STEP and not has(better, worse, opening):
        card, here = wide(worse.card[opening]), discard_step(better)
        kept = is_from_hand(worse, opening) and (here == NO_STEP or better.card[here] != card)
        if workspace.missing[seat, worse.heights[pile]]:
            return say(advice, HELP if kept else HELP_IF_PLAYED, card, needed, seat, NONE)
        return say(advice, GIFT if kept else GIFT_IF_PLAYED, card, needed, seat, NONE)
    if closing != NO_STEP and not has(worse, better, closing):
        text = BLOCK_WITH_WILD if better.card[closing] == WILD else BLOCK
        return say(advice, text, NONE, needed, seat, NONE)
    return say(advice, HINDER, NONE, needed, seat, NONE)


@compiled
def cards_of_next(state: State, better: Course, worse: Course, advice: Advice) -> bool:
    """About a card on a discard pile of the next player, which fits only after the worse course."""
    turn = wide(state.turn)
    seat = (turn + 1) % wide(state.players)
    if are_partners(state, turn, seat):
        return False
    for number in range(DISCARDS):
        pile = discard_of(seat, number)
        card = rank_of(state.top[pile]) if state.count[pile] else NONE
        if card != NONE and fits(card, worse) and not fits(card, better):
            return say(advice, DENY, card, NONE, seat, NONE)
    return False


@compiled
def fits(card: int, course: Course) -> bool:
    """Whether some building pile takes a card after a course."""
    wanted = 0
    for pile in range(BUILDINGS):
        wanted |= 2 << wide(course.heights[pile])
    return bool((wanted >> card) & 1)


@compiled
def partners_stock(state: State, better: Course, advice: Advice) -> bool:
    for step in range(plays(better)):
        if comes_from_a_stock(better, step) and better.owner[step] != state.turn:
            return say(advice, PARTNER_STOCK, wide(better.card[step]), NONE, wide(better.owner[step]), NONE)
    return False


@compiled
def partner(state: State, workspace: Workspace, better: Course, worse: Course, advice: Advice) -> bool:
    """About the partner whose chance to play a stock card rises most."""
    seat, most = NONE, 0
    for other in range(wide(state.players)):
        if workspace.near[other] == PARTNER:
            gain = chance_of(workspace, better, other) - chance_of(workspace, worse, other)
            if gain > most:
                seat, most = other, gain
    if seat == NONE:
        return False
    needed = stock_card(state, seat)
    opening = last_on(better, nearest_pile(workspace, better, seat))
    if opening != NO_STEP and not has(worse, better, opening):
        return say(advice, PARTNER_HELPED, wide(better.card[opening]), needed, seat, NONE)
    return say(advice, PARTNER_OPEN, NONE, needed, seat, NONE)


@compiled
def sentence_of(theme: int, state: State, workspace: Workspace, better: Course, worse: Course, advice: Advice) -> bool:
    """Lets a theme write its sentence; returns whether it has one."""
    if theme == OWN_STOCK:
        return own_stock(state, better, worse, advice)
    if theme == WAY_TO_STOCK:
        return way_to_stock(state, better, worse, advice)
    if theme == NEW_CARDS:
        return new_cards(better, worse, advice)
    if theme == SAVED_CARD:
        return saved_card(better, worse, advice)
    if theme == USEFUL_CARDS:
        return useful_cards(state, better, worse, advice)
    if theme == EQUAL_CARDS:
        return equal_cards(better, worse, advice)
    if theme == WILD_CARDS:
        return wilds(better, worse, advice)
    if theme == DISCARD_ORDER:
        return order_of_discards(better, worse, advice)
    if theme == NEXT_OPPONENT:
        return opponent(state, workspace, better, worse, True, advice)
    if theme == CARDS_OF_NEXT:
        return cards_of_next(state, better, worse, advice)
    if theme == LATER_OPPONENTS:
        return opponent(state, workspace, better, worse, False, advice)
    if theme == DIFFERENT_NEEDS:
        shared = better.features[NEEDS_SHARED] < worse.features[NEEDS_SHARED]
        return shared and say(advice, VARIETY, NONE, NONE, NONE, NONE)
    if theme == LOW_PILES:
        lower = better.features[ALL_HEIGHTS] < worse.features[ALL_HEIGHTS]
        return lower and say(advice, LESS_TO_BUILD_ON, NONE, NONE, NONE, NONE)
    if theme == COMPLETED_PILES:
        rises = better.features[COMPLETED_SCARCE] > worse.features[COMPLETED_SCARCE]
        return say(advice, IS_COMPLETED if rises else UNCOMPLETED, NONE, NONE, NONE, NONE)
    if theme == PARTNERS_STOCK:
        return partners_stock(state, better, advice)
    return partner(state, workspace, better, worse, advice)
