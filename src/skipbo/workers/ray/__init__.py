"""Workers on a Ray cluster. The command starts a driver, a process of its own, which talks to Ray for it."""
