"""A game that was played, as the page reads it: positions, moves, and their values.

The values are those of perfect play. They are found from the end of the game backwards,
as far as a limit of work allows.
"""

from __future__ import annotations

from collections.abc import Sequence
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
) -> dict[str, Any]:
    """Return a game as `game.js` reads it.

    Args:
        states: the states, the first before any move.
        players: each role with the name of its player.
        moves: each move with who makes it, in words.
        end: how the game ended, in a sentence.
    """
    return {
        "kind": "game",
        "players": list(players),
        "moves": list(moves),
        "end": end,
        "step": 0,
        **states_data(states),
        **_values(states),
    }


def _value(state: State, role: str) -> tuple[int | None, str]:
    """Return what a state is worth to a role, with words."""
    if state.terminal:
        goal = state.goals[role]
        return goal, "no value" if goal is None else f"value {goal}"
    solved = state.solve(role=role, tier="clauses")
    return solved.value, worth_text(solved.value, solved.within)


def _values(states: Sequence[State]) -> dict[str, Any]:
    """Return the value of each state for the first player, and what is not known.

    A value is a number with words, or null.
    """
    game = states[0].game
    role = game.players[0]
    found: list[tuple[int | None, str] | None] = []
    note = ""
    try:
        with within_work(WorkLimit(MOST)):
            for state in reversed(states):
                found.append(_value(state, role))
    except LimitError:
        note = f"Values that take more than {MOST:,} inferences are left out."
    except InputError as error:
        note = f"There are no values: {error}"
    left: list[None] = [None] * (len(states) - len(found))
    return {"valued": role, "values": [*left, *reversed(found)], "note": note}
