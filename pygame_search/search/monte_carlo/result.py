"""What a search by random games found."""

from __future__ import annotations

from dataclasses import dataclass

#: Why it stopped, as `Sample.stopped` says.
STOPPED = ("complete", "simulations", "time", "interrupt", "memory")


@dataclass(frozen=True, slots=True)
class Arm:
    """A move of the role at the root, and what the games that began with it came to.

    Attributes:
        joint: the moves of all roles: it, and what the others chose most often (a role
            that has no choice does that).
        visits: how many simulations went through it.
        means: each role's mean goal value in these, in the units of the rule file; None
            where there was none, and for the role `random`.
        proven: what the move is worth to the role beyond doubt; None while in doubt.
            What the role can be sure of whatever the others do, and no more than it can
            hope for: with two roles whose goals add up to a constant the value of
            minimax, where chance moves its mean. (Bounds on either side are backed up
            from ends of the game, and meet. Where roles choose at once a value is
            proven only where it does not matter who knows the other's move.)
        plies: how long the game lasts at most with a proven win, or a proven loss as it
            was found; None where not known.
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
        best: the index of the best: with a value proven that no other can exceed, or
            most visited (flat Monte Carlo: of the best mean, and if that is a win, one
            that wins at once); of equals the first.
        value: what the position is worth to the role: its proven value, or the mean of
            the best move.
        proven: whether value is exact: then stopped is `complete`.
        simulations: how many games were played, or would have been but for an end in
            the tree.
        nodes: how many states the tree has, the root counted.
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
