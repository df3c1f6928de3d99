"""What a certificate says of states, in numbers, as the checks take it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from pygame_search.model.scores import value_text
from pygame_search.solving.solution import Entry, Solution, Within

T = TypeVar("T")

#: The number of an outcome, from 0, and those of the fluents that hold.
Row = tuple[int, Sequence[int]]


class Book(Protocol):
    """The entries of a solution, from a file.

    Attributes:
        solution: what they are about; its entries are these.
        fluents: the texts of the fluents, which rows name by their numbers.
        outcomes: the different entries, which rows name by their numbers.
    """

    @property
    def solution(self) -> Solution:
        """What the entries are about."""
        ...

    @property
    def fluents(self) -> Sequence[str]:
        """The texts of the fluents."""
        ...

    @property
    def outcomes(self) -> Sequence[Entry]:
        """The different entries."""
        ...

    def __len__(self) -> int: ...

    def rows(self) -> Iterator[Row]:
        """Yield the states with their outcomes."""
        ...

    def find(self, facts: Iterable[str]) -> Entry | None:
        """Return the entry of the state of some fluents, None without one."""
        ...


class Numbers(Generic[T]):
    """Numbers for things, in the order in which they are met, from 0."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}

    def __getitem__(self, thing: T) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def __iter__(self) -> Iterator[T]:
        return iter(self._numbers)


def worth_text(value: int | None, within: Within) -> str:
    """Return what a state is worth, and how far the end is, in words.

    >>> worth_text(100, (3, 3)), worth_text(None, (None, None))
    ('value 100 in 3 plies', 'no value, play goes on for ever')
    """
    if value is None:
        return "no value, play goes on for ever"
    if within == (None, None):
        return f"value {value_text(value)}, play goes on for ever"
    return f"value {value_text(value)} in {plies_text(within)}"


def plies_text(within: Within) -> str:
    """Return the bounds on the plies to the end in words; at least one is known.

    >>> plies_text((1, 1)), plies_text((None, 23)), plies_text((16, None))
    ('1 ply', 'at most 23 plies', 'at least 16 plies')
    >>> plies_text((17, 23))
    '17 to 23 plies'
    """
    least, most = within
    if least is None:
        words = f"at most {most:,}"
    elif most is None:
        words = f"at least {least:,}"
    else:
        words = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"{words} {'ply' if 1 in within and None not in within else 'plies'}"
