"""WebSockets: each is one connection of one guest to one table."""
