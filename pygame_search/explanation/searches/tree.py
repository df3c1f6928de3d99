"""The tree that a search visited, which can be drawn."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType

from pygame_search.explanation.reasons import (
    CutReason,
    cut_at,
    cuts,
    nothing_cut,
)
from pygame_search.game import Game, State
from pygame_search.model.decimals import Weight
from pygame_search.model.position import noted
from pygame_search.model.scores import INFINITY
from pygame_search.page.file import framed, page
from pygame_search.page.listings import listings
from pygame_search.page.live import live_page, of_search
from pygame_search.page.recorded import search_data
from pygame_search.page.widget import widget
from pygame_search.render import tree as drawing
from pygame_search.render.events import event_words
from pygame_search.render.tree_svg import svg
from pygame_search.render.tree_tikz import tikz
from pygame_search.search.best import best
from pygame_search.search.core import options
from pygame_search.search.core.methods import (
    PATH_METHODS,
    MethodCall,
    read_method,
    read_search,
)
from pygame_search.search.core.recording import Recording, recorded
from pygame_search.search.core.replay import replay
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.setup import checked_method, checked_role
from pygame_search.search.core.trace import Event, Node, shallow, step_of
from pygame_search.search.core.trace import tree as recorded_tree
from pygame_search.search.paths import PathResult, must_be_space, path_call, paths
from pygame_search.support.console import Text
from pygame_search.support.errors import InputError, LimitError, PygameSearchError
from pygame_search.support.printing import Printed, Sentences, one_line
from pygame_search.support.requests import SEARCH, Request, asked, option, whole
from pygame_search.support.validation import must_be_whole

if TYPE_CHECKING:
    from anywidget import AnyWidget

#: How many random games build a tree if the method gives no number.
SIMULATIONS = 100
_ENDS = {"simulations", "seconds"}

#: The default depth of a tree.
DEPTH = 2

#: The most events of a search that a notebook steps through.
MOST_FRAMED = 10_000


@dataclass(frozen=True, repr=False)
class SearchTree(Printed):
    """The tree that a search visited; `print` draws it.

    Attributes:
        root: the position where the search began.
        role: the role that the search was for; empty for a path search.
        method: the method of the search.
        events: the steps of the search.
        step: the number of steps after which the tree is drawn; None for all.
        plies: how deep the tree is drawn; None for all of it.
        result: the result of the search; None for a search that was read from a file.
        source: the file from which the search was read, and its content; None for a
            search that was run.
    """

    root: State
    role: str
    method: MethodCall
    events: tuple[Event, ...]
    step: int | None = None
    plies: int | None = None
    result: SearchResult | None = field(default=None, compare=False)
    source: tuple[Path, Recording] | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        """Return one line that says what was searched."""
        many = f"{len(self.events):,} events"
        shown = many if self.step is None else f"event {self.step:,} of {many}"
        who = f" for {self.role}" if self.role else ""
        return one_line(self, self.game.call, f"{self.method}{who}", shown)

    @property
    def game(self) -> Game:
        """The game that was searched."""
        return self.root.game

    def at(self, step: int | str) -> SearchTree:
        """Return the tree as it was after a step of the search.

        Args:
            step: the number of an event, from 1; or a kind of event, such as `cutoff`
                for the first of this kind, `cutoff:3` for the third.

        Raises:
            InputError: there is no such event.
        """
        if isinstance(step, str):
            cut = any(event[0] == "cutoff" for event in self.events)
            if not cut and step.partition(":")[0] == "cutoff":
                raise InputError(nothing_cut(self.method))
            step = step_of(self.events, step)
        must_be_whole("an event, counted from 1", step)
        found = replace(self, step=step)
        found.node  # noqa: B018  there may be fewer events
        return found

    @cached_property
    def node(self) -> Node:
        """The root of the tree.

        Raises:
            InputError: there are fewer events, or they are not those of a search.
        """
        window = (-INFINITY, INFINITY) if self.method.window else None
        index = self.game.roles.index(self.role) if self.role else 0
        try:
            root = recorded_tree(self.events, self.step, window=window, role=index)
        except ValueError as error:
            if self.source is None:
                raise
            raise InputError(f"{self.source[0]}: {error}") from error
        if self.plies is not None:
            shallow(root, self.plies)
        if self.source is None or not self.role:
            return root
        file, recording = self.source
        try:
            replay(recording, root, self.game, most=drawing.MAX_LISTED)
        except InputError as error:
            raise InputError(f"{file}: {error}") from error
        return root

    def cuts(self) -> tuple[CutReason, ...]:
        """Return why each branch was cut off.

        Raises:
            InputError: the search was read from a file.
        """
        if self.result is None:
            raise InputError("expected a search of today, found one from a file")
        return cuts(self.result)

    def cut(self) -> CutReason | None:
        """Return why a branch is cut off at this step; None if none is."""
        if self.step is None or self.events[self.step - 1][0] != "cutoff":
            return None
        try:
            return cut_at(self.root, self.role, self.method, self.events, self.step)
        except ValueError as error:
            file = "" if self.source is None else f"{self.source[0]}: "
            raise InputError(f"{file}event {self.step}: {error}") from error

    @property
    def note(self) -> str:
        """The step that the tree shows and what the search assumes; may be empty."""
        words = "" if self.step is None else self._step_words(self.step)
        assumed = self.game.assumed if self.role else ()
        return "; ".join(filter(None, (words, *assumed)))

    def _step_words(self, step: int) -> str:
        [words] = event_words([self.events[step - 1]], self.game, self.role)
        return f"event {step} of {len(self.events)}: {words}"

    def steps(self) -> tuple[str, ...]:
        """Return the steps of the search in words, up to the one that is shown.

        Raises:
            InputError: the tree is drawn to a depth only.
        """
        _must_be_whole(self)
        return tuple(event_words(self.events[: self.step], self.game, self.role))

    def printed(self, *, boards: bool = False) -> RenderableType:
        """Return the tree as the command line prints it.

        Args:
            boards: whether the board is drawn under each node.
        """
        parts: list[RenderableType] = []
        if self.note:
            parts.append(Text(self.note, style="bold"))
        if (cut := self.cut()) is not None:
            parts.append(Sentences(cut.text()))
        drawn = drawing.rich_text(self.node, self.game, role=self.role, boards=boards)
        return Group(*parts, drawn)

    def svg(self) -> str:
        """Return the tree as a picture in SVG."""
        return svg(self.node, self.game, role=self.role, note=self.note)

    def tikz(self) -> str:
        r"""Return the tree as a picture for LaTeX with `\usepackage{tikz}`."""
        return tikz(self.node, self.game, role=self.role, note=self.note)

    def dot(self) -> str:
        """Return the tree as source for Graphviz."""
        return drawing.dot(self.node, self.game, role=self.role, note=self.note)

    def as_json(self) -> dict[str, Any]:
        """Return the tree as `--json` prints it."""
        shown: dict[str, Any] = dict(noted(self.game.assumed))
        if self.step is not None:
            event = self.events[self.step - 1]
            shown |= {"step": self.step, "events": len(self.events), "event": event}
            if (cut := self.cut()) is not None:
                shown["why"] = cut.text()
        return shown | drawing.as_json(self.node, self.game, role=self.role)

    @property
    def numbered(self) -> bool:
        """Whether the states in the events are those of the engine."""
        return self.source is None or not self.role

    def html(self, *, live: bool = False) -> str:
        """Return a page that steps through the search, one file without links.

        It shows the step at which the tree is drawn, if there is one, else the first.

        Args:
            live: whether the page is the studio, with engine and rules, to go on from
                there; it searches with the weights of the rules.

        Raises:
            InputError: the tree is drawn to a depth only: a page has all of it.
            TierError: the engine of a page needs Node.js with npm.
        """
        return search_page(self, live=live)

    def widget(self) -> AnyWidget:
        """Return the player of this page as a widget, for a notebook with its kernel.

        Its `step` is the number of the step that it shows, and can be set. What it
        needs comes with `pip install 'pygame_search[widget]'`.

        Raises:
            InputError: anywidget is not installed.
        """
        return widget(search_content(self), self.step or 1)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the search to a file, which `tree --from` draws.

        Raises:
            InputError: the file cannot be written.
        """
        if self.source is not None:
            recording = self.source[1]
        elif self.result is not None:
            recording = self.result.recording()
        else:
            book, root = self.game.space == "book", self.root
            recording = recorded(
                self.game,
                position=[self.game.node_text(root.number)] if book else root.facts,
                role=self.role,
                method=self.method,
                events=self.events,
            )
        recording.save(Path(file))

    def _html(self, shown: str) -> str:
        """Return the picture, and the page in a frame if it is small."""
        return shown + self._frame()

    def _frame(self) -> str:
        told = "<code>Path('tree.html').write_text(tree.html())</code> writes the page"
        large = f"<p>{told} that steps through this search.</p>"
        if len(self.events) > MOST_FRAMED:
            return large
        try:
            return framed(replace(self, plies=None).html()) or large
        except PygameSearchError:
            return ""


def search_page(
    tree: SearchTree,
    above: Mapping[str, Any] | None = None,
    code: Mapping[str, Any] | None = None,
    *,
    live: bool = False,
) -> str:
    """Return a page that steps through a search, one file without links.

    Args:
        tree: the search.
        above: what the page says above it, as `told` returns it.
        code: the sources that it shows, in place of those of the lecture.
        live: whether it has engine and rules, to go on from there.
    """
    who = f" for {tree.role}" if tree.role else ""
    title = f"{tree.game.title or tree.game.name}: {tree.method}{who}"
    content = search_content(tree, above, code)
    if live:
        return live_page(title, tree.root, of_search(content, _to_a_depth(tree)))
    return page(title, content)


def _to_a_depth(tree: SearchTree) -> MethodCall:
    """Return the method of a search with the depth that it was asked for."""
    call, result = tree.method, tree.result
    if result is None or not call.method.has("depth") or call["depth"] is not None:
        return call
    return call if result.depth is None else call.with_values(depth=result.depth)


def search_content(
    tree: SearchTree,
    above: Mapping[str, Any] | None = None,
    code: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return what the player reads of a search; the arguments are as above."""
    _must_be_whole(tree)
    tree.node  # noqa: B018  checks a search that was read from a file
    data = {"kind": "search", "above": above, **search_data(tree)}
    if code is None:  # a lecture has no noisy moves
        noisy = tree.game.noisy and tree.method["quiescence"]
        code = {"code": [] if noisy else listings(tree.method)}
    return {**data, **code}


def _must_be_whole(tree: SearchTree) -> None:
    if tree.plies is not None:
        raise InputError(
            f"{tree.method.method.name} has no depth, and its steps cannot be cut "
            f"off at one: expected no depth, found {tree.plies}"
        )


def path_tree(
    game: Game,
    method: str | MethodCall = "breadth",
    *,
    start: State | None = None,
    depth: int | None = None,
    tier: str | None = None,
) -> SearchTree:
    """Return the tree of the paths that a path search adds to its frontier.

    Args:
        game: a state space, or a game of one role.
        method: one of breadth, depth, iterative, lowest_cost, best_first, a_star and
            ida_star, as in `a_star(limit=50)`.
        start: where to begin, for a game of one role.
        depth: how deep to draw the tree; None for all of it.
        tier: as in `paths`.

    Raises:
        InputError: as from `paths`.

    >>> from pygame_search import load
    >>> load("delivery_robot").tree("a_star").steps()[-1]
    'path 7 ends in a goal'
    """
    must_be_space(game)
    asked = read_search(method) if isinstance(method, str) else method
    call = path_call(game, asked)
    if call is None:
        raise InputError(
            f"expected a path search, one of {', '.join(PATH_METHODS)}, found {asked}"
        )
    limit = call["limit"] or drawing.MAX_LISTED
    found = next(
        paths(
            game, start=start, method=call.method.name, prune=call["prune"],
            limit=limit, tier=tier, record=True,
        )
    )  # fmt: skip
    if found.stopped == "limit" and call["limit"] is None:
        raise LimitError(
            f"the search expands more than {limit:,} paths, too many to draw: give it "
            f"a limit, as in {call.with_values(limit=50)}",
            "size",
        )
    return _tree_of_paths(found, call, depth)


def answer_tree(found: SearchResult | PathResult) -> SearchTree:
    """Return the tree of a search that was recorded."""
    if isinstance(found, SearchResult):
        method = read_method(found.method)
        return SearchTree(
            found.states[0], found.role, method, found.events, result=found
        )
    assert found.question is not None
    call = MethodCall(PATH_METHODS[found.question.method])
    return _tree_of_paths(found, call.with_values(prune=found.question.prune))


def _tree_of_paths(
    found: PathResult, call: MethodCall, plies: int | None = None
) -> SearchTree:
    assert found.question is not None
    [number] = {event[3] for event in found.events if event[:2] == ["enter", 0]}
    root = found.question.game.numbered(number)
    return SearchTree(root, "", call, found.events, plies=plies)


@dataclass(frozen=True)
class TreeRequest(Request):
    """What is asked of `search_tree`."""

    SUBJECTS = ("the position",)

    state: State
    _: KW_ONLY
    role: str | None = options.role()
    depth: int | None = option(
        f"how deep to search, in plies, {DEPTH} if the method does not say; for a "
        "method without a depth, how deep to draw the tree",
        whole("PLIES", 0, "a depth of at least 0 plies"),
    )
    method: str | MethodCall | None = options.method("minimax", SEARCH)
    tier: str | None = options.tier()
    weights: Mapping[str, Weight | float] | None = options.weights()


@asked(TreeRequest)
def search_tree(request: TreeRequest) -> SearchTree:
    """Return the tree that a search visits, with values and cut-offs.

    Raises:
        InputError: an unknown role, method or tier, or a method without a trace.

    >>> from pygame_search import load
    >>> print(load("nim(heaps=[1, 1])").initial.tree())
    max -1 (loss in 2)
    ├── take(1, 1)  min -1 (loss in 2)
    │   └── take(2, 1)  terminal -1 (loss in 2)
    └── take(2, 1)  min -1 (loss in 2)
        └── take(1, 1)  terminal -1 (loss in 2)
    """
    state, depth = request.state, request.depth
    call = checked_method(state.game, request.method, "minimax")
    call.must_be_traced()
    plies = None
    if not call.method.has("depth"):
        plies, depth = depth, None
    elif depth is None and call["depth"] is None:
        depth = DEPTH
    if call.method.has("simulations") and not call.given.keys() & _ENDS:
        call = call.with_values(simulations=SIMULATIONS)
    found = best(
        state, role=checked_role(state, request.role), depth=depth, method=call,
        tier=request.tier, weights=request.weights, record=True,
    )  # fmt: skip
    return SearchTree(state, found.role, call, found.events, plies=plies, result=found)
