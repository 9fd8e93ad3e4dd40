"""A game at a kitchen table, where players make mistakes and others call them."""
