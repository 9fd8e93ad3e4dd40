"""`python -m skipbo` is `skipbo`."""

from skipbo.cli import main

main()
