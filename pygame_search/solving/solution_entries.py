"""What a certificate says of states, in numbers, as the checks take it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from pygame_search.solving.solution import Entry, Solution

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
