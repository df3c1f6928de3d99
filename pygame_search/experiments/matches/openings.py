"""Openings: the moves at the beginning of games, the same for all players."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from pygame_search.experiments.matches.playthrough import Joint
from pygame_search.experiments.matches.record import read_line
from pygame_search.game import State
from pygame_search.model.rules import no_moves
from pygame_search.support.errors import InputError
from pygame_search.support.input_files import read_input_text

#: How many times in a row a random opening may be one that was found already.
_MISSES = 200
_ENDS = "expected an opening, but these moves end the game"


def random_openings(
    start: State, plies: int, most: int, source: random.Random
) -> tuple[tuple[Joint, ...], ...]:
    """Return openings of random moves, which lead to different positions.

    There are fewer than `most` if no more are found.

    Args:
        start: where they begin.
        plies: their length.
        most: how many are wanted.
        source: the source of random numbers.

    Raises:
        InputError: every game tried is over by then.
        RulesError: a role has no legal move, and the game is not over.
    """
    if plies == 0:
        return ((),)
    found: dict[State, tuple[Joint, ...]] = {}
    known: dict[tuple[State, Joint], State] = {}
    misses = 0
    while len(found) < most and misses < _MISSES:
        end, moves = _walk(start, plies, source, known)
        if end.terminal or end in found:
            misses += 1
        else:
            found[end], misses = moves, 0
    if not found:
        raise InputError(
            f"expected openings of {plies} plies, but every game tried is over by then"
        )
    return tuple(found.values())


def _walk(
    start: State,
    plies: int,
    source: random.Random,
    known: dict[tuple[State, Joint], State],
) -> tuple[State, tuple[Joint, ...]]:
    """Return where random moves lead; `known` stores the expansions on the way."""
    state, moves = start, []
    for _ in range(plies):
        if state.terminal:
            break
        for role, legal in state.legal.items():
            if not legal:
                raise no_moves(state.game, role, state.facts)
        joint = tuple(state.drawn(role, source) for role in state.legal)
        after = known.get((state, joint))
        if after is None:
            after = known[state, joint] = state.play_joint(joint)
        state = after
        moves.append(joint)
    return state, tuple(moves)


def read_openings(file: Path, start: State) -> tuple[tuple[Joint, ...], ...]:
    """Return the openings in a file, one a line, each the beginning of a record.

    So a line may be `m1; m2` as well as `1. e4 e5`, and `%` starts a comment.

    Raises:
        InputError: the file cannot be read, has no opening, or one that ends the game;
            the message names the line.
        MoveError: a move is not legal.
    """
    text = read_input_text(file, "openings")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        record = read_line(line, start, file=str(file), number=number)
        if not record.joints:
            continue
        if record.state.terminal:
            raise InputError(f"{file}:{number}: {_ENDS}")
        found.append(tuple(record.joints))
    if not found:
        raise InputError(f"{file}: expected openings, one a line, found none")
    return tuple(found)


def opening(moves: Iterable[str], start: State) -> tuple[Joint, ...]:
    """Return moves as joint moves.

    Raises:
        MoveError: one is not legal.
        InputError: they end the game.
    """
    state, joints = start, []
    for move in moves:
        state, joint = state.played(move)
        joints.append(joint)
    if state.terminal:
        raise InputError(_ENDS)
    return tuple(joints)
