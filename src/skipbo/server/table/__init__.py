"""One table: its state, its commands, its projections, and the room in which it is played."""
