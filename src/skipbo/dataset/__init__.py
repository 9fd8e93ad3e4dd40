"""Datasets: every decision of many games between bots as Parquet files, with a data card."""
