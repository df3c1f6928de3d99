"""Retrograde analysis; the twin of `logic/solving/retrograde.pl`.

The clauses say how it works. The rounds are attractors; floor and ceiling are a least
and a greatest fixpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pygame_search.solving.state_graph import Choices, Graph

#: The value and the round of each state that was reached.
Marks = Mapping[int, tuple[int, int]]

#: A test of whether choices lead to marked states.
Enough = Callable[[Choices, Container[int]], bool]


@dataclass(frozen=True, slots=True)
class Ratings:
    """Lower and upper bounds on the values of states for a role.

    Attributes:
        floors: the value the role can force, and the round.
        ceilings: the value the others can hold it down to, and the round.
    """

    floors: Marks
    ceilings: Marks


def retrograde(graph: Graph, role: int) -> Ratings:
    """Return bounds on the values of all states for a role, given by its index."""
    ends = graph.ends(role)
    values = sorted(set(ends.values()))
    return Ratings(
        floors=induction(graph, role, ends, values[::-1], forced),
        ceilings=induction(graph, role, ends, values, held_down),
    )


def longest_plays(graph: Graph) -> dict[int, int]:
    """Return the plies of the longest play from each state where all play must end."""
    ends = {state: 0 for state, node in graph.nodes.items() if node.terminal}
    marks = induction(graph, 0, ends, [0], unavoidable)
    return {state: plies for state, (_, plies) in marks.items()}


def induction(
    graph: Graph, role: int, ends: Mapping[int, int], values: Sequence[int],
    enough: Enough,
) -> Marks:  # fmt: skip
    """Return the value and the round of each state from which an end can be forced.

    Args:
        graph: the states.
        role: the index of the role that chooses.
        ends: the values of the ends.
        values: the same values, in the order in which they are handled.
        enough: tests whether choices lead to marked states.
    """
    marks: dict[int, tuple[int, int]] = {}
    for value in values:
        new = [state for state, worth in ends.items() if worth == value]
        plies = 0
        while new:
            marks.update((state, (value, plies)) for state in new)
            new = [
                state
                for state in before(graph, new, marks)
                if enough(graph.choices(state, role), marks)
            ]
            plies += 1
    return marks


def before(graph: Graph, new: Iterable[int], marks: Marks) -> list[int]:
    """Return the predecessors that are not marked yet."""
    found = dict.fromkeys(p for state in new for p in graph.parents[state])
    return [state for state in found if state not in marks]


def forced(choices: Choices, marks: Container[int]) -> bool:
    """Return whether some choice leads there whatever the answer."""
    return any(all(state in marks for state in answers) for answers in choices)


def held_down(choices: Choices, marks: Container[int]) -> bool:
    """Return whether each choice has an answer that leads there."""
    return all(any(state in marks for state in answers) for answers in choices)


def unavoidable(choices: Choices, marks: Container[int]) -> bool:
    """Return whether every choice and every answer leads there."""
    return all(state in marks for answers in choices for state in answers)
