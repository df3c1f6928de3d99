"""Statistics of results: intervals, Elo, a sequential test.

A score is the mean result of a player, from 0 (all lost) to 1 (all won); a draw counts
one half.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from pygame_search.support.json_objects import JsonObject

Interval = tuple[float, float]

CONFIDENCE = 0.95
_RESAMPLES = 10_000
#: Added to the count of each result: a result not seen yet is still possible.
_PRIOR = 1e-3


def wilson(score: float, games: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's score interval (1927); (0, 1) without games.

    It is the interval for a proportion of successes. Draws, which count one half, only
    reduce the variance, so with draws the interval is wider than necessary.

    >>> [round(end, 4) for end in wilson(0.9, 10)]
    [0.5958, 0.9821]
    """
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = wilson_middle(score, games, confidence)
    root = math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    half = z * root / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def wilson_middle(score: float, games: int, confidence: float = CONFIDENCE) -> float:
    """Return the middle of Wilson's interval, which is always above 0 and below 1."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return (score * games + z * z / 2) / (games + z * z)


def bootstrap(
    values: Sequence[float], confidence: float = CONFIDENCE, seed: int = 1
) -> Interval | None:
    """Return the percentile interval of the mean (Efron 1979); None without values.

    The values must be independent: for paired games, use the mean of each pair. If all
    values are equal, the interval has no width and no meaning.
    """
    if not values:
        return None
    source = np.random.default_rng(seed)
    data = np.asarray(values, dtype=np.float64)
    means = np.array([source.choice(data, data.size).mean() for _ in range(_RESAMPLES)])
    tail = 50 * (1 - confidence)
    low, high = np.percentile(means, [tail, 100 - tail])
    return float(low), float(high)


def elo(score: float) -> float:
    """Return the Elo difference that a score shows; infinite at 0 and 1.

    >>> round(elo(0.75), 1), elo(0.5), elo(1.0)
    (190.8, 0.0, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def expected(difference: float) -> float:
    """Return the expected score for an Elo difference.

    >>> round(expected(190.8), 3), expected(0)
    (0.75, 0.5)
    """
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True, slots=True)
class SequentialTest(JsonObject):
    """A sequential probability ratio test (Wald 1945) of two differences in Elo.

    The ratio compares the greatest likelihoods under the two hypotheses, over all
    distributions of the results of pairs (M. Van den Bergh, The generalized sequential
    probability ratio test for paired games). So no share of draws is assumed.

    Attributes:
        low: the difference under the first hypothesis.
        high: the difference under the second one, greater than `low`.
        alpha: the probability of accepting the second if the first is true.
        beta: the probability of accepting the first if the second is true.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    json_members = "elo0=low elo1=high bounds"

    @property
    def bounds(self) -> Interval:
        """The logarithms of the ratios at which the test ends."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, pairs: Sequence[float]) -> float:
        """Return the logarithm of the likelihood ratio of the scores of pairs."""
        if not pairs:
            return 0.0
        counts = Counter(pairs)
        results = sorted({0.0, 0.25, 0.5, 0.75, 1.0} | set(counts))
        weights = [counts[result] + _PRIOR for result in results]
        total = sum(weights)
        shares = [weight / total for weight in weights]
        first = _most_likely(results, shares, expected(self.low))
        second = _most_likely(results, shares, expected(self.high))
        return math.fsum(
            weight * math.log(q / p)
            for weight, p, q in zip(weights, first, second, strict=True)
        )

    def verdict(self, pairs: Sequence[float]) -> str | None:
        """Return `low` or `high` if the test has ended; None if it continues."""
        ratio = self.ratio(pairs)
        low, high = self.bounds
        return "low" if ratio <= low else "high" if ratio >= high else None


def _most_likely(
    results: Sequence[float], shares: Sequence[float], mean: float
) -> list[float]:
    """Return the most likely distribution with a given mean, for observed shares.

    Each share is divided by 1 + x (result - mean), with the x that gives the mean
    (A. Owen, Empirical likelihood ratio confidence intervals, 1988).
    """
    from scipy.optimize import brentq

    off = [result - mean for result in results]

    def excess(x: float) -> float:
        return math.fsum(p * d / (1 + x * d) for p, d in zip(shares, off, strict=True))

    least, most = -1 / max(off), -1 / min(off)
    margin = 1e-9 * (most - least)
    x = brentq(excess, least + margin, most - margin)
    return [p / (1 + x * d) for p, d in zip(shares, off, strict=True)]


def interval_text(interval: Interval | None, digits: int) -> str:
    """Return an interval as text."""
    if interval is None:
        return "-"
    return f"{interval[0]:.{digits}f} to {interval[1]:.{digits}f}"


def signed(number: float) -> str:
    """Return an Elo difference as text, with its sign."""
    if math.isinf(number):
        return "+∞" if number > 0 else "-∞"
    return f"{number:+.0f}"
