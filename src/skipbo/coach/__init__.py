"""Explains moves: what the planner would play in a position, and why."""
