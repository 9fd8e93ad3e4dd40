"""The searcher: tries the planner's best ideas on the same re-dealt worlds, and plays the one that wins most often."""
