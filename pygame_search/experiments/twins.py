"""The two forms of a search side by side: clauses and procedure, run on one position.

Both emit trace events. They are the same search if they emit the same events and give
the same answer. Otherwise the first event that differs shows where they diverge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pygame_search.game import Game, State
from pygame_search.model.decimals import Weight
from pygame_search.model.position import noted
from pygame_search.programs.comparison import DEPTH as PROGRAM_DEPTH
from pygame_search.search.best import best
from pygame_search.search.core import options
from pygame_search.search.core.methods import MethodCall, read_method
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.trace import Event
from pygame_search.search.paths import PathResult, paths
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.requests import Request, asked, option, whole
from pygame_search.support.resources import logic_folder

#: The parts of the answer that must agree.
ANSWERS = ("move", "value", "bound", "moves", "best", "line", "depth", "complete",
           "nodes", "leaves", "cutoffs", "table_hits")  # fmt: skip

#: The same for a path search.
PATH_ANSWERS = ("found", "states", "moves", "cost", "expanded", "frontier_max",
                "stopped", "waiting", "reached")  # fmt: skip

#: How many events are shown before the first that differs.
BEFORE = 4

#: The default depth, in plies.
DEPTH = 2

#: The default node limit of a method without a depth.
NODES = 10_000


@dataclass(frozen=True, slots=True)
class Source:
    """A file of the package.

    Attributes:
        name: its path in the checkout.
        text: its contents.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Difference(JsonObject):
    """The first event that differs.

    Attributes:
        number: the number of the event, from 1.
        before: the last common events.
        clauses, procedure: the event of each; None after its last one.
    """

    number: int
    before: tuple[Event, ...]
    clauses: Event | None
    procedure: Event | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of both forms of a method.

    Attributes:
        method: the method, as it was called.
        sources: the clauses and the procedure.
        clauses, procedure: the result of each.
        difference: the first event that differs; None if there is none.
        unlike: the parts in ANSWERS, or in PATH_ANSWERS, that differ.
    """

    method: MethodCall
    sources: tuple[Source, Source]
    clauses: SearchResult | PathResult
    procedure: SearchResult | PathResult
    difference: Difference | None
    unlike: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether both are the same search in this position."""
        return self.difference is None and not self.unlike

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the result, such as why a search was not finished."""
        return tuple(dict.fromkeys(self.clauses.notes + self.procedure.notes))

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        runs = (("clauses", self.clauses), ("procedure", self.procedure))
        forms = {
            name: {"file": source.name, **run.as_json(), "events": len(run.events)}
            for (name, run), source in zip(runs, self.sources, strict=True)
        }
        return {
            "method": str(self.method),
            "same": self.same,
            **forms,
            "difference": self.difference and self.difference.as_json(),
            "unlike": list(self.unlike),
        } | noted(self.notes)


@dataclass(frozen=True)
class CompareRequest(Request):
    """What is asked of `compare`."""

    SUBJECTS = ("the position", "the method, as in `best`")

    state: State
    method: str | MethodCall
    _: KW_ONLY
    role: str | None = options.role()
    depth: int | None = option(
        f"how deep to search, in plies; {DEPTH} if the method does not say, "
        f"{PROGRAM_DEPTH} for a search program",
        whole("PLIES", 1, "a depth of at least 1 ply"),
    )
    weights: Mapping[str, Weight | float] | None = options.weights()


@asked(CompareRequest)
def compare(request: CompareRequest) -> Comparison:
    """Return the results of both forms of a method in a state.

    Raises:
        InputError: as from `best`; or the method does not look ahead, or has a clock.
    """
    method, depth = request.method, request.depth
    call = read_method(method) if isinstance(method, str) else method
    sources = sources_of(call)
    if call["seconds"] is not None:
        raise InputError(f"{call}: expected a depth, found a clock: no two runs agree")
    if depth is None and call["depth"] is None and call.method.has("depth"):
        depth = DEPTH
    if call.method.has("nodes") and "nodes" not in call.given:  # not a clock
        call = call.with_values(nodes=NODES)
    how = {**vars(request), "method": call, "depth": depth, "record": True}
    one, two = (best(**how, tier=tier) for tier in ("clauses", "procedural"))
    return Comparison(
        method=call.with_values(depth=depth),
        sources=sources,
        clauses=one,
        procedure=two,
        difference=first_difference(one.events, two.events),
        unlike=tuple(n for n in ANSWERS if getattr(one, n) != getattr(two, n)),
    )


def compare_paths(
    game: Game, call: MethodCall, *, start: State | None = None
) -> Comparison:
    """Return the results of both forms of a path search in a space.

    Args:
        game: a state space, or a game of one role.
        call: one of PATH_METHODS; without a limit of its own it expands at most NODES
            paths.
        start: where to begin, for a game of one role.

    Raises:
        InputError: as from `paths`.
    """
    call = call.with_values(limit=call["limit"] or NODES)
    one, two = (
        next(
            paths(
                game, start=start, method=call.method.name, prune=call["prune"],
                limit=call["limit"], tier=tier, record=True,
            )
        )
        for tier in ("clauses", "procedural")
    )  # fmt: skip
    return Comparison(
        method=call,
        sources=sources_of(call),
        clauses=one,
        procedure=two,
        difference=first_difference(one.events, two.events),
        unlike=tuple(n for n in PATH_ANSWERS if getattr(one, n) != getattr(two, n)),
    )


def sources_of(call: MethodCall) -> tuple[Source, Source]:
    """Return the clauses and the procedure of a method.

    Raises:
        InputError: it does not look ahead.
    """
    call.must_be_twofold()
    procedure = f"search/{call.method.folder}/{call.module}.py"
    return source_pair(f"search/{call.module}.pl", procedure)


def source_pair(clauses: str, procedure: str) -> tuple[Source, Source]:
    """Return two files, given by their paths in `logic/` and in `pygame_search/`."""
    package = Path(str(files("pygame_search")))
    return (
        Source(f"logic/{clauses}", (logic_folder() / clauses).read_text("utf-8")),
        Source(f"pygame_search/{procedure}", (package / procedure).read_text("utf-8")),
    )


def first_difference(
    clauses: Sequence[Event], procedure: Sequence[Event]
) -> Difference | None:
    """Return the first event that differs; None if there is none."""
    for i, (one, two) in enumerate(zip_longest(clauses, procedure)):
        if one != two:
            before = tuple(clauses[max(i - BEFORE, 0) : i])
            return Difference(i + 1, before, one, two)
    return None
