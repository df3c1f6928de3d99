"""What is shown beside an answer: boards, notations, positions as people write them.

Each of them runs clauses of the rule file. All that stand beside one answer share one
limit, so that the time does not grow with their number; beyond it moves are shown as
terms, and boards as fluents.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import ClassVar

#: How many inferences may be spent on all of it.
MOST = 60_000_000


@dataclass(slots=True, eq=False)
class Beside:
    """The limit of what is shown beside an answer.

    Attributes:
        left: how many inferences may still be spent.
        cut: whether something was not shown.
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
    """Give the limit for the answer that this is a part of, or else for this alone."""
    found = _BESIDE.get()
    if found is not None:
        yield found
    else:
        with answering() as made:
            yield made


@contextmanager
def answering() -> Iterator[Beside]:
    """Begin an answer; it ends with the block."""
    made = Beside()
    token = _BESIDE.set(made)
    try:
        yield made
    finally:
        _BESIDE.reset(token)
