"""Link previews: what a messenger shows of the link to a table, made by the server itself."""
