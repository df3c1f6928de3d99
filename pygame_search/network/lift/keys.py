"""The key of a state in a table: the least of all states that are symmetric to it.

States that a symmetry of the rules maps to each other have the same value, so a table
needs one entry for all of them. A symmetry moves the bits of a state. Those that it
moves by the same distance move together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

#: Where each bit of a state moves to, for the bits that move or stay.
Moved: TypeAlias = tuple[int, ...]


def key_function(size: int, moved: Sequence[Moved]) -> str:
    """Return `game_key` in LLVM's language; see `game_functions.py`.

    Args:
        size: the words of a state.
        moved: a group of symmetries, the identity first: the bit that each bit of a
            state becomes.
    """
    return "\n".join(_Key(size, moved).lines()) + "\n"


class _Key:
    """Writes the function."""

    def __init__(self, size: int, moved: Sequence[Moved]) -> None:
        self._size, self._moved = size, moved
        self._lines: list[str] = []

    def lines(self) -> list[str]:
        """Return the lines of the function."""
        self._lines = [
            "define i64 @game_key(i64 %context, i64 %state.given, i64 %key.given) {",
            "%state = inttoptr i64 %state.given to ptr",
            "%key = inttoptr i64 %key.given to ptr",
        ]
        words = []
        for at in range(self._size):
            place = self._add(f"getelementptr i64, ptr %state, i64 {at}")
            words.append(self._add(f"load i64, ptr {place}"))
        images = {self._moved[0]: words}
        least = words
        for of, through, to in _chain(self._moved):
            images[to] = self._image(images[of], through)
            least = self._lesser(least, images[to])
        for at, word in enumerate(least):
            place = self._add(f"getelementptr i64, ptr %key, i64 {at}")
            self._lines.append(f"store i64 {word}, ptr {place}")
        return [*self._lines, "ret i64 0", "}"]

    def _add(self, operation: str) -> str:
        name = f"%v{len(self._lines)}"
        self._lines.append(f"{name} = {operation}")
        return name

    def _image(self, words: Sequence[str], moved: Moved) -> list[str]:
        """Return what a symmetry makes of some words."""
        found = ["0"] * self._size
        for (source, target, distance), mask in _distances(moved).items():
            signed = mask - (mask >> 63 << 64)
            part = self._add(f"and i64 {words[source]}, {signed}")
            if distance:
                shift = "shl" if distance > 0 else "lshr"
                part = self._add(f"{shift} i64 {part}, {abs(distance)}")
            if found[target] != "0":
                part = self._add(f"or i64 {found[target]}, {part}")
            found[target] = part
        return found

    def _lesser(self, one: Sequence[str], two: Sequence[str]) -> list[str]:
        """Return the lesser of two states, by their first word that differs."""
        less = "false"
        for a, b in zip(reversed(one), reversed(two), strict=True):
            below = self._add(f"icmp ult i64 {b}, {a}")
            same = self._add(f"icmp eq i64 {b}, {a}")
            less = self._add(f"select i1 {same}, i1 {less}, i1 {below}")
        return [
            self._add(f"select i1 {less}, i64 {b}, i64 {a}")
            for a, b in zip(one, two, strict=True)
        ]


def _distances(moved: Moved) -> Mapping[tuple[int, int, int], int]:
    """Return for each word, target word and distance the bits that move so."""
    masks: dict[tuple[int, int, int], int] = defaultdict(int)
    for bit, to in enumerate(moved):
        masks[bit // 64, to // 64, to % 64 - bit % 64] |= 1 << bit % 64
    return masks


def _chain(group: Sequence[Moved]) -> Iterator[tuple[Moved, Moved, Moved]]:
    """Yield steps that make all of a group from its first with few operations.

    Each step has what is there, what is applied to it, and what that makes.
    """
    made, left = [group[0]], list(group[1:])
    while left:
        _, of, through, to = min(
            (len(_distances(through)), of, through, to)
            for of in made
            for to in left
            for through in [_between(of, to)]
        )
        yield of, through, to
        made.append(to)
        left.remove(to)


def _between(of: Moved, to: Moved) -> Moved:
    """Return the symmetry that makes one from another."""
    found = [0] * len(of)
    for one, other in zip(of, to, strict=True):
        found[one] = other
    return tuple(found)
