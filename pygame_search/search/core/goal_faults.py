"""Where a role has no goal value, or several, at an end that a search met."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pygame_search.game import State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.rules import CHANCE
from pygame_search.support.errors import LimitError, NoGoalError, RulesError
from pygame_search.support.work_limit import A_SECOND, WorkLimit, within_work

#: The most states that are looked at for such an end, and the most inferences.
_STATES, _WORK = 20_000, 5 * A_SECOND


@contextmanager
def naming_the_end(state: State) -> Iterator[None]:
    """Have the error of a search from a state say which moves lead to the end it met.

    Raises:
        NoGoalError: as of the search; if an end is found nearby, it names the values
            there, and the moves.
    """
    try:
        yield
    except NoGoalError as error:
        words = _fault(state)
        if not words:
            raise
        raise NoGoalError(words) from error


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
) -> tuple[str, ...]:
    """Return the joint moves that lead to a state."""
    path = []
    while number in before:
        path.append(before[number])
        number = path[-1][0]
    return machine.path_texts(path[::-1])


def unfit_goals(role: str, given: list[str]) -> str:
    """Return what is wrong with the goal values of a role, of which there are some.

    Args:
        role: the role.
        given: the texts of the values: several, or one that is no whole number.
    """
    if len(given) > 1:
        return f"{role} has the goal values {' and '.join(given)} at once"
    return f"expected a whole number as the goal of {role}, found {given[0]}"


def _words(state: State, role: str, given: list[str], moves: tuple[str, ...]) -> str:
    what = unfit_goals(role, given) if given else f"no goal value is defined for {role}"
    where = f"after {'; '.join(moves)}" if moves else "in this position"
    if moves and state.number != state.game.initial.number:
        where += ", from this position"
    fault = ("goal_undefined", "goal_type", "goal_twice")[min(len(given), 2)]
    return f"{what} {where}: `check --explain {fault}` says more"
