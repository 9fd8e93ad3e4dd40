"""Levels for people: the planner, softened by heat until every level is the same step weaker than the next."""

# The heat of each level in points of the planner's evaluation, weak to strong; found by bench/levels.py
LEVELS = {
    "novice": 1.55,
    "casual": 0.84,
    "steady": 0.45,
    "sharp": 0.21,
    "master": 0.0,
}
DEFAULT_LEVEL = "steady"
