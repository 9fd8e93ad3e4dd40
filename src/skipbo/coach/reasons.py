"""The reasons for a move in sentences, as `argument.py` finds them."""

from skipbo.coach.advice import new_advice
from skipbo.coach.argument import tell_why
from skipbo.coach.course import NONE
from skipbo.coach.explanation import Explanation, Option
from skipbo.coach.sentences import TEXTS, Sentence
from skipbo.kernel.layout import States


def best_reasons(thoughts: Explanation) -> tuple[Sentence, ...]:
    """Why the planner's move is better than the next best, and if it is a discard, first why no card is played."""
    return _tell(thoughts, NONE, NONE)


def why(thoughts: Explanation, better: Option, worse: Option | None) -> tuple[Sentence, ...]:
    """Why an option is better than another, the weightiest reason first; None stands for no worse option."""
    return _tell(thoughts, better.number, NONE if worse is None else worse.number)


def _tell(thoughts: Explanation, better: int, worse: int) -> tuple[Sentence, ...]:
    advice, courses = new_advice(), thoughts.courses
    tell_why(thoughts.states, thoughts.weights, thoughts.workspace, courses, len(courses), better, worse, advice)
    return read(advice)


def read(advice: States) -> tuple[Sentence, ...]:
    told = advice[0]
    named = [getattr(told, name).tolist() for name in ("text", "card", "needed", "seat", "pile")]
    rows = list(zip(*named, strict=True))[: int(told.count)]
    return tuple(Sentence(TEXTS[text], *(None if each == NONE else each for each in others)) for text, *others in rows)
