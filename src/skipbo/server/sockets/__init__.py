"""WebSockets: one connection of one person to one table."""
