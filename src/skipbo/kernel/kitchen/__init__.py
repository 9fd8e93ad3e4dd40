"""A kitchen table: the record of a game in which people err, their acts, and what each seat sees of it."""
