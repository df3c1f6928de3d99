"""A game with hidden information as a function of its history, beside our rules.

A second implementation returns the `Turn` after any moves, or what the first player
wins if the game is over. It says what a player knows as it likes; two histories that
are the same for a player there must be the same for him by the `sees` rules of ours,
and the other way round.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, hstack

import pygame_search as ps
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import Term, ground_terms

#: Who moves, beside the players 0 and 1.
CHANCE = 2

History = tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """Who moves, the moves, each of chance with its probability, and what he knows."""

    who: int
    moves: Mapping[str, Fraction | None]
    view: Any = ()


Second = Callable[[History], Turn | int]


def chance(moves: Iterable[str]) -> Turn:
    """Return a turn of chance; a move that comes n times is n times as likely."""
    listed = list(moves)
    each = Fraction(1, len(listed))
    return Turn(CHANCE, {move: each * listed.count(move) for move in listed})


def choice(who: int, moves: Iterable[str], view: Hashable) -> Turn:
    """Return a turn of a player."""
    return Turn(who, dict.fromkeys(moves), view)


def perft(second: Second) -> list[int]:
    """Return how many histories there are of each length, chance included."""
    counts, level = [], [History()]
    while level:
        turns = [(h, second(h)) for h in level]
        level = [(*h, m) for h, t in turns if isinstance(t, Turn) for m in t.moves]
        counts += [len(level)] if level else []
    return counts


def value(second: Second) -> float:
    """Return what the first player wins on average if both play an equilibrium.

    The linear program over sequences of moves (D. Koller, N. Megiddo and B. von
    Stengel, 1996): player 0 chooses how often each of his sequences is played, so that
    the best answer of player 1 costs him least.
    """
    numbers: tuple[dict[Hashable, int], dict[Hashable, int]] = ({(): 0}, {(): 0})
    sets: tuple[dict[Hashable, tuple[int, list[int]]], ...] = ({}, {})
    payoffs: list[tuple[int, int, float]] = []

    def walk(history: History, last: tuple[int, int], reach: Fraction) -> None:
        turn = second(history)
        if not isinstance(turn, Turn):
            payoffs.append((*last, float(reach * turn)))
            return
        for move, likely in turn.moves.items():
            now = list(last)
            if turn.who != CHANCE:
                of = numbers[turn.who]
                number = of.setdefault((turn.view, move), len(of))
                before, its = sets[turn.who].setdefault(turn.view, (last[turn.who], []))
                assert before == last[turn.who], "the player forgets what he did"
                its += [number] if number not in its else []
                now[turn.who] = number
            walk((*history, move), (now[0], now[1]), reach * (likely or 1))

    walk((), (0, 0), Fraction(1))
    rows, columns, worths = zip(*payoffs, strict=True)
    many = len(numbers[0]), len(numbers[1])
    matrix = coo_matrix((worths, (rows, columns)), shape=many)
    own, other = (_flow(sets[who], many[who]) for who in (0, 1))
    total = np.zeros(other.shape[0])
    total[0] = 1
    first = np.zeros(own.shape[0])
    first[0] = 1
    found = linprog(
        np.concatenate([np.zeros(many[0]), -total]),
        A_ub=hstack([-matrix.T, other.T]).tocsr(),
        b_ub=np.zeros(many[1]),
        A_eq=hstack([own, coo_matrix((own.shape[0], other.shape[0]))]).tocsr(),
        b_eq=first,
        bounds=[(0, None)] * many[0] + [(None, None)] * other.shape[0],
        method="highs",
    )
    assert found.success
    return float(-found.fun)


def _flow(sets: Mapping[Hashable, tuple[int, list[int]]], many: int) -> coo_matrix:
    """Return the rows by which the moves of a set are played as often as it is met."""
    cells = [(0, 0, 1)]
    for row, (before, moves) in enumerate(sets.values(), 1):
        cells += [(row, before, -1), *((row, move, 1) for move in moves)]
    rows, columns, signs = zip(*cells, strict=True)
    return coo_matrix((signs, (rows, columns)), shape=(len(sets) + 1, many))


@dataclass(frozen=True)
class Place:
    """Our game after a history: the state, and what each player has done and seen."""

    history: History
    state: frozenset[Term]
    known: tuple[tuple[Hashable, ...], ...] = ((), ())


def oracle_of(call: str) -> Oracle:
    """Return the oracle for a game."""
    game = ps.load(call)
    given = {name: text for name, text, *_ in game.given_parameters}
    return Oracle(game.book.text, game.book.syntax, given)


def assert_same_game(call: str, second: Second, *, most: int = 400) -> None:
    """Compare our rules with a second implementation in each history.

    The moves, their probabilities, the end and the goals must be the same, and for each
    player the histories that he cannot tell apart. Of the histories of a length, `most`
    are looked at, drawn at random.
    """
    oracle = oracle_of(call)
    views: tuple[dict[Hashable, Hashable], ...] = ({}, {})
    level, source = [Place((), oracle.initial)], random.Random(call)
    while level:
        below = []
        for place in level:
            turn = second(place.history)
            _compare(oracle, place, turn, views)
            for move in turn.moves if isinstance(turn, Turn) else ():
                assert isinstance(turn, Turn)
                below.append(played(oracle, place, {_role(oracle, turn.who): move}))
        level = source.sample(below, min(len(below), most))
    for its in views:
        assert len({*its.values()}) == len(its), "two histories differ only in ours"


def _compare(
    oracle: Oracle,
    place: Place,
    turn: Turn | int,
    views: tuple[dict[Hashable, Hashable], ...],
) -> None:
    state, history = place.state, place.history
    assert oracle.terminal(state) == (not isinstance(turn, Turn)), history
    if not isinstance(turn, Turn):
        goals = [v for role, v in oracle.goals(state).items() if role != "random"]
        assert goals == [turn, -turn][: len(goals)], history
        return
    moves = {_term(move): likely for move, likely in turn.moves.items()}
    assert oracle.legal(state)[_role(oracle, turn.who)] == {*moves}, history
    if turn.who == CHANCE:
        assert oracle.chances(state) == moves, history
        return
    ours = place.known[turn.who]
    assert views[turn.who].setdefault(ours, turn.view) == turn.view, history


def played(oracle: Oracle, place: Place, moves: Mapping[Term, str]) -> Place:
    """Return the place after a step in which some roles move, and the others wait."""
    joint = [_term(moves.get(role, "noop")) for role in oracle.roles]
    state = oracle.successor(place.state, joint)
    seen = oracle.instances("sees", None, None)
    known = tuple(
        (*its, (own, frozenset(what for by, what in seen if by == role)))
        for its, own, role in zip(place.known, joint, oracle.roles, strict=False)
    )
    return Place((*place.history, *moves.values()), state, known)


def _role(oracle: Oracle, who: int) -> Term:
    """Return the role of a player or of chance; it stands behind the players."""
    return "random" if who == CHANCE else oracle.roles[who]


@cache
def _term(text: str) -> Term:
    (found,) = ground_terms([text], "prolog")
    return found
