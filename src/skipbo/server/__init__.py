"""Tables for people who are not in the same room: a table is a log of events in a store, its state is their fold."""
