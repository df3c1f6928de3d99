"""The result of a Monte Carlo search."""

from __future__ import annotations

from dataclasses import dataclass

#: The values of `Sample.stopped`.
STOPPED = ("complete", "simulations", "time", "interrupt", "memory")


@dataclass(frozen=True, slots=True)
class Arm:
    """A move of the role at the root, and the results of the games that began with it.

    Attributes:
        joint: a joint move that contains it, in UCT with the best moves of the others.
        visits: the number of simulations through it.
        means: each role's mean goal value in these, in the units of the rule file; None
            without a simulation, and for the role `random`.
        proven: the proven value of the move for the role; None if it is not proven. The
            role can force this value and cannot get more: its lower and upper bounds,
            backed up from ends of the game, are equal. With two roles whose goals have
            a constant sum it is the minimax value, or the expectimax value with chance.
            If roles choose at once, a value is proven only if it does not matter who
            knows the other's move.
        plies: the most plies to the end of a proven game, as far as it was searched;
            None if not known.
        line: joint moves that begin with it: the moves most visited, or proven best.
    """

    joint: tuple[str, ...]
    visits: int
    means: tuple[float | None, ...]
    proven: float | None = None
    plies: int | None = None
    line: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """The answer of a search by random games, in the same form from every tier.

    Attributes:
        arms: the moves of the role, in the order of the rules.
        best: the index of the best move, the first of equals: one with a proven value
            that no other can exceed, or the most visited (in flat Monte Carlo that with
            the best mean or, if that is a win, one that wins at once).
        value: the value of the position for the role: its proven value, or the mean of
            the best move.
        proven: whether the value is exact; stopped is then `complete`.
        simulations: the number of games, counting visits to ends in the tree.
        nodes: the number of states in the tree, including the root.
        stopped: one of STOPPED.
    """

    arms: tuple[Arm, ...]
    best: int
    value: float
    proven: bool
    simulations: int
    nodes: int
    stopped: str

    @property
    def line(self) -> tuple[tuple[str, ...], ...]:
        """The principal variation, as joint moves."""
        return self.arms[self.best].line
