"""How much Hypothesis tries: less where the kernel runs interpreted, which is a thousand times slower."""

from hypothesis import HealthCheck, settings

from skipbo.kernel.compiling import INTERPRETED

settings.register_profile("compiled", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("interpreted", settings.get_profile("compiled"), max_examples=8)
settings.load_profile("interpreted" if INTERPRETED else "compiled")
