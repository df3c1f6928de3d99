"""The statistical methods of the native tier: kernels over the network of a game."""

from __future__ import annotations

from pygame_search.errors import TierError
from pygame_search.sampling.budget import Budget
from pygame_search.sampling.result import Sample
from pygame_search.search.request import Request


def native_uct(request: Request, budget: Budget) -> Sample:
    """Return what UCT finds."""
    raise TierError("the native tier has no UCT: use procedural")


def native_montecarlo(request: Request, budget: Budget) -> Sample:
    """Return what flat Monte Carlo finds."""
    raise TierError("the native tier has no flat Monte Carlo: use clauses, procedural")
