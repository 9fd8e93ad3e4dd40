"""Levels for people: the planner, softened by heat until every level is the same step weaker than the next."""

# The heat of each level in points of the planner's evaluation, weak to strong; found by bench/levels.py
LEVELS = {
    "novice": 6.0,
    "casual": 3.0,
    "steady": 1.5,
    "sharp": 0.7,
    "master": 0.0,
}
DEFAULT_LEVEL = "steady"
