"""The relations of a game as functions of a state.

Search programs have the same. A search knows a game by them alone. It
passes states and moves on and compares them, and never looks inside
one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TypeVar, cast

from pygame_search.game import Game, State
from pygame_search.machine.belief import ClauseBeliefs, view_after
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.scores import worth
from pygame_search.model.view import (
    NO_VIEW,
    View,
    percepts_in,
)
from pygame_search.model.view import (
    Step as Step,
)
from pygame_search.search.core.heuristics import prepare, weighed
from pygame_search.search.core.setup import rival
from pygame_search.support.errors import InputError

T = TypeVar("T")

#: A move of the role to move, or of several roles in their order; or
#: the name of a step in a state space.
Move = int | tuple[int, ...] | str


class Chance(random.Random):
    """The random numbers of `logic/programs/chance.pl`."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._number = seed

    def randrange(self, n: int) -> int:  # type: ignore[override]
        """Return a number from 0 to below n; for 1 it takes no draw."""
        if n == 1:
            return 0
        self._number = (
            self._number * 6364136223846793005 + 1442695040888963407
        ) % 2**64
        return (self._number >> 33) % n

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        """Return a member of a sequence."""
        return seq[self.randrange(len(seq))]


@dataclass(eq=False)
class Rules:
    """The rules of a game, and what a search has looked at.

    Attributes:
        game: whose rules.
        looked_at: the numbers of the states whose goal value or
            estimate was asked for, in the order of the questions.
        expanded: the numbers of the states whose successors were asked
            for, in that order.
        chance: the source of `random_member`.
        position: the position that is asked about, for `view` and
            `believed`; see `known`.
    """

    game: Game
    looked_at: list[int] = field(default_factory=list)
    expanded: list[int] = field(default_factory=list)
    chance: Chance = field(default_factory=lambda: Chance(1))
    position: State | None = None

    def __post_init__(self) -> None:
        """Prepare what the relations need."""
        game = self.game
        weights = {
            name: weight
            for name, weight in game.weights.items()
            if weight
        }
        self.weights: dict[str, int | Fraction] = {
            name: weight
            if isinstance(weight, int)
            else Fraction(weight)
            for name, weight in weights.items()
        }
        prepare(game, weights)
        self.machine = ClauseMachine(
            game, memo=True, heuristics=weighed(game, weights)
        )


@dataclass(frozen=True, slots=True)
class Node:
    """A state, as a search has it."""

    rules: Rules = field(repr=False)
    number: int


def known(state: State) -> Rules:
    """Return the rules for a search from what a role knows of a state.

    Where something is hidden, the states hold what roles perceived.
    """
    game = state.game
    return Rules(
        game.with_percepts() if game.closed else game, position=state
    )


def initial(rules: Rules) -> Node:
    """Return the state in which play begins."""
    return Node(rules, rules.machine.start())


def roles(s: Node) -> tuple[str, ...]:
    """Return the roles of the game."""
    return s.rules.game.roles


def goal_range(s: Node, r: str) -> tuple[int, int]:
    """Return the lowest and the highest goal value of a role."""
    return s.rules.game.ranges[s.rules.game.roles.index(r)]


def random_member(s: Node, xs: Sequence[T]) -> T:
    """Return one of some values, each as likely as the others."""
    return s.rules.chance.choice(xs)


def to_move(s: Node) -> list[str]:
    """Return the roles that move in a state; none at the end."""
    return [
        r
        for r, moves in zip(s.rules.game.roles, _moves(s), strict=False)
        if moves
    ]


def legal(s: Node, r: str) -> tuple[int, ...]:
    """Return the moves that a role can make in a state.

    Where the rules weigh the moves of chance, one of weight 3 stands
    there three times.
    """
    moves = _lots(s)
    return moves[s.rules.game.roles.index(r)] if moves else ()


def successor(s: Node, m: Move) -> Node:
    """Return the state to which a move leads."""
    machine = s.rules.machine
    made = iter(m if isinstance(m, tuple) else (m,))
    all_moves = machine.expand(s.number).moves
    index = 0
    for moves, active in zip(all_moves, _moves(s), strict=True):
        place = moves.index(next(made)) if active else 0
        index = index * len(moves) + place
    return Node(s.rules, machine.expand(s.number).successors[index])


def successors(s: Node) -> Iterable[tuple[Move, Node]]:
    """Yield each move that leads from a state, and where it leads."""
    s.rules.expanded.append(s.number)
    if s.rules.game.space != "none":
        for name, number, _ in s.rules.machine.neighbours(s.number):
            yield name, Node(s.rules, number)
        return
    for moves in product(*filter(None, _lots(s))):
        yield (
            (m := moves[0] if len(moves) == 1 else moves),
            successor(s, m),
        )


def name(s: Node, m: int) -> str:
    """Return the text of a move."""
    return s.rules.machine.texts([(m,)])[0][0]


def percepts(s: Node, r: str) -> tuple[str, ...]:
    """Return what a role perceived in the step to a state."""
    assert s.rules.game.perceiving
    everyone = s.rules.game.roles
    found = percepts_in(s.rules.machine.facts(s.number), everyone)
    return found[everyone.index(r)]


def view(rules: Rules, r: str) -> View:
    """Return what a role knows of each step since the start.

    Raises:
        InputError: the moves since the start are not known.
    """
    assert rules.game.perceiving
    assert rules.position is not None
    if rules.position.line is None:
        raise InputError(NO_VIEW)
    return view_after(rules.game, r, rules.position.line)


def believed(rules: Rules, r: str) -> list[tuple[Node, Fraction]]:
    """Return the states that a role thinks possible, and how likely.

    Where nothing is hidden, this is the position alone.

    Raises:
        InputError: the moves since the start are not known.
    """
    assert rules.position is not None
    if not rules.game.perceiving:
        return [(Node(rules, rules.position.number), Fraction(1))]
    found = ClauseBeliefs(rules.game).of(view(rules, r)).items()
    return [(Node(rules, cast(int, s)), p) for s, p in found]


def terminal(s: Node) -> bool:
    """Return whether the game is over."""
    return s.rules.machine.look(s.number).terminal


def goal(s: Node, r: str) -> int:
    """Return the goal value of a state to a role."""
    s.rules.looked_at.append(s.number)
    value = s.rules.machine.look(s.number).values[
        s.rules.game.roles.index(r)
    ]
    assert value is not None
    return value


def estimate(s: Node, r: str) -> float:
    """Return what the features of a state are worth to a role.

    It is exact: a Fraction where weights are decimal.
    """
    rules = s.rules
    rules.looked_at.append(s.number)
    if not rules.weights:
        return 0
    features = rules.machine.features(s.number)
    index = rules.game.roles.index(r)
    other = rival(rules.game, index)
    mine = worth(features[index], rules.weights)
    theirs = (
        0 if other is None else worth(features[other], rules.weights)
    )
    return cast(float, mine - theirs)


def quiet(s: Node) -> bool:
    """Return whether a state is quiet, by the rule file's `quiet`."""
    return bool(s.rules.machine.holds(s.number, "quiet"))


def is_goal(s: Node) -> bool:
    """Return whether a state is a goal of a state space."""
    return _space(s).is_goal(s.number)


def cost(s: Node, s1: Node) -> int:
    """Return the cost of the step between two states."""
    steps = _space(s).neighbours(s.number)
    return min(cost for _, number, cost in steps if number == s1.number)


def h(s: Node) -> int:
    """Return the rule file's estimate of the cost to a goal."""
    assert s.rules.game.has_estimate
    return _space(s).estimate(s.number)


def _space(s: Node) -> ClauseMachine:
    """Return the machine of a state space; other games have none."""
    assert s.rules.game.space != "none"
    return s.rules.machine


def _lots(s: Node) -> tuple[tuple[int, ...], ...]:
    """Return the moves of each role, chance's as they weigh."""
    node = s.rules.machine.expand(s.number)
    return tuple(
        tuple(
            m
            for m, n in zip(moves, node.weights, strict=True)
            for _ in range(n)
        )
        if role == node.chance and moves
        else moves
        for role, moves in enumerate(_moves(s))
    )


def _moves(s: Node) -> tuple[tuple[int, ...], ...]:
    """Return the moves of each role, none if it just does `noop`."""
    machine = s.rules.machine
    return tuple(
        ()
        if len(moves) == 1 and machine.texts([moves]) == [["noop"]]
        else moves
        for moves in machine.expand(s.number).moves
    )
