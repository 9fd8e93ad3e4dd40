"""The reasons for a move in sentences, as `argument.py` finds them."""

from skipbo.coach.advice import new_advice
from skipbo.coach.argument import tell_why, tell_why_best
from skipbo.coach.course import NONE
from skipbo.coach.explanation import Explanation, Option
from skipbo.coach.sentences import TEXTS, Sentence
from skipbo.kernel.layout import States


def best_reasons(thoughts: Explanation) -> tuple[Sentence, ...]:
    """Why the planner's move is better than the next best, and if it is a discard, first why no card is played."""
    advice, courses = new_advice(), thoughts.courses
    tell_why_best(thoughts.states, thoughts.weights, thoughts.workspace, courses, len(courses), advice)
    return read(advice)


def why(thoughts: Explanation, better: Option, worse: Option | None) -> tuple[Sentence, ...]:
    """Why an option is better than another, the weightiest reason first; None stands for no worse option."""
    advice, courses = new_advice(), thoughts.courses
    against = NONE if worse is None else worse.number
    tell_why(
        thoughts.states,
        thoughts.weights,
        thoughts.workspace,
        courses,
        len(courses),
        better.number,
        against,
        advice,
    )
    return read(advice)


def read(advice: States) -> tuple[Sentence, ...]:
    told = advice[0]
    named = [getattr(told, name).tolist() for name in ("text", "card", "needed", "seat", "pile")]
    rows = list(zip(*named, strict=True))[: int(told.count)]
    return tuple(Sentence(TEXTS[text], *(None if each == NONE else each for each in others)) for text, *others in rows)
