"""Additions to an answer: boards, notations, positions as people write them.

Each addition runs clauses of the rule file. All additions to an answer share one limit,
so the time does not grow with their number. Beyond it, moves are shown as terms and
boards as fluents.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import ClassVar

#: The most inferences for all additions to an answer.
MOST = 60_000_000


@dataclass(slots=True, eq=False)
class Beside:
    """The limit on additions to an answer.

    Attributes:
        left: how many inferences may still be spent.
        cut: whether something was left out.
    """

    REASON: ClassVar[str] = (
        f"what is shown beside this answer takes more than {MOST:,} inferences"
    )
    NOTE: ClassVar[str] = (
        f"note: {REASON}: from there on moves are terms, and boards are fluents"
    )

    left: int = field(default_factory=lambda: MOST)
    cut: bool = False


_BESIDE: ContextVar[Beside | None] = ContextVar("beside", default=None)


@contextmanager
def beside() -> Iterator[Beside]:
    """Return the limit of the answer being built, or else a new limit."""
    found = _BESIDE.get()
    if found is not None:
        yield found
    else:
        with answering() as made:
            yield made


@contextmanager
def answering() -> Iterator[Beside]:
    """Begin an answer, which ends with the block."""
    made = Beside()
    token = _BESIDE.set(made)
    try:
        yield made
    finally:
        _BESIDE.reset(token)
