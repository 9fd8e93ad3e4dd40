"""The planner: it searches the ways to play out a turn and weighs where each ends."""
