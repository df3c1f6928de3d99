"""Learning from games: TD(lambda), and logistic regression.

Both learn a linear function of the features. A *squash* turns its value into a
prediction of the outcome: 0 for the least goal value, 1 for the greatest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Newton's method: the maximum number of steps, and the step size at which to stop.
_STEPS = 50
_SMALL = 1e-9


@dataclass(frozen=True, slots=True)
class Squash:
    """A function that turns weighted sums into predictions.

    Attributes:
        value: the predictions.
        slope: the derivative, given the predictions.
    """

    value: Callable[[Floats], Floats]
    slope: Callable[[Floats], Floats]


def _logistic(sums: Floats) -> Floats:
    found: Floats = 0.5 * (1.0 + np.tanh(0.5 * sums))
    return found


def _logistic_slope(values: Floats) -> Floats:
    return values * (1.0 - values)


LOGISTIC = Squash(_logistic, _logistic_slope)
LINEAR = Squash(lambda sums: sums, np.ones_like)


def td_lambda(
    weights: Floats,
    features: Floats,
    outcome: float,
    *,
    decay: float,
    step: float,
    squash: Squash = LOGISTIC,
) -> Floats:
    """Return the change of the weights after a game (Sutton 1988).

    The change is the sum over time t of `step * (P[t + 1] - P[t])` times the sum over
    k <= t of `decay ** (t - k)` times the gradient of P[k]. P[t] is the prediction in
    position t, and the one after the last is the outcome.

    >>> one_feature = np.array([[1.0], [2.0]])
    >>> zero = np.zeros(1)
    >>> td_lambda(zero, one_feature, 1.0, decay=0.5, step=1.0, squash=LINEAR).tolist()
    [2.5]

    Args:
        weights: the weights before the game; they do not change during it.
        features: the features of each position, in order.
        outcome: the outcome of the game.
        decay: lambda: 1 learns from the outcome alone, 0 from the next position alone.
        step: the step size.
        squash: the function that makes predictions.
    """
    predictions = squash.value(features @ weights)
    errors = np.diff(predictions, append=outcome)
    gradients = squash.slope(predictions)[:, np.newaxis] * features
    trace = np.zeros_like(weights)
    change = np.zeros_like(weights)
    for error, gradient in zip(errors, gradients, strict=True):
        trace = decay * trace + gradient
        change += error * trace
    return step * change


def logistic_regression(
    features: Floats,
    targets: Floats,
    counts: Floats,
    ridge: Floats,
    start: Floats | None = None,
) -> Floats:
    """Return the weights of least cross entropy, by Newton's method.

    Args:
        features: the features of each position.
        targets: the prediction wanted for each, from 0 to 1.
        counts: the weight of each position in the sum.
        ridge: for each weight, the penalty of half its square; greater than 0.
        start: an approximation of the weights, zeros by default.
    """
    weights = np.zeros(features.shape[1]) if start is None else start

    def cost(some: Floats) -> float:
        sums = features @ some
        each = np.logaddexp(0.0, sums) - targets * sums
        return float(counts @ each + 0.5 * ridge @ some**2)

    now = cost(weights)
    for _ in range(_STEPS):
        values = _logistic(features @ weights)
        gradient = features.T @ (counts * (targets - values)) - ridge * weights
        curve = (features.T * (counts * _logistic_slope(values))) @ features
        # If no position depends on a weight, the curvature is 0, and so is the step.
        step = np.linalg.lstsq(curve + np.diag(ridge), gradient, rcond=None)[0]
        while (found := cost(weights + step)) > now:
            step = step / 2
            if np.abs(step).max() < _SMALL:
                return weights
        weights, now = weights + step, found
        if np.abs(step).max() < _SMALL:
            break
    return weights


def whole_numbers(weights: Sequence[float], largest: int) -> tuple[int, ...]:
    """Return whole numbers in nearly the same proportions, with a given largest one.

    >>> whole_numbers([0.5, -0.25, 0.001], 100), whole_numbers([0.0], 100)
    ((100, -50, 0), (0,))
    """
    most = max(map(abs, weights), default=0.0)
    if most == 0:
        return (0,) * len(weights)
    return tuple(round(weight * largest / most) for weight in weights)
