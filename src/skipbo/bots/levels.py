"""Levels for people: the planner, softened by heat until every level is the same step weaker than the next."""

from skipbo.language import mark

# The heat of each level in points of the planner's evaluation, weak to strong
LEVELS = {
    mark("novice"): 6.0,
    mark("casual"): 3.0,
    mark("steady"): 1.5,
    mark("sharp"): 0.7,
    mark("master"): 0.0,
}
