"""The summary of a tournament: one object of plain numbers, which `--json` prints and the report shows."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from skipbo.arena.pairings import Entrant
from skipbo.arena.ratings import MatchResult, Matrix, rate
from skipbo.arena.referee import Clock
from skipbo.arena.sample import Sample
from skipbo.arena.statistics import elo_of, fair_share_of, share_of, spread_of
from skipbo.arena.tally import MatchTally
from skipbo.arena.tournament import Tournament

BRADLEY_TERRY, PLACKETT_LUCE = "Bradley–Terry", "Plackett–Luce"


def summarise(tournament: Tournament, sample: Sample) -> dict[str, Any]:
    """The same for the same games, except for measured times."""
    plan = tournament.plan
    clocks = tournament.clocks | {label: clock for label, clock in sample.clocks.items() if clock.moves}
    options = plan.as_dict()
    summary: dict[str, Any] = {
        **{name: options[name] for name in ("edition", "players", "partners", "stock", "seed")},
        **describe(tournament.tallies, plan.entrants, clocks),
    }
    if plan.luck_adjusted:
        adjusted = {entrant.label: describe_adjusted(tournament.tallies, entrant) for entrant in plan.entrants}
        summary["luck_adjusted"] = adjusted
    if tournament.sprt is not None:
        summary["sprt"] = {
            "elo0": tournament.sprt.elo0,
            "elo1": tournament.sprt.elo1,
            "llr": tournament.sprt.ratio,
            "accepted": tournament.sprt.accepted,
        }
    if plan.is_round_robin:
        summary["matches"] = [
            describe(tallies, sorted(tallies[0].meeting.entrants, key=plan.entrants.index), clocks)
            for tallies in by_match(tournament.tallies)
        ]
        results = [match_result(tallies, plan.entrants) for tallies in by_match(tournament.tallies)]
        ratings = rate(len(plan.entrants), results)
        summary["ratings"] = {
            "model": BRADLEY_TERRY if plan.table.teams == 2 else PLACKETT_LUCE,
            "bots": {
                entrant.label: {"rating": rating.rating, "low": rating.low, "high": rating.high}
                for entrant, rating in zip(plan.entrants, ratings, strict=True)
            },
        }
    return summary


def by_match(tallies: Iterable[MatchTally]) -> list[list[MatchTally]]:
    return [list(group) for _match, group in groupby(tallies, key=lambda tally: tally.meeting.match)]


def describe(tallies: Sequence[MatchTally], entrants: Iterable[Entrant], clocks: dict[str, Clock]) -> dict[str, Any]:
    """Counts and bots of one match, or of all matches together."""
    games = sum(tally.games for tally in tallies)
    seconds = sum(tally.seconds for tally in tallies)
    return {
        "games": games,
        "blocked": sum(tally.blocked for tally in tallies) / max(games, 1),
        "drawn": sum(tally.drawn for tally in tallies) / max(games, 1),
        "moves_per_game": sum(tally.moves for tally in tallies) / max(games, 1),
        "turns_per_game": sum(tally.turns for tally in tallies) / max(games, 1),
        "games_per_s": games / seconds if seconds else None,
        "bots": {entrant.label: describe_bot(tallies, entrant, clocks[entrant.label]) for entrant in entrants},
    }


def describe_bot(tallies: Sequence[MatchTally], entrant: Entrant, clock: Clock) -> dict[str, Any]:
    played = [tally for tally in tallies if entrant in tally.meeting.entrants]
    share = share_of([tally.sums(entrant) for tally in played])
    meeting = played[0].meeting  # in a round robin every entrant holds one side in each match
    sides, held = meeting.table.teams, meeting.sides_of(entrant)
    wins = sum(tally.sums(entrant).wins for tally in played)
    return {
        "share": share.share,
        "low": share.low,
        "high": share.high,
        "elo": elo_of(share.share, sides, held),
        "elo_low": elo_of(share.low, sides, held),
        "elo_high": elo_of(share.high, sides, held),
        "games": sum(tally.games for tally in played),
        "wins": int(wins) if wins == int(wins) else wins,
        "seats": meeting.seats_of(entrant),
        "forfeits": sum(tally.forfeits(entrant) for tally in played),
        "seconds_per_move": clock.mean,
        "slowest_seconds": clock.slowest if clock.moves else None,
    }


def describe_adjusted(tallies: Sequence[MatchTally], entrant: Entrant) -> dict[str, Any]:
    """The share of a bot less its luck, the games that would be as sure without the adjustment, and its mean luck.

    That luck is 0 within its interval is the proof that plain and adjusted shares agree.
    """
    played = [tally for tally in tallies if entrant in tally.meeting.entrants and tally.deals]
    fair, plain = [tally.fair_sums(entrant) for tally in played], [tally.sums(entrant) for tally in played]
    share, spread = fair_share_of(fair), sum(map(spread_of, fair))
    luck = fair_share_of([tally.luck_sums(entrant) for tally in played])
    games = sum(tally.games for tally in played)
    worth = games * sum(map(spread_of, plain)) / spread if spread else None
    return {
        "share": share.share,
        "low": share.low,
        "high": share.high,
        "worth_games": worth,
        "luck": luck.share,
        "luck_low": luck.low,
        "luck_high": luck.high,
    }


def wins_between(tournament: Tournament) -> Matrix:
    """Games that the entrant of the row won in the matches that the entrant of the column played, too."""
    entrants = tournament.plan.entrants
    wins = np.zeros((len(entrants), len(entrants)))
    for tally in tournament.tallies:
        for one in tally.meeting.entrants:
            for other in tally.meeting.entrants:
                if one != other and tally.deals:
                    wins[entrants.index(one), entrants.index(other)] += tally.sums(one).wins
    return wins


def match_result(tallies: Sequence[MatchTally], entrants: Sequence[Entrant]) -> MatchResult:
    """The games of one match over all orders around the table, for the ratings."""
    numbers = sorted(map(entrants.index, tallies[0].meeting.entrants))
    wins, covariance = np.zeros(len(numbers)), np.zeros((len(numbers), len(numbers)))
    for tally in tallies:
        at = [numbers.index(entrants.index(entrant)) for entrant in tally.meeting.entrants]
        wins[at] += tally.shared_wins
        covariance[np.ix_(at, at)] += tally.covariance
    return MatchResult(tuple(numbers), wins, covariance)
