"""The interval of a share measured on whole deals, against arithmetic and against chance."""

import math
import random

import pytest

from okey.ladder.estimate import Estimate, mean, ratio


def test_the_formula() -> None:
    # by hand: R = 4/8; residuals 1, -1, 0; variance 3/2 * 2 / 64
    found = ratio([(3, 4), (0, 2), (1, 2)])
    assert found is not None
    assert found.value == 0.5
    reach = 1.959963984540054 * math.sqrt(1.5 * 2 / 64)
    assert found.low == pytest.approx(0.5 - reach)
    assert found.high == pytest.approx(0.5 + reach)


def test_hands_of_a_deal_count_as_one() -> None:
    """Whole deals that are won or lost together give the interval of as many coins as there are deals."""
    clustered = ratio([(4, 4), (0, 4)] * 50)
    single = ratio([(1, 1), (0, 1)] * 50)
    assert clustered == single


@pytest.mark.parametrize("clusters", [[], [(1, 4)], [(0, 0), (0, 0)]])
def test_too_little_gives_nothing(clusters: list[tuple[int, int]]) -> None:
    assert ratio(clusters) is None


def test_clear_of() -> None:
    found = Estimate(0.3, 0.26, 0.34)
    assert found.clear_of(0.25)
    assert found.clear_of(0.35)
    assert not found.clear_of(0.26)


def test_the_interval_covers_as_often_as_it_says() -> None:
    """A thousand samples of deals of uneven size and luck shared by a deal: about 95 % cover the truth."""
    rng = random.Random(1)

    def deal() -> tuple[int, int]:
        size = rng.choice((0, 2, 4))
        luck = rng.choice((0.1, 0.5))
        return sum(rng.random() < luck for _ in range(size)), size

    covered = 0
    for _ in range(1000):
        found = ratio(deal() for _ in range(200))
        assert found is not None
        covered += not found.clear_of(0.3)
    assert 930 <= covered <= 970


def test_a_mean_has_an_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found is not None
    assert found.value == 2.5
    assert found.high - found.value == pytest.approx(1.96 * (5 / 3) ** 0.5 / 2, abs=1e-3)
    assert found.value - found.low == pytest.approx(found.high - found.value)
    assert mean([1.0]) is None
