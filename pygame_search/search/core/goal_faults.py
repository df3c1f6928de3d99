"""Where a role has no goal value, or several, at an end that a search met."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pygame_search.game import State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.position import joint_text
from pygame_search.model.rules import CHANCE
from pygame_search.support.errors import LimitError, RulesError
from pygame_search.support.work_limit import A_SECOND, WorkLimit, within_work

#: How the errors of searches begin that have met such an end.
NO_GOAL = "no goal value is defined"

#: The most states that are looked at for such an end, and the most inferences.
_STATES, _WORK = 20_000, 5 * A_SECOND


@contextmanager
def naming_the_end(state: State) -> Iterator[None]:
    """Have the error of a search from a state say which moves lead to the end it met.

    Raises:
        RulesError: as of the search. If it says that there is no goal value, and an end
            is found nearby, it names the values there, and the moves.
    """
    try:
        yield
    except RulesError as error:
        words = _fault(state) if str(error).startswith(NO_GOAL) else ""
        if not words:
            raise
        raise RulesError(words) from error


def _fault(state: State) -> str:
    """Return what is wrong with the goals of the nearest such end, empty if unknown."""
    with suppress(LimitError, RulesError), within_work(WorkLimit(_WORK)):
        return _nearest(state)
    return ""


def _nearest(state: State) -> str:
    game, machine = state.game, ClauseMachine(state.game)
    before: dict[int, tuple[int, int]] = {}
    seen, queue = {state.number}, deque([state.number])
    while queue:
        number = queue.popleft()
        node = machine.expand(number)
        for i, role in enumerate(game.roles if node.terminal else ()):
            if role != CHANCE and node.values[i] is None:
                given = game.request("goal_values", state=number)["values"][i]
                return _words(state, role, given, _moves(machine, before, number))
        for index, successor in enumerate(node.successors):
            if successor not in seen and len(seen) < _STATES:
                seen.add(successor)
                before[successor] = number, index
                queue.append(successor)
    return ""


def _moves(
    machine: ClauseMachine, before: dict[int, tuple[int, int]], number: int
) -> list[str]:
    """Return the joint moves that lead to a state, each as `--after` reads it."""
    joints = []
    while number in before:
        number, index = before[number]
        joints.append(machine.expand(number).joint(index))
    return [joint_text(moves) for moves in machine.texts(joints[::-1])]


def _words(state: State, role: str, given: list[str], moves: list[str]) -> str:
    if not given:
        what = f"{NO_GOAL} for {role}"
    elif len(given) > 1:
        what = f"{role} has the goal values {' and '.join(given)} at once"
    else:
        what = f"expected a whole number as the goal of {role}, found {given[0]}"
    where = f"after {'; '.join(moves)}" if moves else "in this position"
    if moves and state.number != state.game.initial.number:
        where += ", from this position"
    return f"{what} {where}: `check {state.game.book.file}` says more"
