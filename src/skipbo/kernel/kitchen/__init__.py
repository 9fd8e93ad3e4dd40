"""A kitchen table: the record of a game in which players err, their acts, and the views of it."""
