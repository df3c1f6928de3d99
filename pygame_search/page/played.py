"""A game that was played, as the page reads it: positions, moves, and their values.

The values are those of perfect play. They are found from the end of the game backwards,
as far as a limit of work allows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pygame_search.game import State
from pygame_search.page.recorded import states_data
from pygame_search.solving.solution import worth_text
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.work_limit import A_SECOND, WorkLimit, within_work

#: The most inferences for the values of a game.
MOST = 5 * A_SECOND


def played_data(
    states: Sequence[State],
    *,
    players: Sequence[tuple[str, str]],
    moves: Sequence[str],
    end: str,
    values: Mapping[str, Any] | None = None,
    most: int | None = None,
) -> dict[str, Any]:
    """Return a game as `played.js` reads it.

    Args:
        states: the states, the first before any move.
        players: each role with the name of its player.
        moves: each move with who makes it, in words.
        end: how the game ended, in a sentence.
        values: what each state is worth, as `values_data` returns it; by default it is
            found.
        most: the most inferences to find them with; MOST by default.
    """
    return {
        "kind": "game",
        "players": list(players),
        "moves": list(moves),
        "end": end,
        "step": 0,
        **states_data(states),
        **(_found_values(states, most or MOST) if values is None else values),
    }


def _value(state: State, role: str) -> tuple[int | None, str]:
    """Return what a state is worth to a role, with words."""
    if state.terminal:
        goal = state.goals[role]
        return goal, "no value" if goal is None else f"value {goal}"
    solved = state.solve(role=role, tier="clauses")
    return solved.value, worth_text(solved.value, solved.within)


def values_data(
    role: str, values: Sequence[tuple[int | None, str] | None], note: str = ""
) -> dict[str, Any]:
    """Return what states are worth as `played.js` reads it.

    Args:
        role: to whom.
        values: the value of each state with words, or None.
        note: what is not known, in a sentence.
    """
    return {"valued": role, "values": list(values), "note": note}


def _found_values(states: Sequence[State], most: int) -> dict[str, Any]:
    """Return the value of each state for the first player, and what is not known."""
    game = states[0].game
    role = game.players[0]
    found: list[tuple[int | None, str] | None] = []
    note = ""
    try:
        with within_work(WorkLimit(most)):
            for state in reversed(states):
                found.append(_value(state, role))
    except LimitError:
        note = f"Values that take more than {most:,} inferences are left out."
    except InputError as error:
        note = f"There are no values: {error}"
    left: list[None] = [None] * (len(states) - len(found))
    return values_data(role, [*left, *reversed(found)], note)
