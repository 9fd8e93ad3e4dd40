"""The champion: the planner's best ideas, ranked by a small network that was taught by worlds played on."""
