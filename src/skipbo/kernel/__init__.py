"""The rules, written once: plain functions over one NumPy record, compiled for a core or a GPU."""
