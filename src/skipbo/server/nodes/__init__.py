"""Several nodes, which are servers of one database: any of them serves any table, and one at a time keeps it."""
