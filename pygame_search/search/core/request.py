"""A request for a search: checked once, and passed unchanged to methods and tiers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pygame_search.game import State
from pygame_search.model.decimals import Weight, common_unit
from pygame_search.model.rules import CHANCE
from pygame_search.model.scores import terminal_score
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.trace import Event
from pygame_search.support.errors import NoGoalError


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A checked request for the best move.

    Attributes:
        state: the position.
        role: the role to find a move for.
        call: the method.
        tier: one of the tiers of the method.
        depth: the limit in plies, None for no limit.
        seconds: how long it may take, None for no clock.
        weights: the weights of features and heuristics that are not 0.
        ties: the moves that get an exact score: the `first` of the best, `all` of
            the best, or every move (`exact`).
        record: whether to keep the trace events.
        progress: called with a line of progress.
        table_bytes: the most bytes of the table or tree of the native tier, None for
            its default.
        threads: how many threads search, in the native tier.
        interruptible: whether Ctrl-C ends the search with the answer so far.
        started: the time.monotonic() of the request.
    """

    state: State
    role: str
    call: MethodCall
    tier: str = "procedural"
    depth: int | None = None
    seconds: float | None = None
    weights: Mapping[str, Weight] = field(default_factory=dict)
    ties: str = "first"
    record: bool = False
    progress: Callable[[str], None] | None = None
    table_bytes: int | None = None
    threads: int = 1
    interruptible: bool = False
    started: float = field(default_factory=time.monotonic)

    @property
    def index(self) -> int:
        """The index of the role."""
        return self.state.game.roles.index(self.role)

    @property
    def unit(self) -> int:
        """The factor that makes the scores of the search whole numbers."""
        return common_unit(self.weights)

    @property
    def deadline(self) -> float | None:
        """The time.monotonic() at which it must end, None for no clock."""
        return None if self.seconds is None else self.started + self.seconds

    def states(self, line: Iterable[Sequence[str]]) -> tuple[State, ...]:
        """Return the states along a line of joint moves, starting with the position."""
        states = [self.state]
        for joint in line:
            states.append(states[-1].play_joint(joint))
        return tuple(states)

    def goal(self) -> int:
        """Return the goal value of the role in a terminal position.

        Raises:
            RulesError: the role has none.
        """
        value = self.state.goals[self.role]
        if value is None:
            raise NoGoalError(f"no goal value is defined for {self.role!r} here")
        return value

    def over(self) -> SearchResult:
        """Return the answer for a terminal position.

        Raises:
            LimitError: the goal value is too large.
            RulesError: the role has no goal value.
        """
        value = self.goal()
        events: list[Event] = []
        if self.record:
            score = terminal_score(value, 0, *self.state.game.ranges[self.index])
            events = [
                ["enter", 0, [], self.state.number],
                ["leaf", "terminal", score],
                ["leave", score],
            ]
        return self.result(
            move=None, value=value, moves=(), best=(), line=(),
            complete=True, distance=0, nodes=1, stopped="over", events=tuple(events),
        )  # fmt: skip

    def chance(self) -> SearchResult:
        """Return the answer if only chance is to move: nothing is searched."""
        moves = self.state.legal[CHANCE]
        how = (
            "some likelier than others" if self.state.weighed else "each equally likely"
        )
        many = "its only move" if len(moves) == 1 else (
            f"one of its {len(moves)} moves, {how}"
        )  # fmt: skip
        [shown] = self.state.written_moves(CHANCE, moves[:1])
        note = (
            f"Chance is to move: {CHANCE} makes {many}, and no player has a choice. "
            f"Ask for the best move after one of them, as in {shown}, or give a depth, "
            "for the value of this position."
        )
        return self.result(
            move=None, value=None, moves=(), best=(), line=(), complete=False, nodes=1,
            stopped="chance", notes=(note,), doubt=False,
        )  # fmt: skip

    def result(self, *, doubt: bool = True, **found: Any) -> SearchResult:
        """Return an answer.

        Args:
            doubt: whether the answer depends on the sum of the goals.
            found: the attributes of the answer; those left out are as if nothing was
                searched.
        """
        game = self.state.game
        common: dict[str, Any] = {
            "role": self.role, "depth": None, "distance": None,
            "leaves": 0, "cutoffs": 0, "method": str(self.call), "tier": self.tier,
            "states": self.states(found["line"]),
            "seconds": time.monotonic() - self.started,
        }  # fmt: skip
        doubts = game.goal_sum.doubt if doubt else ()
        if self.call.method.move_known:
            doubts += self._move_known(found["line"], common["states"])
        notes = game.assumed + doubts + found.pop("notes", ())
        return SearchResult(**{**common, **found}, notes=notes)

    def _move_known(
        self, line: Iterable[Sequence[str]], states: Iterable[State]
    ) -> tuple[str, ...]:
        """Return what is assumed if others move together with the role in the line."""
        role = self.role
        for joint, state in zip(line, states, strict=False):
            # `legal` takes long in large games, so it is asked where several moved.
            alone = sum(move != "noop" for move in joint) == 1
            if alone and state is not self.state:
                continue
            if chooses_with_others(state, role):
                other = "" if len(state.game.players) > 2 else (
                    "; the method matrix values moves made in secret"
                )  # fmt: skip
                return (
                    "Several roles move at the same time. The value assumes that the "
                    f"others know each move of {role}{other}.",
                )
        return ()


def chooses_with_others(state: State, role: str) -> bool:
    """Return whether the role and another player have a choice at the same time."""
    choosing = [one for one in state.game.players if len(state.legal[one]) > 1]
    return role in choosing and len(choosing) > 1
