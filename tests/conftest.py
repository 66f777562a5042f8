"""Settings of every test: hypothesis plays the same examples each time and watches no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "okey", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("okey")
