"""Endless play.

König's lemma: a tree in which each node has finitely many branches is infinite only if
it has an infinite path (SP.268). There are finitely many states, so an infinite path
returns to some state. Hence either a game has a longest play, or a cycle shows that it
can go on for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass

from pygame_search.machine.machine import Machine
from pygame_search.support.errors import LimitError
from pygame_search.support.work_limit import A_SECOND, WorkLimit, within_work

#: The most inferences that a quick search for a cycle may take.
WORK = A_SECOND

#: A step: a state, the index of a joint move, and the next state.
Step = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Cycle:
    """A path from the root to a cycle, and once around it.

    Attributes:
        lead: the steps to the cycle, none if the root is on it.
        round: the steps around it.
    """

    lead: tuple[Step, ...]
    round: tuple[Step, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, those of the lead first."""
        return self.lead + self.round


#: Gives the steps from a state.
Steps = Callable[[int], Iterator[Step]]


def cycle(
    following: Callable[[int], Sequence[int]],
    root: int,
    finite: Container[int],
    in_order: Steps | None = None,
) -> Cycle | None:
    """Return a cycle of states from which play need not end.

    Return None when play must end from the root. The cycle is short, but not always the
    shortest; of several of that length it is the first in rule order, in every tier.

    Args:
        following: gives the successors of a state, one for each joint move.
        root: where to begin.
        finite: the states from which play must end; see `retrograde.longest_plays`.
        in_order: gives the steps from a state in rule order; by default the order of
            `following`, which is called more often.
    """
    if root in finite:
        return None

    def all_steps(state: int) -> Iterator[Step]:
        for joint, successor in enumerate(following(state)):
            yield state, joint, successor

    ordered = in_order or all_steps

    def onward(state: int) -> Iterator[Step]:
        return (step for step in ordered(state) if step[2] not in finite)

    def below(state: int) -> Iterator[int]:
        return (step[2] for step in all_steps(state) if step[2] not in finite)

    if home := _way(onward, below, root, {root}):
        return Cycle((), home)
    walked, here = {root: 0}, root
    while True:  # every state has a successor that is not finite
        here = next(onward(here))[2]
        if here in walked:
            break
        walked[here] = len(walked)
    circle = {state for state, place in walked.items() if place >= walked[here]}
    lead = _way(onward, below, root, circle)
    home = _way(onward, below, lead[-1][2], {lead[-1][2]})
    return Cycle(lead, home)


def _way(
    onward: Steps, below: Callable[[int], Iterator[int]], start: int, aims: set[int]
) -> tuple[Step, ...]:
    """Return a shortest path of at least one step to any of several states.

    Of several shortest ones it is the first in the order of the steps. It is empty if
    there is none.

    Args:
        onward: gives the steps from a state, in their order.
        below: gives the successors of a state, in any order.
        start: where the path begins.
        aims: where it may end.
    """
    levels: list[dict[int, set[int]]] = []  # each state with its predecessors
    known, level = set[int](), {start}
    while level and not (levels and aims & levels[-1].keys()):
        found: dict[int, set[int]] = {}
        for state in level:
            for successor in below(state):
                if successor not in known:
                    found.setdefault(successor, set()).add(state)
        known |= found.keys()
        level = set(found)
        levels.append(found)
    if not level:
        return ()
    lying = [aims & levels[-1].keys()]  # each level's states on shortest paths
    for found in levels[:0:-1]:
        lying.append(set().union(*(found[state] for state in lying[-1])))
    way: list[Step] = []
    for good in reversed(lying):
        here = way[-1][2] if way else start
        way.append(next(step for step in onward(here) if step[2] in good))
    return tuple(way)


@dataclass(frozen=True, slots=True)
class Glance:
    """The result of a quick search for endless play.

    Attributes:
        cycle: a cycle, if one was found.
        finite: whether play must end; None when not all states were looked at.
    """

    cycle: Cycle | None
    finite: bool | None


def glance(
    machine: Machine, root: int, most: int, deadline: float | None = None
) -> Glance:
    """Look for a circle of moves, depth first.

    Args:
        machine: the state machine.
        root: where to begin.
        most: the most states to visit.
        deadline: the time.monotonic() at which to stop, None for never.
    """
    limit = WorkLimit(WORK)
    try:
        with within_work(limit):
            return _glance(machine, root, most, deadline)
    except LimitError:
        if limit.left > 0:
            raise  # a limit other than time
    return Glance(None, None)


def _glance(machine: Machine, root: int, most: int, deadline: float | None) -> Glance:
    """Look for a circle of moves, depth first."""
    path: list[Step] = []
    places = {root: 0}
    done: set[int] = set()
    below: list[Iterator[tuple[int, int]]] = [_below(machine, root)]
    while below:
        if len(done) + len(places) > most or (
            deadline is not None and time.monotonic() > deadline
        ):
            return Glance(None, None)
        here = path[-1][2] if path else root
        for joint, state in below[-1]:
            if state in places:
                place = places[state]
                steps = [*path, (here, joint, state)]
                return Glance(Cycle(tuple(steps[:place]), tuple(steps[place:])), False)
            if state not in done:
                path.append((here, joint, state))
                places[state] = len(path)
                below.append(_below(machine, state))
                break
        else:
            below.pop()
            done.add(here)
            del places[here]
            if path:
                path.pop()
    return Glance(None, True)


def _below(machine: Machine, state: int) -> Iterator[tuple[int, int]]:
    return enumerate(machine.playable(state).successors)


def joints_of(machine: Machine, steps: Sequence[Step]) -> list[tuple[int, ...]]:
    """Return the joint moves of the steps, each as the numbers of the roles' moves."""
    return [machine.expand(state).joint(joint) for state, joint, _ in steps]
