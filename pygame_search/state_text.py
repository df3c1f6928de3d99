"""Boards side by side in plain text, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from pygame_search.game import State
from pygame_search.model.board import board_lines, padded
from pygame_search.support.words import conjoined


def line_text(states: Sequence[State], *, labels: bool = True) -> list[str]:
    """Return the boards of a line of states, side by side.

    Args:
        states: in the order in which they come.
        labels: whether the first has what stands at the edges of the board.
    """
    if not states[0].position.cells:
        return [str(state) for state in states[:1]]
    blocks = [
        board_lines(state.position.cells, state.game.labels, edges=False)
        for state in states
    ]
    if labels:
        first = states[0].position.cells, states[0].game.labels
        named = board_lines(*first, names=False)
        above = [""] * (len(named) - len(blocks[0]))
        blocks = [named, *([*above, *block] for block in blocks[1:])]
    height = max(len(block) for block in blocks)
    widths = [max(map(cell_len, block), default=0) for block in blocks]
    rows = []
    for y in range(height):
        parts = [
            padded(block[y] if y < len(block) else "", width)
            for block, width in zip(blocks, widths, strict=True)
        ]
        arrow = "  >  " if y == height // 2 else "     "
        rows.append(arrow.join(parts).rstrip())
    return rows


def end_text(state: State) -> str:
    """Return a sentence that the game is over and who has won, in a terminal state."""
    given = state.game.given if state.initial else ""
    before = f" before the first move, with {given}" if given else ""
    return f"The game is over{before}: {outcome_text(state)}."


def outcome_text(state: State) -> str:
    """Return who has won, in words, in a state that is terminal."""
    goals = {role: state.goals[role] for role in state.game.players}
    values = [value for value in goals.values() if value is not None]
    if len(values) < len(goals) or not values:
        return "the rules give no goal for it"
    if len(goals) == 1:
        [(role, value)] = goals.items()
        high = state.game.ranges[state.game.roles.index(role)][1]
        return f"{role} has {'reached' if value == high else 'missed'} the goal"
    winners = [role for role, value in goals.items() if value == max(values)]
    if len(winners) == len(goals):
        return "a draw"
    return f"{conjoined(winners)} {'wins' if len(winners) == 1 else 'win'}"
