"""Strategies of the players of a game, and what they are worth: by all methods."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.searches.regret import follow
from pygame_search.solving.hidden.arrays import Arrays, Plans, arrays, even_array
from pygame_search.solving.hidden.linear import (
    behaviour,
    equilibrium_plans,
    probabilities,
)
from pygame_search.solving.hidden.plans import (
    best_response,
    even_plan,
    mean_goals,
    plan_of,
)
from pygame_search.solving.hidden.regret import METHODS as BY_REGRET
from pygame_search.solving.hidden.regret import (
    KeptWork,
    Minimised,
    Minimiser,
    Stops,
    minimised,
    minimiser,
)
from pygame_search.solving.hidden.sequence_form import SequenceForm, Side
from pygame_search.support.errors import InputError

#: How equilibria are found.
METHODS = ("lp", *BY_REGRET)

#: Up to so many sequences, `lp` is the default, and beyond them the other method.
MOST_LP, _BEYOND = 100_000, "cfr+"

#: The denominators with which exact probabilities are tried.
_DENOMINATORS = (10, 1_000, 100_000, 10_000_000)

#: Up to so many pairs of sequences with an end, best responses are computed in
#: fractions: those to solutions of linear programs, and to others.
_EXACT, _CHEAP = 200_000, 20_000

#: By how much, for each end and unit of the goals, bounds in floating-point numbers are
#: widened.
_ROUNDING = 2.0**-48

#: How much of an even strategy the other's has where a set is otherwise not reached.
_TREMBLE = Fraction(1, 1_000_000)


def bounds(
    form: SequenceForm, plans: Sequence[Sequence[Fraction]]
) -> tuple[Fraction, Fraction]:
    """Return the least and the most that the first player gets, by the others' best.

    Args:
        form: a game of one player, or of two whose goals add up to a constant.
        plans: those of the players.
    """
    most, _ = best_response(form, 0, plans)
    if len(plans) == 1:
        return mean_goals(form, plans)[0], most
    assert form.total is not None
    return form.total - best_response(form, 1, plans)[0], most


def must_be_solvable(form: SequenceForm) -> None:
    """Check that a game has one player, or two whose goals add up to a constant.

    Raises:
        InputError: it has not.
    """
    players = len(form.sides)
    if players == 1 or (players == 2 and form.total is not None):
        return
    found = (
        "two whose goals add up to different sums"
        if players == 2
        else f"{players} players"
    )
    raise InputError(
        "expected one player, or two whose goals always add up to the same sum, "
        f"found {found}; a best response to given strategies needs neither"
    )


#: The probabilities of the moves, by player and information set.
Chances = Sequence[Sequence[Sequence[Fraction]]]


@dataclass(frozen=True, slots=True)
class Solved:
    """Strategies, and what they are worth.

    Attributes:
        chances: the strategies.
        reached: which sets the strategies can reach.
        lower, upper: bounds for the first player, by best responses.
        means: the mean goal of each player.
        method: how they were found.
        run: how regret minimisation went; None with other methods.
        notes: what was assumed.
    """

    chances: Chances
    reached: Sequence[Sequence[bool]]
    lower: Fraction
    upper: Fraction
    means: list[Fraction]
    method: str
    run: Minimised | None = None
    notes: tuple[str, ...] = ()


def solved(
    form: SequenceForm,
    method: str | None,
    stops: Stops,
    progress: Callable[[str], None] | None = None,
    kept: KeptWork | None = None,
    seed: int = 1,
    tier: str = "",
) -> Solved:
    """Return strategies of all players.

    Args:
        form: the game.
        method: one of METHODS; by default `lp`, or `cfr+` where the game is large.
        stops: when regret minimisation stops; only the deadline counts otherwise.
        progress: called with a text that says how far the work is.
        kept: where regret minimisation keeps its work, and goes on from.
        seed: of the random numbers, where it samples; the form has the tree then.
        tier: that has made the form.

    Raises:
        InputError: there are more players, or two whose goals have no constant sum; or
            a single one, with a method for two.
        LimitError: the time is over, with `lp`.
    """
    must_be_solvable(form)
    if len(form.sides) == 1:
        if method in BY_REGRET:
            raise InputError(
                f"{method} finds equilibria of two players: {form.sides[0].role} plays "
                "alone, and its best strategy is found without a method"
            )
        return _backward(form)
    sequences = sum(side.sequences for side in form.sides)
    if method == "lp" or (method is None and sequences <= MOST_LP):
        if progress is not None:
            progress(f"linear program over {sequences:,} sequences")
        return _by_linear_program(form, stops.deadline)
    game = arrays(form)
    work = minimiser(game, method or _BEYOND, seed, tier)
    answer = _by_regret(form, game, work, stops, progress, kept)
    if method is not None:
        return answer
    note = (
        f"found by {answer.method}, as a linear program over {sequences:,} sequences "
        f"may take long: the value is known to {float(answer.upper - answer.lower):.2g}"
        "; the method lp finds it as nearly as floating-point numbers allow"
    )
    return replace(answer, notes=(note,))


def _by_regret(
    form: SequenceForm,
    game: Arrays,
    work: Minimiser,
    stops: Stops,
    progress: Callable[[str], None] | None,
    kept: KeptWork | None,
) -> Solved:
    """Return the average strategies of regret minimisation."""
    run = minimised(work, stops, progress, kept)
    if progress is not None:
        progress("best responses to the strategies")
    found = _near(form, game, run.plans, exact=len(form.sums) <= _CHEAP)
    return replace(found, method=work.method, run=run)


def _backward(form: SequenceForm) -> Solved:
    """Return the best strategy of the only player."""
    [side] = form.sides
    most, chosen = best_response(form, 0, [()])
    own = [
        [Fraction(int(i == best)) for i in range(len(one.moves))]
        for one, best in zip(side.sets, chosen, strict=True)
    ]
    plan = plan_of(side, own)
    [mean] = mean_goals(form, [plan])
    reached = [[plan[one.parent] > 0 for one in side.sets]]
    return Solved([own], reached, mean, most, [mean], "backward")


def _by_linear_program(form: SequenceForm, deadline: float | None) -> Solved:
    """Return strategies by a linear program, as fractions that prove them if there are.

    Where the game is large, or no such fractions are found, they are only near.
    """
    left = None if deadline is None else deadline - time.monotonic()
    near = equilibrium_plans(form, left)
    exact = len(form.sums) <= _EXACT
    for denominator in _DENOMINATORS if exact else ():
        if deadline is not None and time.monotonic() > deadline:
            exact = False  # to try fractions takes time that is over
            break
        chances, reached = _filled(form, near, denominator)
        found = _rated(form, chances, reached)
        if found.lower == found.upper:
            return found
    return _near(form, arrays(form), [np.array(plan) for plan in near], exact=exact)


def _rated(form: SequenceForm, chances: Chances, reached: list[list[bool]]) -> Solved:
    """Return what strategies are worth, in fractions."""
    plans = [plan_of(side, own) for side, own in zip(form.sides, chances, strict=True)]
    lower, upper = bounds(form, plans)
    means = mean_goals(form, plans)
    return Solved(chances, reached, lower, upper, means, "lp")


def _near(form: SequenceForm, game: Arrays, near: Plans, *, exact: bool) -> Solved:
    """Return strategies with about the probabilities of plans.

    Args:
        form: the game.
        game: the same as arrays.
        near: about the plans.
        exact: whether the bounds are computed in fractions, not floating-point numbers.
    """
    tremble = float(_TREMBLE)
    trembling = [
        plan * (1 - tremble) + even_array(choices) * tremble
        for plan, choices in zip(near, game.choices, strict=True)
    ]
    moves = [game.response(player, trembling[1 - player])[1] for player in (0, 1)]
    if not exact:
        return _rounded(game, near, moves)
    known = [behaviour(side, plan) for side, plan in zip(form.sides, near, strict=True)]
    reached = [[own is not None for own in mine] for mine in known]
    chances = [
        _completed(side, mine, chosen.tolist())
        for side, mine, chosen in zip(form.sides, known, moves, strict=True)
    ]
    return _rated(form, chances, reached)


def _rounded(game: Arrays, near: Plans, moves: Sequence[NDArray[np.int32]]) -> Solved:
    """Return strategies with about the probabilities of plans, without fractions.

    Args:
        game: the game.
        near: about the plans.
        moves: of each player the index of the move in sets where its plan never leads.
    """
    chances, reached, plans = [], [], []
    for choices, plan, chosen in zip(game.choices, near, moves, strict=True):
        own = probabilities(choices, plan)
        unknown = ~own.reached
        own.moves[choices.first[unknown] + chosen[unknown]] = 1.0
        chances.append(own)
        reached.append(own.reached.tolist())
        following = np.zeros(len(plan))
        follow(choices, own.moves, following)
        plans.append(following)
    lower, upper = game.bounds(plans)
    # The rounding of the sums, and of the probabilities that are printed and kept.
    size = max(1.0, *(float(np.abs(one.values).max(initial=0)) for one in game.payoffs))
    doubt = _ROUNDING * size * (len(game.payoffs[0].values) + 1)
    means = [*map(Fraction, game.means(plans))]
    return Solved(
        chances, reached, Fraction(lower - doubt), Fraction(upper + doubt), means, "lp"
    )


def _completed(
    side: Side, known: Sequence[list[Fraction] | None], chosen: Sequence[int]
) -> list[list[Fraction]]:
    """Return what is known of a strategy, with chosen moves where nothing is."""
    return [
        own or [Fraction(int(i == best)) for i in range(len(one.moves))]
        for one, own, best in zip(side.sets, known, chosen, strict=True)
    ]


def _filled(
    form: SequenceForm, near: Sequence[Sequence[float]], denominator: int
) -> tuple[Chances, list[list[bool]]]:
    """Return strategies with the probabilities of plans.

    Where a strategy of its own never leads, it is a best response to the other's, in
    which each move is made with a small probability.

    Args:
        form: the game.
        near: about the probabilities of the sequences.
        denominator: the largest of a probability, before those of a set are made to
            add up to 1.
    """
    known = [
        behaviour(side, plan, denominator)
        for side, plan in zip(form.sides, near, strict=True)
    ]
    reached = [[own is not None for own in mine] for mine in known]
    trembling = []
    for side, mine in zip(form.sides, known, strict=True):
        even = [[Fraction(1, len(one.moves))] * len(one.moves) for one in side.sets]
        plan = plan_of(
            side, [own or level for own, level in zip(mine, even, strict=True)]
        )
        trembling.append(
            [
                p * (1 - _TREMBLE) + q * _TREMBLE
                for p, q in zip(plan, even_plan(side), strict=True)
            ]
        )
    filled = []
    for player, (side, mine) in enumerate(zip(form.sides, known, strict=True)):
        _, chosen = best_response(form, player, trembling)
        filled.append(_completed(side, mine, chosen))
    return filled, reached
