"""Paths through a state space: one door to the path searches of both tiers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Machine
from pygame_search.model.board import board_lines
from pygame_search.search.core import options
from pygame_search.search.core.methods import ALIASES, PATH_METHODS, MethodCall
from pygame_search.search.core.tier_choice import in_best_tier
from pygame_search.search.core.tiers import is_compiled, work
from pygame_search.search.core.trace import Event
from pygame_search.search.state_space.by_depth import ByDepth, efforts
from pygame_search.search.state_space.frontier_table import (
    FrontierTable,
    frontier_table,
)
from pygame_search.search.state_space.path_search import (
    BOUNDED,
    BREADTH_FIRST,
    INFORMED,
    METHODS,
    PRUNINGS,
    Path,
    Search,
)
from pygame_search.support.errors import InputError
from pygame_search.support.printing import Printed, one_line, table
from pygame_search.support.requests import (
    Effect,
    Kind,
    Request,
    any_number,
    asked,
    option,
    whole,
    word,
)
from pygame_search.support.validation import must_be_one_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pygame_search.search.state_space.native_paths import KernelSearch

#: How many paths a search expands when no limit is given.
DEFAULT_LIMIT = 10_000_000

#: The same where all events are kept.
RECORDED = 10_000


def _must_be_method(name: str) -> None:
    must_be_one_of("method", ALIASES.get(name, name), METHODS)


@dataclass(frozen=True)
class PathRequest(Request):
    """What is asked of a path search."""

    SUBJECTS = ("a state space, or a game of one role",)
    EFFECTS = (
        Effect("start", "a game of one role", lambda asked: asked.game.space != "book"),
        Effect("worth", "a game of one role", lambda asked: asked.game.space != "book"),
    )

    game: Game
    _: KW_ONLY
    start: State | None = option("where to begin, in a game of one role")
    method: str = option(
        "the method: breadth (bfs), depth (dfs), iterative, lowest_cost, best_first, "
        "a_star or ida_star", Kind("METHOD", _must_be_method, words=METHODS), "breadth",
    )  # fmt: skip
    prune: str | None = option(
        "what to prune: paths (to nodes reached before), the default; cycles; or none",
        word("KIND", "prune", PRUNINGS),
    )
    worth: int | None = option(
        "in a game of one role, the least goal value that makes an end a goal; by "
        "default the highest one", any_number("a goal value"),
    )  # fmt: skip
    limit: int | None = option(
        "the greatest number of paths to expand",
        whole("N", 1, "a limit of at least 1"), DEFAULT_LIMIT,
    )  # fmt: skip
    seconds: float | None = options.time_limit("the time limit for each path")
    tier: str | None = options.tier()
    record: bool = option(
        "whether each result has the `events` of the search", default=False
    )

    @property
    def has_kernel(self) -> bool:
        """Whether a kernel of the native tier can search for it."""
        if self.game.space != "game" or self.record:
            return False
        if self.method in BOUNDED:
            return self.prune != "none"
        return self.method != "depth" and self.prune in (None, "paths")


@dataclass(frozen=True, slots=True, repr=False)
class PathResult(Printed):
    """The answer of a path search; `print` shows each step of the path.

    Attributes:
        found: whether there is a path, and this is it.
        states: its nodes in the syntax of rule files, the start first.
        moves: the moves between them.
        cost: the sum of their costs, None without a path.
        expanded: how many paths were expanded so far.
        frontier_max: the longest the frontier was so far.
        stopped: `found`; `none`, there is no (further) path; or `limit`.
        seconds: how long it took.
        numbers: the numbers of the nodes, for `State`.
        waiting: how many paths were in the frontier when it stopped.
        reached: how many nodes paths have led to so far; None where that is not kept.
        earlier: how many paths were found before.
        question: what was asked.
        tier: where it was searched.
        notes: why it is not the native tier, where no tier was named.
        events: what the search did since the path before, if it was recorded; see
            `trace`.
    """

    found: bool
    states: tuple[str, ...]
    moves: tuple[str, ...]
    cost: int | None
    expanded: int
    frontier_max: int
    stopped: str
    seconds: float
    numbers: tuple[int, ...] = ()
    waiting: int = 0
    reached: int | None = None
    earlier: int = 0
    question: PathRequest | None = field(default=None, compare=False, repr=False)
    tier: str = ""
    notes: tuple[str, ...] = ()
    events: tuple[Event, ...] = field(default=(), compare=False, repr=False)

    def __repr__(self) -> str:
        """Return one line that says what was found."""
        game = "" if self.question is None else self.question.game.call
        found = self.missing if not self.found else f"{len(self.moves)} steps"
        cost = f"cost {self.cost}" if self.found else ""
        method = "" if self.question is None else self.question.method
        return one_line(self, game, found, cost, method)

    @property
    def role(self) -> str:
        """No role: in a trace that of the search, which a path search does not have."""
        return ""

    @property
    def written(self) -> tuple[str, ...]:
        """The moves as they are shown to people, each in its state."""
        game = None if self.question is None else self.question.game
        if game is None or game.space != "game" or not game.notated:
            return self.moves
        pairs = zip(self.numbers, self.moves, strict=False)
        return tuple(game.numbered(number).written([move]) for number, move in pairs)

    @property
    def way(self) -> str:
        """The path in a line: its nodes, or in a game its moves."""
        if not self.found:
            return "none"
        game = None if self.question is None else self.question.game
        if game is None or game.space != "game":
            return " ".join(self.states)
        return "; ".join(self.written) or "the start"

    @property
    def missing(self) -> str:
        """Why no path was found, in words; empty if one was."""
        if self.found:
            return ""
        if self.stopped == "limit":
            return f"no path: the limit of {self.expanded:,} expanded paths is reached"
        return "no path: every path was followed, and none ends in a goal"

    def printed(self) -> RenderableType:
        """Return the steps of the path, and what the search took."""
        from rich.console import Group

        from pygame_search.support.console import Text

        if not self.found:
            return Text(self.missing)
        steps = Text(
            f"cost {self.cost}, {len(self.moves)} steps; {self.expanded:,} paths "
            f"expanded, frontier at most {self.frontier_max:,}, {self.seconds:.2f} s"
            + (f", {self.tier} tier" if is_compiled(self.tier) else "")
        )
        return Group(self._steps(), Text(), steps, *map(Text, self._notes()))

    def _notes(self) -> list[str]:
        notes = list(self.notes)
        asked = self.question
        if (
            asked is None
            or asked.worth is not None
            or not _any_end_is_a_goal(asked.game)
        ):
            return notes
        return [
            *notes,
            "the rules work goal values out, and name none as the highest: any end "
            "that is worth more than 0 is a goal",
        ]

    def _steps(self) -> RenderableType:
        """Return the boards of the states, or a table of them where none is drawn."""
        from rich.console import Group

        from pygame_search.support.console import Text

        game = None if self.question is None else self.question.game
        moves = ["", *self.written]
        if game is None or game.space != "game" or not game.initial.position.cells:
            named = game is None or game.space == "game"  # other arcs have no names
            listing = table("step#", *(["move"] if named else []), "state")
            for i, (move, state) in enumerate(zip(moves, self.states, strict=True)):
                listing.add_row(str(i), *([move] if named else []), state)
            return listing
        lines: list[Text] = []
        for i, (move, number) in enumerate(zip(moves, self.numbers, strict=True)):
            if i:
                lines += [Text(), Text(f"{i}. {move}", style="bold")]
            cells = game.numbered(number).position.cells
            board = board_lines(cells, game.labels, edges=False)
            lines += [Text(f"  {line}") for line in board]
        return Group(*lines)

    def frontier_table(self) -> FrontierTable:
        """Return each path that was selected, and the frontier after it.

        Raises:
            InputError: the search was not recorded.
        """
        if self.question is None or not self.question.record:
            raise InputError("expected a search with record=True")
        game = self.question.game
        names: dict[int, str] = {}

        def name(path: Path) -> str:
            if game.space == "game":
                return path.move
            if path.node not in names:
                names[path.node] = game.node_text(path.node)
            return names[path.node]

        return frontier_table(self.question.method, self.events, name)

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        return {
            "found": self.found,
            "path": list(self.states),
            "moves": list(self.moves),
            **({"notations": list(self.written)} if self.written != self.moves else {}),
            "cost": self.cost,
            "expanded": self.expanded,
            "frontier_max": self.frontier_max,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 6),
            **({"tier": self.tier} if self.tier else {}),
        }


def _any_end_is_a_goal(game: Game) -> bool:
    return game.space == "game" and not game.worths[0]


def by_depth(
    game: Game,
    *,
    start: State | None = None,
    prune: str = "cycles",
    limit: int = RECORDED,
    tier: str | None = None,
) -> ByDepth:
    """Return the work and the memory of breadth-first search and iterative deepening.

    Args:
        game: a state space, or a game of one role.
        start: where to begin, for a game of one role.
        prune: as in `paths`, for both searches.
        limit: how many paths each may expand.
        tier: as in `paths`.

    Raises:
        InputError: as from `paths`.
    """
    one, two = (
        next(
            paths(
                game, start=start, method=method, prune=prune, limit=limit, tier=tier,
                record=True,
            )
        )
        for method in ("breadth", "iterative")
    )  # fmt: skip
    stopped = one.stopped, two.stopped
    return ByDepth(efforts(one.events), efforts(two.events), stopped)


def path_call(game: Game, call: MethodCall | None) -> MethodCall | None:
    """Return the path search that is meant in a game; None if it is another search.

    `breadth` without parameters is path search wherever there are paths.

    Raises:
        InputError: there are no paths in the game, or nothing but paths.
    """
    if call is None:
        return MethodCall(PATH_METHODS["breadth"]) if game.space == "book" else None
    method = PATH_METHODS.get(call.method.name)
    if method is call.method:
        must_be_space(game)
        return call
    if method is not None and game.space != "none" and not call.given:
        return MethodCall(method)
    if game.space == "book":
        raise InputError(
            f"{game.name!r} is a state space: expected one of "
            f"{', '.join(PATH_METHODS)}, found {call}"
        )
    return None


def must_be_space(game: Game) -> None:
    """Check that there are paths in a game.

    Raises:
        InputError: it has several roles.
    """
    if game.space == "none":
        raise InputError(
            f"paths are for one agent: {game.name!r} is a game of "
            f"{len(game.roles)} roles; ask for the best move"
        )


@asked(PathRequest)
def paths(request: PathRequest) -> Iterator[PathResult]:
    """Yield paths to goals, lazily; the last result is the one that is not found.

    Raises:
        InputError: no state space, an unknown method, or one that needs a missing
            h; a number out of range, or a start of another game.
        TierError: the tier does not support the space or the method.
        LimitError: the time was over.
    """
    return found_paths(request)


@asked(PathRequest)
def path(request: PathRequest) -> PathResult:
    """Return the first path to a goal; see `paths`.

    Raises:
        InputError: see `paths`.

    >>> from pygame_search import load
    >>> load("delivery_robot").path(method="a_star").states
    ('mail_room', 'corridor_west', 'corridor_east', 'laboratory')
    """
    return next(found_paths(request))


def found_paths(request: PathRequest) -> Iterator[PathResult]:
    """Yield what `paths` yields."""
    game, start = request.game, request.start
    method = ALIASES.get(request.method, request.method)
    must_be_space(game)
    if method in INFORMED and not game.has_estimate:
        raise InputError(f"{method} needs an estimate: {game.name!r} defines no h")
    start = None if start is None else game.own(start)
    game.ready()
    request = replace(request, method=method, start=start)
    if request.tier is None and request.has_kernel:
        return _in_best_tier(request, request.seconds)
    return _in_tier(request, request.tier or "clauses", repeat(request.seconds))


def _in_best_tier(asked: PathRequest, seconds: float | None) -> Iterator[PathResult]:
    """Yield the paths of the tier that finds the first one soonest."""

    def run(tier: str, first: float | None) -> tuple[PathResult, Iterator[PathResult]]:
        results = _in_tier(asked, tier, chain([first], repeat(seconds)))
        return next(results), results

    began = time.monotonic()
    chosen = in_best_tier(
        asked.game, run, first="clauses", seconds=seconds,
        estimate=asked.method in INFORMED,
    )  # fmt: skip
    result, others = chosen.answer
    yield replace(result, notes=chosen.notes, seconds=time.monotonic() - began)
    yield from others


def _in_tier(
    asked: PathRequest, tier: str, limits: Iterator[float | None]
) -> Iterator[PathResult]:
    """Return the paths as a tier finds them; limits are the seconds for each."""
    results = work(tier, "path")(asked, limits)
    return (
        replace(result, question=asked, earlier=number, tier=tier)
        for number, result in enumerate(results)
    )


def by_clauses(
    asked: PathRequest, limits: Iterator[float | None]
) -> Iterator[PathResult]:
    """Yield the paths that Prolog finds."""
    game = asked.game
    handle = game.request(
        "path_start",
        method=asked.method,
        prune=asked.prune or "default",
        limit="inf" if asked.limit is None else asked.limit,
        state=None if asked.start is None else asked.start.number,
        record=asked.record,
        least=asked.worth,
    )["handle"]
    try:
        for seconds in limits:
            bounds = {} if seconds is None else {"seconds": seconds}
            began = time.monotonic()
            reply = game.engine.request("path_next", handle=handle, **bounds)
            took = time.monotonic() - began
            yield _from_reply(reply, took)
            if reply["result"] != "found":
                return
    finally:
        game.engine.give_back("path_close", handle=handle)


def _from_reply(reply: dict[str, Any], seconds: float) -> PathResult:
    found = reply["result"] == "found"
    return PathResult(
        found=found,
        states=tuple(reply["nodes"]) if found else (),
        moves=tuple(reply["moves"]) if found else (),
        cost=reply["cost"] if found else None,
        expanded=reply["expanded"],
        frontier_max=reply["frontier_max"],
        stopped=reply["result"],
        seconds=seconds,
        numbers=tuple(reply["states"]) if found else (),
        waiting=reply["waiting"],
        reached=reply["reached"],
        events=tuple(reply["events"]),
    )


def by_procedure(
    asked: PathRequest, limits: Iterator[float | None]
) -> Iterator[PathResult]:
    """Return the paths that Python finds, over the clauses."""
    search = _search(asked, ClauseMachine(asked.game, memo=True))
    return _each(asked.game, search, limits)


def _search(asked: PathRequest, machine: Machine) -> Search:
    start = asked.start
    search = Search(
        machine, machine.start() if start is None else start.key_in(machine),
        asked.method, asked.prune or "paths", asked.limit, asked.worth,
    )  # fmt: skip
    if asked.record:
        search.events = []
    return search


def by_kernels(
    asked: PathRequest, limits: Iterator[float | None]
) -> Iterator[PathResult]:
    """Return the paths that a kernel finds, or Python over the network."""
    from pygame_search.machine.network import NetworkMachine
    from pygame_search.search.state_space import native_paths as native

    game = asked.game
    native.must_have_network(game)
    search: Search | KernelSearch
    if asked.has_kernel and asked.method in BREADTH_FIRST:
        from pygame_search.search.state_space.native_breadth import BreadthFirst

        search = BreadthFirst(game, asked.start, asked.limit, worth=asked.worth)
    elif asked.has_kernel:
        search = native.PathByPath(
            game, asked.start, asked.limit, method=asked.method, worth=asked.worth
        )
    else:
        informed = asked.method in INFORMED
        search = _search(asked, NetworkMachine(game, memo=True, estimate=informed))
    return _each(game, search, limits)


def _each(
    game: Game, search: Search | KernelSearch, limits: Iterator[float | None]
) -> Iterator[PathResult]:
    began = _begin(search, limits)
    for path in search.paths():
        yield _from_path(game, search, path, time.monotonic() - began)
        began = _begin(search, limits)
    yield PathResult(
        False, (), (), None, search.expanded, search.frontier_max, search.stopped,
        time.monotonic() - began, waiting=search.waiting, reached=search.reached,
        events=_events(search),
    )  # fmt: skip


def _events(search: Search | KernelSearch) -> tuple[Event, ...]:
    """Take the events since the path before."""
    if isinstance(search, Search) and search.events:
        events, search.events = search.events, []
        return tuple(events)
    return ()


def _begin(search: Search | KernelSearch, limits: Iterator[float | None]) -> float:
    """Let the clock of the next path begin; return the time."""
    began, seconds = time.monotonic(), next(limits)
    search.deadline = None if seconds is None else began + seconds
    return began


def _from_path(
    game: Game, search: Search | KernelSearch, path: Path, seconds: float
) -> PathResult:
    steps = path.steps()
    own = search.machine.number if isinstance(search, Search) else int
    numbers = tuple(own(step.node) for step in steps)
    return PathResult(
        found=True,
        states=tuple(map(game.node_text, numbers)),
        moves=tuple(step.move for step in steps[1:]),
        cost=path.cost,
        expanded=search.expanded,
        frontier_max=search.frontier_max,
        stopped="found",
        seconds=seconds,
        numbers=numbers,
        waiting=search.waiting,
        reached=search.reached,
        events=_events(search),
    )
