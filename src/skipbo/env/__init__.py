"""Environments for people who train agents: PettingZoo, Gymnasium and OpenSpiel, all of them on the same kernel.

Importing it registers our games with those suites that are installed; `skipbo[env]` installs them all.
"""

from skipbo.env.registration import register

register()
