"""Backgammon beside OpenSpiel's, step by step.

One action of theirs is a move of both dice, or of two where both show the same; here
each die is a step. So the boards that may follow are compared, and not the moves.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

from spiel_rows import DifferenceError, Theirs, term

import pygame_search as ps

THEIRS = "backgammon(scoring_type=full_scoring,max_player_turns=100000)"
#: The checkers of each side on its points, off at 0 and on the bar at 25.
Points = tuple[tuple[int, ...], ...]
SIDES = ("white", "black")


def our_points(state: ps.State) -> Points:
    """Return the checkers of a state of ours."""
    found = [[0] * 26, [0] * 26]
    for fact in state.facts:
        if fact.startswith("stands("):
            side, point, count = fact[len("stands(") : -1].split(", ")
            found[SIDES.index(side)][int(point)] = int(count)
    return tuple(map(tuple, found))


def their_points(theirs: Theirs) -> Points:
    """Return the checkers of a state of theirs, whose points are counted once."""
    off = [
        int(score)
        for score in re.findall(r"Scores, X: (\d+), O: (\d+)", str(theirs))[0]
    ]
    found = []
    for player in (0, 1):
        line = [theirs.board(player, i) for i in range(24)]
        line = line if player else line[::-1]
        found.append((off[player], *line, 15 - off[player] - sum(line)))
    return tuple(found)


def after_two(state: ps.State, left: int = 2) -> Iterator[ps.State]:
    """Yield the states after two moves of who moves, or fewer if no more are left."""
    mover = state.to_move
    for move in state.legal_moves:
        after = state.play(move)
        if left > 1 and not after.terminal and after.to_move == mover:
            yield from after_two(after, left - 1)
        elif left == 1 or after.terminal or after.to_move != mover:
            yield after


def thrown(text: str) -> str:
    """Read a throw; the higher of the first two dice begins, later none is first."""
    low, high = sorted(text.split("roll: ")[1][:2])
    return term("dice", [high, low] if "X starts" in text else [low, high])


def one_game(ours: ps.State, theirs: Theirs, source: random.Random) -> Iterator[None]:
    """Play one game to its end; yield in each state after comparing it."""
    while not theirs.is_terminal():
        ours = step(ours, theirs, source)
        yield
    if not ours.terminal or [ours.goals[side] for side in SIDES] != theirs.returns():
        raise DifferenceError(f"the end: ours {ours.goals}, theirs {theirs.returns()}")
    yield


def step(ours: ps.State, theirs: Theirs, source: random.Random) -> ps.State:
    """Compare what may follow in both, and play one of it in both; return our state."""
    if ours.terminal:
        raise DifferenceError("ours is over, theirs is not")
    if theirs.is_chance_node():
        texts, chances = dict[str, int](), Counter[str]()
        for action, chance in theirs.chance_outcomes():
            text = thrown(theirs.action_to_string(-1, action))
            texts[text] = action
            chances[text] += chance
        own = ours.chances if ours.to_move == ("random",) else {}
        if set(own) != set(texts) or any(
            abs(float(own[text]) - chances[text]) > 1e-9 for text in texts
        ):
            raise DifferenceError(f"throws: ours {own}, theirs {chances}")
        throw = source.choice(sorted(texts))
        theirs.apply_action(texts[throw])
        return ours.play(throw)
    if ours.to_move != (SIDES[theirs.current_player()],):
        raise DifferenceError(
            f"to move: ours {ours.to_move}, theirs {theirs.current_player()}"
        )
    mine = {our_points(state): state for state in after_two(ours)}
    its = {their_points(theirs.child(a)): a for a in theirs.legal_actions()}
    if set(mine) != set(its):
        extra, missing = set(its) - set(mine), set(mine) - set(its)
        raise DifferenceError(f"boards: only theirs {extra}, only ours {missing}")
    chosen = source.choice(sorted(mine))
    theirs.apply_action(its[chosen])
    return mine[chosen]
