"""A position to solve, as all tiers see it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pygame_search.game import State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.rules import rules_hash
from pygame_search.search.best import best
from pygame_search.search.core.result import SearchResult
from pygame_search.solving.cycles import Glance, glance
from pygame_search.solving.solution import Solution
from pygame_search.support.checkpoint import Checkpoint
from pygame_search.support.errors import LimitError

#: How alpha-beta searches for a value.
ALPHABETA = "deepening(order=history, table=true)"

#: The implicit move of a role without a legal move; rules may also use it explicitly.
NO_MOVE = "noop"

#: The most states visited in the search for a cycle before alpha-beta begins.
GLANCE = 10_000

#: The time of a search without a limit, in seconds.
_UNBOUNDED = 1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class Solving:
    """A position to solve, with its options; see `State.solve`.

    Attributes:
        checkpoint: keeps the work of the native tier when it is interrupted.
        draw: the value of endless play to the role, None if it has none.
        ruled: what the rules say that endless play is worth to each role; None if they
            do not say it, or if another value of the role was asked for.
        finish: called with the solution before the checkpoint is removed.
        machine: the knowledge base of the game.
        started: the time.monotonic() at which the work began.
    """

    state: State
    role: str
    tier: str
    method: str | None
    strength: str | None
    seconds: float | None
    memory: int | None
    progress: Callable[[str], None] | None
    draw: int | None
    ruled: Mapping[str, int] | None
    nodes: int | None
    threads: int
    checkpoint: Checkpoint | None
    finish: Callable[[Solution], object]
    machine: ClauseMachine
    started: float = field(default_factory=time.monotonic)

    @property
    def deadline(self) -> float | None:
        """The time.monotonic() at which to stop."""
        return None if self.seconds is None else self.started + self.seconds

    def left(self) -> float:
        """Return how many seconds are left; without a limit, a very large number."""
        if self.deadline is None:
            return _UNBOUNDED
        return max(self.deadline - time.monotonic(), 0.001)

    def index(self, role: str) -> int:
        """Return the index of a role."""
        return self.state.game.roles.index(role)

    def ranges(self, role: str) -> tuple[int, int]:
        """Return the lowest and the highest goal value that the rules name."""
        return self.state.game.ranges[self.index(role)]

    def only(self, role: str) -> int | None:
        """Return the value of every end, if the rules name only one."""
        named = self.state.game.worths[self.index(role)]
        return named[0] if len(named) == 1 else None

    def by_alphabeta(self, role: str, table_bytes: int | None = None) -> SearchResult:
        """Return the value for a role, by iterative deepening to the end of the game.

        Raises:
            LimitError: the time is over.
        """
        found = best(
            self.state, role=role, method=ALPHABETA, seconds=self.left(),
            tier=self.tier, progress=self.progress, table_bytes=table_bytes,
        )  # fmt: skip
        if not found.complete:
            raise LimitError(
                f"the time is over after {found.nodes:,} nodes, searched to "
                f"{found.depth} plies",
                "time",
            )
        return found

    def plies(
        self, role: str, nodes: int, table_bytes: int | None = None
    ) -> tuple[int | None, int]:
        """Return after how many plies the game ends, and the nodes that were visited.

        Args:
            role: it wins or loses for certain.
            nodes: the most that may be visited; then the distance is None.
            table_bytes: the limit of the table.
        """
        low, high = self.ranges(role)
        if low == high:
            return None, 0
        found = best(
            self.state, role=role, method=f"{ALPHABETA[:-1]}, nodes={max(nodes, 1)})",
            seconds=self.left(), tier=self.tier, progress=self.progress,
            table_bytes=table_bytes,
        )  # fmt: skip
        return found.distance if found.complete else None, found.nodes

    def glance(self) -> Glance:
        """Search briefly for a cycle of moves."""
        return glance(self.machine, self.state.number, GLANCE, self.deadline)

    def must_end(self, finite: bool | None, others: str) -> None:
        """Check that alpha-beta comes to an end.

        Args:
            finite: whether play must end, as far as that is known.
            others: the methods that can be used if it need not.

        Raises:
            LimitError: play can go on for ever, and there is no time limit.
        """
        if finite is False and self.seconds is None:
            raise LimitError(
                "play can go on for ever, so that alpha-beta may never end: give it "
                f"--time, or use {others}",
                "plies",
            )

    def finished(self, found: Solution) -> Solution:
        """Call `finish`, remove the checkpoint, and return the solution."""
        self.finish(found)
        if self.checkpoint is not None:
            self.checkpoint.remove()
        return found

    def solution(self, **found: Any) -> Solution:
        """Return a solution, completed with what is known of the position."""
        game = self.state.game
        low, high = self.ranges(self.role)
        written = None
        if game.notated and found["cycle"] is not None:
            written = tuple(self.state.written_line(found["cycle"]))
        return Solution(
            game=game.book.place,
            parameters=game.parameters,
            rules=rules_hash(game),
            role=self.role,
            position=self.state.facts,
            seconds=time.monotonic() - self.started,
            tier=self.tier,
            draw=self.draw,
            draw_from=self.draw_from,
            notes=game.assumed,
            lost=low != high and found["values"][self.role] == low,
            cycle_notation=written,
            **found,
        )

    @property
    def total(self) -> int | None:
        """What two players get adds up to, in endless play, too; None if it varies."""
        total = self.state.game.goal_sum.total
        ruled = total if self.ruled is None else sum(self.ruled.values())
        return total if total == ruled else None

    @property
    def draw_from(self) -> str | None:
        """Where the value of endless play is from: `rules`, `request`, or None."""
        if self.draw is None:
            return None
        return "request" if self.ruled is None else "rules"

    def others_draw(self, role: str) -> int | None:
        """Return what endless play is worth to a role.

        For two players whose goals add up to a constant, it is the constant minus the
        draw value. Otherwise it is the draw value, as far as the role's goals allow. If
        the rules say what it is worth, it is that.

        Args:
            role: one of the players.
        """
        if self.draw is None or role == self.role:
            return self.draw
        if self.ruled is not None:
            return self.ruled[role]
        if self.total is not None:
            return self.total - self.draw
        low, high = self.state.game.ranges[self.index(role)]
        return self.draw if low == high else min(max(self.draw, low), high)
