"""Options that several requests share."""

from __future__ import annotations

from typing import Any

from pygame_search.model.rules import CHANCE
from pygame_search.search.core.methods import METHODS, PATH_METHODS, TRACED
from pygame_search.search.core.tiers import IN_WORDS, must_be_tier
from pygame_search.support.requests import (
    BYTES,
    METHOD,
    SEARCH,
    SECONDS,
    Effect,
    Kind,
    option,
    whole,
)


def tier() -> Any:
    """Return the field of the tier."""
    about = f"what does the work, {IN_WORDS}; by default the one that is fastest"
    return option(about, Kind("TIER", must_be_tier))


def role() -> Any:
    """Return the field of a role."""
    return option("whose point of view; by default the mover's", Kind("ROLE"))


def method(default: str, kind: Kind = METHOD) -> Any:
    """Return the field of a method, the default in words.

    Args:
        default: what it is by default, unless a role is random.
        kind: METHOD, or SEARCH for one with a trace.
    """
    names = ", ".join(METHODS)
    if kind is SEARCH:
        names = f"{', '.join(TRACED)}; for paths {', '.join(PATH_METHODS)}"
    about = (
        f'the method, as in "alphabeta(depth=6, order=history, table=true)": {names}; '
        f"by default {default}, and expectimax if a role is {CHANCE}"
    )
    return option(about, kind)


def weights() -> Any:
    """Return the field of weights."""
    return option("of features, in place of those in the rule file, and of heuristics")


def memory() -> Any:
    """Return the field of the size of the native tier's transposition table."""
    about = (
        "how much memory the transposition table of the native tier may take; a "
        "quarter of a gigabyte by default"
    )
    return option(about, BYTES, typed="--memory")


def seed() -> Any:
    """Return the field of a seed."""
    about = "the seed of the random numbers"
    return option(about, whole("N", 0, "a seed of 0 or more"), 1)


def workers() -> Any:
    """Return the field of the number of workers."""
    about = "the number of workers: threads in the native tier, else processes"
    return option(about, whole("N", 1, "at least 1 worker"), 1)


def threads() -> Any:
    """Return the field of the number of threads of a search."""
    about = "how many threads search, in the native tier; the values are the same"
    return option(about, whole("N", 1, "at least 1 thread"), 1)


def cluster() -> Any:
    """Return the field of a cluster."""
    about = (
        "work on a Dask cluster: that of a scheduler's address, or `local`, a new one "
        "on this machine"
    )
    return option(about, Kind("ADDRESS|local"))


#: A cluster of others has its own workers.
OWN_WORKERS = Effect(
    "workers",
    "no {cluster} of others, which has its own",
    lambda request: request.cluster in (None, "local"),
)


def time_limit(about: str, default: float | None = None) -> Any:
    """Return the field of a time limit."""
    return option(about, SECONDS, default, typed="--time")
