"""The value of a tiny game with hidden information, by its normal form.

All plays are enumerated by the oracle (`pygame_search/oracle/beliefs.py`). A view of a
player is what it has done and perceived. A pure strategy has a legal move for each view
that can come about under it. The matrix has, for each pair of strategies, the expected
goal of the first player. There are no sequences and no numbers of views, and nothing of
the package but the oracle is used.

    form = normal_form(Oracle(text))
    lowest, highest = bounds(form)  # the value, by linear programs for both players

With one player the matrix has one column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from scipy.optimize import linprog

from pygame_search.oracle.beliefs import History, Step, histories, legal_moves
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import Term

Steps: TypeAlias = "tuple[Step, ...]"
#: A move for each view of a player.
Pure: TypeAlias = "Mapping[Steps, Term]"
#: For each view how likely a player makes each move.
Behaviour: TypeAlias = "Mapping[Steps, Mapping[Term, Fraction]]"
Matrix: TypeAlias = "Sequence[Sequence[Fraction]]"

#: The most pure strategies of a player, and the most steps of a play.
MOST_STRATEGIES, MOST_STEPS = 200, 30


class Play(NamedTuple):
    """A history to the end of the game, with the product of the chances in it."""

    history: History
    likely: Fraction
    goals: tuple[int, ...]


class NormalForm(NamedTuple):
    """A game in which each player chooses a strategy, once.

    Attributes:
        players: one or two roles, without `random`.
        strategies: those of each player; of a second that is not there, an empty one.
        matrix: a row for each strategy of the first player, a column for each of the
            second: the expected goal of the first.
        total: what the goals of both add up to; 0 with one player.
    """

    players: tuple[Term, ...]
    strategies: tuple[Sequence[Pure], Sequence[Pure]]
    matrix: Matrix
    total: int


def normal_form(oracle: Oracle) -> NormalForm:
    """Return the normal form of a game.

    Raises:
        ValueError: there are not one or two players, their goals do not add up to the
            same everywhere, a play is too long, a player has too many strategies, or
            its legal moves do not follow from its view.
    """
    players = tuple(role for role in oracle.roles if role != "random")
    if len(players) not in (1, 2):
        raise ValueError(f"expected one or two players, found {len(players)}")
    every = [*histories(oracle, MOST_STEPS)]
    if any(len(one.joints) == MOST_STEPS and not one.over for one in every):
        raise ValueError(f"a play is longer than {MOST_STEPS} steps")
    plays = [_play(oracle, one, players) for one in every if one.over]
    totals = {sum(play.goals) for play in plays} if len(players) == 2 else {0}
    if len(totals) > 1:
        raise ValueError(f"the goals add up to {sorted(totals)}, not to one sum")
    sides: list[Sequence[Pure]] = [
        _strategies(player, _legal(oracle, player, every)) for player in players
    ]
    sides += [[{}]] * (2 - len(sides))
    places = [oracle.roles.index(player) for player in players]
    kept = [
        [
            {n for n, play in enumerate(plays) if _follows(play, place, one)}
            for one in its
        ]
        for place, its in zip(places, sides, strict=False)
    ]
    kept += [[{*range(len(plays))}]] * (2 - len(kept))
    worth = [play.likely * play.goals[0] for play in plays]
    zero = Fraction(0)
    matrix = [[sum((worth[n] for n in a & b), zero) for b in kept[1]] for a in kept[0]]
    return NormalForm(players, (sides[0], sides[1]), matrix, totals.pop())


def bounds(form: NormalForm) -> tuple[float, float]:
    """Return what the first player is sure to get, and to what the second can hold it.

    Both are the value of the game, each by a linear program of its own.
    """
    rows = form.matrix
    columns = [[-value for value in column] for column in zip(*rows, strict=True)]
    return _secured(rows)[0], -_secured(columns)[0]


def equilibrium(form: NormalForm) -> tuple[Sequence[float], Sequence[float]]:
    """Return how likely each player is to choose each of its strategies."""
    rows = form.matrix
    columns = [[-value for value in column] for column in zip(*rows, strict=True)]
    return _secured(rows)[1], _secured(columns)[1]


def best_response(
    form: NormalForm, player: int, mixture: Sequence[Fraction]
) -> tuple[Fraction, Pure]:
    """Return the most that a player can expect, and a strategy by which it does.

    All its strategies are tried.

    Args:
        form: the game.
        player: 0 or 1.
        mixture: how likely the other player is to choose each of its strategies.
    """
    lines: Any = form.matrix if player == 0 else zip(*form.matrix, strict=True)
    found = [
        sum((p * value for p, value in zip(mixture, line, strict=True)), Fraction(0))
        for line in lines
    ]
    if player == 1:
        found = [form.total - value for value in found]
    best = max(range(len(found)), key=found.__getitem__)
    return found[best], form.strategies[player][best]


def mixture(form: NormalForm, player: int, behaviour: Behaviour) -> list[Fraction]:
    """Return how likely a player is to choose each of its pure strategies.

    Args:
        form: the game.
        player: 0 or 1.
        behaviour: for each view of the player with several legal moves how likely it
            makes each of them; a move that is not named is never made.

    Raises:
        ValueError: such a view is missing, or the numbers do not add up to 1.
    """
    moves: dict[Steps, set[Term]] = {}
    for strategy in form.strategies[player]:
        for view, move in strategy.items():
            moves.setdefault(view, set()).add(move)
    choices = [view for view, its in moves.items() if len(its) > 1]
    if missing := [view for view in choices if view not in behaviour]:
        raise ValueError(f"the behaviour does not say what to do after {missing[0]}")
    found = [
        prod(
            (
                behaviour[v].get(strategy[v], Fraction(0))
                for v in choices
                if v in strategy
            ),
            start=Fraction(1),
        )
        for strategy in form.strategies[player]
    ]
    if sum(found) != 1:
        raise ValueError(f"the strategies add up to {sum(found)}, not to 1")
    return found


def _play(oracle: Oracle, history: History, players: Sequence[Term]) -> Play:
    """Return a history to the end as a play."""
    likely, state = Fraction(1), oracle.initial
    for joint in history.joints:
        if "random" in oracle.roles:
            likely *= oracle.chances(state)[joint[oracle.roles.index("random")]]
        state = oracle.successor(state, joint)
    found = oracle.goals(history.state)
    goals = [found[player] for player in players]
    if None in goals:
        raise ValueError(f"expected one goal of each player, found {found}")
    return Play(history, likely, tuple(goal for goal in goals if goal is not None))


def _legal(
    oracle: Oracle, player: Term, every: Sequence[History]
) -> dict[Steps, tuple[Term, ...]]:
    """Return the legal moves of a player by its view; the shorter views come first."""
    place = oracle.roles.index(player)
    found: dict[Steps, tuple[Term, ...]] = {}
    for history in every:
        view, moves = history.steps[place], legal_moves(oracle, history)[place]
        if not history.over and found.setdefault(view, moves) != moves:
            raise ValueError(f"{player} may do {found[view]} or {moves} after {view}")
    return found


def _strategies(player: Term, legal: Mapping[Steps, tuple[Term, ...]]) -> list[Pure]:
    """Return the pure strategies of a player.

    A view counts only in those strategies under which it can come about.
    """
    after: dict[tuple[Steps, Term], list[Steps]] = {}
    for view in legal:
        if view:
            after.setdefault((view[:-1], view[-1].move), []).append(view)

    def many(view: Steps) -> int:
        return sum(prod(map(many, after.get((view, move), []))) for move in legal[view])

    def from_here(view: Steps) -> list[Pure]:
        return [
            {view: move, **{v: m for part in parts for v, m in part.items()}}
            for move in legal[view]
            for parts in product(*map(from_here, after.get((view, move), [])))
        ]

    if not legal:  # the game is over at the start
        return [{}]
    if many(()) > MOST_STRATEGIES:
        raise ValueError(
            f"{player} has {many(()):,} pure strategies: the most is {MOST_STRATEGIES}"
        )
    return from_here(())


def _follows(play: Play, place: int, strategy: Pure) -> bool:
    """Return whether a role makes the moves of a strategy in a play."""
    steps = play.history.steps[place]
    return all(strategy.get(steps[:n]) == step.move for n, step in enumerate(steps))


def _secured(rows: Matrix) -> tuple[float, Sequence[float]]:
    """Return the most that the player who chooses a row is sure to get, and how.

    Maximise v so that the mixture x of rows gets at least v in each column.
    """
    columns = [*zip(*rows, strict=True)]
    found = linprog(
        [0.0] * len(rows) + [-1.0],
        A_ub=[[-float(value) for value in column] + [1.0] for column in columns],
        b_ub=[0.0] * len(columns),
        A_eq=[[1.0] * len(rows) + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * len(rows) + [(None, None)],
        method="highs",
    )
    if found.status != 0:
        raise ValueError(f"the linear program was not solved: {found.message}")
    return float(found.x[-1]), [float(x) for x in found.x[:-1]]
