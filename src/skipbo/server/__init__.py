"""The server: tables for people who are not in the same room. A table's state is made from its log in a store."""
