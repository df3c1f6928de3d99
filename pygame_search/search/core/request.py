"""What is asked of a method that is no search to a depth."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pygame_search.model.game import State
from pygame_search.model.scores import terminal_score
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.trace import Event
from pygame_search.support.errors import LimitError


@dataclass(frozen=True, slots=True)
class Request:
    """A question for the best move, checked.

    Attributes:
        state: the position.
        role: from whose point of view.
        call: the method, with `depth` and `seconds` as they were given beside it.
        tier: one of the method's.
        weights: for features, as given.
        progress: called with a line of progress.
        interruptible: whether Ctrl-C ends it with the answer so far.
        record: whether to keep the trace events.
        memory: how many bytes the native tier may take, None for its default.
        started: the time.monotonic() at which it was asked.
    """

    state: State
    role: str
    call: MethodCall
    tier: str
    weights: Mapping[str, int] | None = None
    progress: Callable[[str], None] | None = None
    interruptible: bool = False
    record: bool = False
    memory: int | None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def index(self) -> int:
        """The index of the role."""
        return self.state.game.roles.index(self.role)

    def over(self) -> SearchResult:
        """Return the answer where the game is over.

        Raises:
            LimitError: the role has no goal value.
        """
        value = self.state.goals[self.role]
        if value is None:
            raise LimitError(f"no goal value is defined for {self.role!r} here")
        events: list[Event] = []
        if self.record:
            score = terminal_score(value, 0, *self.state.game.ranges[self.index])
            events = [
                ["enter", 0, [], self.state.number],
                ["leaf", "terminal", score],
                ["leave", score],
            ]
        return self.result(
            move=None, value=value, moves=(), best=(), line=(), states=(self.state,),
            complete=True, distance=0, nodes=1, stopped="over", events=tuple(events),
        )  # fmt: skip

    def result(self, **found: Any) -> SearchResult:
        """Return an answer; what is not found is as nothing was searched."""
        common = {
            "role": self.role, "depth": None, "distance": None,
            "leaves": 0, "cutoffs": 0, "method": str(self.call),
            "seconds": time.monotonic() - self.started,
        }  # fmt: skip
        game = self.state.game
        notes = game.assumed + game.goal_sum.doubt + found.pop("notes", ())
        return SearchResult(**{**common, **found}, notes=notes)
