"""The game as a person thinks of it: cards, moves, events, views and games as Python objects."""
