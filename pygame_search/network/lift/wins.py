"""Which moves win at once, as words: by differentiation of what is won after a move.

Of a condition on the state after a move, the *rises* of a word are the places at which
one more bit would make the condition true, and its *falls* those at which one bit less
would. They are found backwards from the condition, as derivatives are. The places where
a move itself may rise are the moves that may win.

Only one change at a time is looked at, and nothing that rests on itself is looked into.
So these moves are candidates: some may not win, and others may.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from pygame_search.network.lift.words import Node, Words


def rises(
    words: Words, condition: Node, moving: Mapping[Node, Node]
) -> dict[Node, Node]:
    """Return the places at which a bit more in some words makes a condition true.

    Args:
        words: the operations.
        condition: all ones, or 0.
        moving: the arguments that change, and what each is before.

    Returns:
        For each of the arguments a word, unless it is always 0.
    """
    return _Backwards(words, condition, moving).found()


class _Backwards:
    """Goes from a condition back to the words that change."""

    def __init__(
        self, words: Words, condition: Node, moving: Mapping[Node, Node]
    ) -> None:
        self._words, self._condition, self._moving = words, condition, moving
        needed = words.needed([condition])
        changing = {*moving}
        for node in needed:
            if any(part in changing for part in words.below(node)):
                changing.add(node)
        self._order = [node for node in needed if node in changing]
        self._changing = changing
        self._before = _before(words, needed, changing, moving)
        self._up: dict[Node, list[Node]] = defaultdict(list)
        self._down: dict[Node, list[Node]] = defaultdict(list)

    def found(self) -> dict[Node, Node]:
        """Return the rises of the words that change."""
        words = self._words
        found = {}
        self._up[self._condition].append(words.constant(-1))
        for node in reversed(self._order):
            rise, fall = words.any_of(self._up[node]), words.any_of(self._down[node])
            if node in self._moving:
                # A mask that no bits of the word need has been left out.
                rise = words.and_(rise, words.places(node))
                if words.constant_of(rise) != 0:
                    found[node] = rise
            elif not words.constant_of(rise) == words.constant_of(fall) == 0:
                self._pass_on(node, rise, fall)
        return found

    def _pass_on(self, node: Node, rise: Node, fall: Node) -> None:
        """Pass the places of a node on to the nodes below it."""
        words = self._words
        name, below, value = words.nodes[node]
        if name in ("and", "or"):
            for one, two in (below, below[::-1]):
                if one in self._changing:
                    other = self._before[two]
                    if name == "or":
                        other = words.not_(other)
                    self._add(one, words.and_(rise, other), words.and_(fall, other))
        elif name == "not":
            self._add(below[0], fall, rise)
        elif name in ("up", "down"):
            places = int(value) * (-1 if name == "up" else 1)  # type: ignore[arg-type]
            self._add(
                below[0], words.shifted(rise, places), words.shifted(fall, places)
            )
        elif name == "spread":
            self._add(
                below[0], self._gathered(rise, value), self._gathered(fall, value)
            )
        elif name == "any":
            [word] = below
            last = words.is_(words.count(self._before[word]), 1)
            self._add(word, words.any(rise), words.and_(words.any(fall), last))
        elif name in ("count", "sum"):
            for part in below:
                self._add(part, words.any(rise), words.any(fall))
        elif name == "least":
            [number] = below
            short, just = self._is(number, value, -1), self._is(number, value, 0)
            self._add(number, words.and_(rise, short), words.and_(fall, just))
        elif name == "less":
            one, two = below
            same = words.compared("same", self._before[one], self._before[two])
            even, no = words.and_(rise, same), words.constant(0)
            self._add(one, no, even)
            self._add(two, even, no)

    def _is(self, number: Node, bound: object, more: int) -> Node:
        """Return whether a number was a bound, or so many more."""
        return self._words.is_(self._before[number], int(bound) + more)  # type: ignore[call-overload]

    def _add(self, node: Node, rise: Node, fall: Node) -> None:
        if node in self._changing:
            self._up[node].append(rise)
            self._down[node].append(fall)

    def _gathered(self, word: Node, copies: object) -> Node:
        """Return the places of which a copy is in a word."""
        words = self._words
        return words.any_of(
            words.shifted(word, -at)
            for at in range(words.width)
            if int(copies) >> at & 1  # type: ignore[call-overload]
        )


def _before(
    words: Words,
    needed: Collection[Node],
    changing: Collection[Node],
    moving: Mapping[Node, Node],
) -> dict[Node, Node]:
    """Return for each node what it is before a change.

    Args:
        words: the operations.
        needed: the nodes, each after its parts.
        changing: those that depend on what changes. What rests on itself counts as
            true.
        moving: what changes, and what each of it is before.
    """
    found = dict(moving)
    for node in needed:
        name, below, value = words.nodes[node]
        if node in moving:
            continue
        if node not in changing:
            found[node] = node
        elif name in ("loop", "fixpoint"):
            found[node] = words.constant(-1)
        else:
            found[node] = words.remade(name, [found[part] for part in below], value)
    return found
