"""The tiers that do the work of a search, one row each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygame_search.support.errors import no_effect
from pygame_search.support.validation import must_be_one_of


@dataclass(frozen=True, slots=True)
class Tier:
    """One of the ways in which the work of a search is done.

    Attributes:
        name: what it is called.
        made_of: what does the work, in a word or two.
        options: those of the options that not all tiers have: `memory` for a table or a
            tree, `checkpoint` for unfinished work, `threads`, `cluster` of processes.
        compiled: whether it takes a while to start, and is much faster then.
    """

    name: str
    made_of: str
    options: frozenset[str] = frozenset()
    compiled: bool = False


_ALL = (
    Tier("clauses", "Prolog", frozenset({"cluster"})),
    Tier("procedural", "Python", frozenset({"cluster"})),
    Tier(
        "native", "compiled kernels", frozenset({"memory", "checkpoint", "threads"}),
        compiled=True,
    ),
)  # fmt: skip

#: All tiers by their names; the first is where a search begins.
TIERS: Mapping[str, Tier] = {tier.name: tier for tier in _ALL}

#: The tiers in words, for help.
IN_WORDS = " or ".join(
    [
        ", ".join(f"{tier.name} ({tier.made_of})" for tier in _ALL[:-1]),
        f"{_ALL[-1].name} ({_ALL[-1].made_of})",
    ]
)


def must_be_tier(name: str | None) -> None:
    """Check the name of a tier; None stands for the one that is fastest.

    Raises:
        InputError: there is no such tier; the right ones are listed.
    """
    if name is not None:
        must_be_one_of("tier", name, TIERS)


def must_have(tier: str | None, option: str, written: str | None = None) -> None:
    """Check that an option has an effect in a tier.

    Args:
        tier: its name; None for none, which has no options.
        option: one of those of `Tier.options`.
        written: what the caller calls it, where that is another name.

    Raises:
        InputError: it has none; the message lists the tiers that have it.
    """
    if tier is None or option not in TIERS[tier].options:
        able = " or ".join(known.name for known in _ALL if option in known.options)
        raise no_effect(written or option, f"the tier {able}", tier or "")


def is_compiled(tier: str) -> bool:
    """Return whether a tier is compiled; False for no tier."""
    return tier in TIERS and TIERS[tier].compiled


def able(option: str) -> str:
    """Return the name of the first tier that has an option."""
    return next(tier.name for tier in _ALL if option in tier.options)
