"""A game at a kitchen table, where people err and others call it."""
