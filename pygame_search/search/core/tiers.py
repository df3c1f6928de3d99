"""The tiers in which searches run, one row each, with their options and functions.

Each kind of work has a function in each tier that does it:

    search      SearchRequest -> Found
    prove       SearchRequest, threshold, draw -> Reply
    montecarlo  SearchRequest, Budget -> Sample
    uct         SearchRequest, Budget -> Sample, events
    pimc        InformationRequest -> SearchResult
    ismcts      InformationRequest -> SearchResult
    playouts    state, seconds, ..., longest -> Playouts
    games       Share -> the result of each game, for `playouts` in processes
    path        PathRequest, the seconds for each path -> PathResults
    perft       state, depth, seconds, workers -> Perft
    states      state, seconds -> how many new states each ply has
    solve       Solving -> Solution
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from pygame_search.support.errors import TierError, no_effect
from pygame_search.support.validation import must_be_one_of


@dataclass(frozen=True, slots=True)
class Tier:
    """An implementation of the searches.

    Attributes:
        name: its name.
        made_of: what it is written in, in a word or two.
        options: the options that not all tiers have: `memory` for a table or a tree,
            `checkpoint` for unfinished work, `threads`, `cluster` of processes, `nodes`
            to limit a proof.
        does: the function for each kind of work, as `module:function` of this package;
            `work` imports it on first use.
        compiled: whether it starts slowly but is then much faster.
    """

    name: str
    made_of: str
    options: frozenset[str] = frozenset()
    does: Mapping[str, str] = field(default_factory=dict)
    compiled: bool = False


_ALL = (
    Tier(
        "clauses", "Prolog", frozenset({"cluster", "nodes"}),
        {
            "search": "search.game_tree.answer:by_clauses",
            "prove": "search.proof.bisection:by_clauses",
            "montecarlo": "search.monte_carlo.methods:by_clauses",
            "playouts": "search.monte_carlo.playouts:in_processes",
            "games": "search.monte_carlo.playouts:by_clauses",
            "path": "search.paths:by_clauses",
            "perft": "search.perft:by_clauses",
            "states": "experiments.game_size:by_clauses",
            "solve": "solving.solve:by_logic",
        },
    ),
    Tier(
        "procedural", "Python", frozenset({"cluster", "nodes"}),
        {
            "search": "search.game_tree.answer:by_procedure",
            "prove": "search.proof.bisection:by_procedure",
            "montecarlo": "search.monte_carlo.methods:by_procedure",
            "uct": "search.monte_carlo.methods:grown",
            "pimc": "search.hidden.pimc:by_procedure",
            "ismcts": "search.hidden.ismcts:by_procedure",
            "playouts": "search.monte_carlo.playouts:in_processes",
            "games": "search.monte_carlo.playouts:by_procedure",
            "path": "search.paths:by_procedure",
            "perft": "search.perft:by_procedure",
            "states": "experiments.game_size:by_clauses",
            "solve": "solving.solve:by_logic",
        },
    ),
    Tier(
        "native", "compiled kernels", frozenset({"memory", "checkpoint", "threads"}),
        {
            "search": "search.game_tree.answer:by_kernels",
            "montecarlo": "search.monte_carlo.native:native_montecarlo",
            "uct": "search.monte_carlo.native:grown",
            "pimc": "search.hidden.native_pimc:by_kernels",
            "ismcts": "search.hidden.native:by_kernel",
            "playouts": "search.monte_carlo.playouts:by_kernels",
            "path": "search.paths:by_kernels",
            "perft": "search.perft:by_kernels",
            "states": "experiments.game_size:by_kernels",
            "solve": "solving.native:native_solve",
        },
        compiled=True,
    ),
)  # fmt: skip

#: All tiers by name; a search begins in the first.
TIERS: Mapping[str, Tier] = {tier.name: tier for tier in _ALL}

#: The tiers in words, for help.
IN_WORDS = " or ".join(
    [
        ", ".join(f"{tier.name} ({tier.made_of})" for tier in _ALL[:-1]),
        f"{_ALL[-1].name} ({_ALL[-1].made_of})",
    ]
)


def must_be_tier(name: str | None) -> None:
    """Check the name of a tier; None stands for the fastest.

    Raises:
        InputError: there is no such tier; the message lists the tiers.
    """
    if name is not None:
        must_be_one_of("tier", name, TIERS)


def must_have(tier: str | None, option: str, written: str | None = None) -> None:
    """Check that an option has an effect in a tier.

    Args:
        tier: the name of the tier; None has no options.
        option: one of the options in `Tier.options`.
        written: the name of the option for the caller, if it is another.

    Raises:
        InputError: it has no effect; the message lists the tiers that have it.
    """
    if tier is None or option not in TIERS[tier].options:
        able = " or ".join(known.name for known in _ALL if option in known.options)
        raise no_effect(written or option, f"the tier {able}", tier or "")


def is_compiled(tier: str | None) -> bool:
    """Return whether a tier is compiled; False for no tier."""
    return tier is not None and tier in TIERS and TIERS[tier].compiled


def able(option: str) -> str:
    """Return the name of the first tier that has an option."""
    return next(tier.name for tier in _ALL if option in tier.options)


def work(tier: str, kind: str) -> Callable[..., Any]:
    """Return the function that does a kind of work in a tier.

    Raises:
        TierError: the tier does not do it.
    """
    door = TIERS[tier].does.get(kind)
    if door is None:
        others = " or ".join(doers(kind))
        raise TierError(f"the tier {tier} does not do this ({kind}): use {others}")
    module, _, function = door.partition(":")
    found: Callable[..., Any] = getattr(
        import_module(f"pygame_search.{module}"), function
    )
    return found


def doers(kind: str) -> tuple[str, ...]:
    """Return the names of the tiers that do a kind of work."""
    return tuple(tier.name for tier in _ALL if kind in tier.does)


def compiled() -> str:
    """Return the name of the compiled tier."""
    return next(tier.name for tier in _ALL if tier.compiled)
