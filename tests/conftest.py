"""Settings of every test: hypothesis plays the same examples each time and watches no clock.

Tests that are marked `soak` or `long` run only where `-m` names the mark.
"""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "okey", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("okey")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: takes minutes or hours; only run by `-m soak`")
    config.addinivalue_line("markers", "long: takes minutes; only run by `make long` and `make test-all`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for mark in ("soak", "long"):
        if mark not in config.option.markexpr:
            left_out = [item for item in items if item.get_closest_marker(mark)]
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in left_out]
