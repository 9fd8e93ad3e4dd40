"""What holds for all tests: how much Hypothesis tries, that Ctrl-C works, and that nothing is said unasked."""

import signal

from hypothesis import HealthCheck, settings

from skipbo.kernel.compiler import INTERPRETED, announcer

# Less where the kernel runs interpreted, which is a thousand times slower
settings.register_profile("compiled", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("interpreted", settings.get_profile("compiled"), max_examples=4)
settings.load_profile("interpreted" if INTERPRETED else "compiled")

# A shell starts what it runs in the background with Ctrl-C ignored, and the processes that tests start inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

announcer.silent = True  # what a test reads must not depend on whether it is the first to compile
