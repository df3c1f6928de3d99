"""How a path was found, step by step, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pygame_search.explanation.proof_text import place
from pygame_search.explanation.proof_tree import Clause
from pygame_search.explanation.proofs import Explanation, explain
from pygame_search.explanation.questions import ask
from pygame_search.explanation.reasons.sentences import Sentences
from pygame_search.game import Game, State
from pygame_search.render.html import html_table, html_text
from pygame_search.search.paths import PathRequest, PathResult
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.words import counted

_MOVES = ("legal move", "legal moves")


#: Sentences about the first path that a method finds.
_FIRST = {
    "breadth": "Breadth first takes the shortest path first, so none has fewer steps.",
    "iterative": "No shorter one came up with a lower bound, so none has fewer steps.",
    "lowest_cost": "The cheapest path is taken first, so none is cheaper.",
    "a_star": "If h is admissible, none is cheaper.",
    "ida_star": "If h is admissible, none is cheaper.",
    "depth": "Depth first takes the newest path first: there may be a shorter one.",
    "best_first": "The path that seems nearest to a goal is taken first: there may be "
    "a cheaper one.",
}


@dataclass(frozen=True, slots=True)
class PathStep(JsonObject):
    """A step of a path.

    Attributes:
        game: the state space.
        before: the number of its first node.
        node: the number of its second node.
        move: the move as the search names it; in a space of arcs, `Node-Neighbour`.
        source: the first node, in the syntax of rule files.
        target: the second node.
        choices: how many steps lead from the first node.
        cost: its cost.
        so_far: the cost of the path up to and including this step.
    """

    game: Game
    before: int
    node: int
    move: str
    source: str
    target: str
    choices: int
    cost: int
    so_far: int

    json_members = "move clause from=source to=target choices cost so_far"

    @property
    def goal(self) -> str:
        """The goal that holds if the step is possible, in the syntax of `ask`."""
        if self.game.space == "game":
            return _atom(self.game, "legal", self.game.roles[0], self.move)
        arc = _atom(self.game, "arc", self.source, self.target)
        with_cost = _atom(self.game, "arc", self.source, self.target, str(self.cost))
        for goal in (with_cost, arc):
            try:
                if ask(self.game, goal, limit=1).answers:
                    return goal
            except InputError:  # the file defines no such relation
                continue
        variable = "?nodes" if self.game.book.syntax == "kif" else "Nodes"
        return _atom(self.game, "neighbours", self.source, variable)

    def proof(self) -> Explanation:
        """Return the proof, from the rule file, that the step is possible."""
        where = (
            self.game if self.game.space == "book" else self.game.numbered(self.before)
        )
        return explain(where, self.goal)

    @property
    def clause(self) -> Clause | None:
        """The clause of the rule file that makes the step possible."""
        return self.proof().tree.clause


@dataclass(frozen=True, slots=True, repr=False)
class PathReasons(Sentences, JsonObject):
    """How a path was found.

    Attributes:
        question: the question to the search.
        result: its result.
        start: the first node, in the syntax of rule files.
        steps: the steps.
    """

    question: PathRequest
    result: PathResult
    start: str
    steps: tuple[PathStep, ...]

    json_members = "start steps cost=result.cost method=question.method text"

    def text(self) -> str:
        """Return it in sentences."""
        start = self.question.game.numbered(self.result.numbers[0])
        lines = _drawn("The path begins", start, self.start)
        for number, step in enumerate(self.steps, 1):
            words = f"{number}. {step.move}: {_which(step)}, {_cost_words(step)}"
            lines += _drawn(words, step.game.numbered(step.node), step.target)
        return "\n".join([*lines, *end_words(self)])

    def _html(self, shown: str) -> str:
        """Return the steps as a table."""
        rows = [
            [str(number), step.move, step.target, str(step.cost), str(step.so_far)]
            for number, step in enumerate(self.steps, 1)
        ]
        head = ["step", "move", "leads to", "cost", "so far"]
        steps = html_table(head, rows) if rows else ""
        start = f"<p>The path begins: {html_text(self.start)}</p>"
        return f"<div>{start}{steps}<p>{html_text(' '.join(end_words(self)))}</p></div>"


@dataclass(frozen=True, slots=True, repr=False)
class NoPathReasons(Sentences, JsonObject):
    """Why a search found no path, or no further one.

    Attributes:
        question: the question to the search.
        result: its result; `stopped` is `none` if the frontier is empty, `limit` if
            the limit was reached.
    """

    question: PathRequest
    result: PathResult

    json_members = (
        "stopped=result.stopped expanded=result.expanded reached=result.reached "
        "waiting=result.waiting frontier_max=result.frontier_max "
        "earlier=result.earlier limit=question.limit method=question.method text"
    )

    def text(self) -> str:
        """Return it in sentences."""
        found = self.result
        what = "further path" if found.earlier else "path"
        expanded = counted(found.expanded, "path", "paths")
        if found.stopped == "limit":
            return (
                f"No {what} was found within the limit: {expanded} were expanded, "
                f"and {found.waiting:,} were still waiting in the frontier. A higher "
                "limit may find one."
            )
        lines = [f"There is no {what}: the frontier is empty."]
        if found.reached is not None:
            nodes = counted(found.reached, "node", "nodes")
            lines.append(
                f"The paths from the start lead to {nodes}, which is all that can be "
                f"reached; {expanded} were expanded."
            )
        else:
            lines.append(
                f"All paths that the pruning leaves, {found.expanded:,}, were expanded."
            )
        if found.earlier:
            lines.append(
                f"{counted(found.earlier, 'path was', 'paths were')} found before."
            )
        else:
            lines.append("None of them ends in a goal.")
        return " ".join(lines)


def how_path(result: PathResult) -> PathReasons:
    """Return how a path was found: each step, its cost, and why it is possible.

    Raises:
        InputError: no path was found.
    """
    question = _asked(result)
    if not result.found:
        raise InputError("no path was found: ask why there is none")
    game = question.game
    edges = list(pairwise(result.numbers))
    ways = [
        {
            (move, node, cost)
            for move, node, cost in game.request(
                "neighbours", node=before, estimate=False
            )["neighbours"]
        }
        for before, _ in edges
    ]
    possible = [
        sorted({cost for move, node, cost in found if (move, node) == (name, after)})
        for found, name, (_, after) in zip(ways, result.moves, edges, strict=True)
    ]
    assert result.cost is not None
    costs = _costs(possible, result.cost)
    steps: list[PathStep] = []
    for i, (before, after) in enumerate(edges):
        so_far = sum(costs[: i + 1])
        step = PathStep(
            game, before, after, result.moves[i], result.states[i],
            result.states[i + 1], len(ways[i]), costs[i], so_far,
        )  # fmt: skip
        steps.append(step)
    return PathReasons(question, result, result.states[0], tuple(steps))


def why_no_path(result: PathResult) -> NoPathReasons:
    """Return why a search found no path, or no further one.

    Raises:
        InputError: a path was found.
    """
    question = _asked(result)
    if result.found:
        raise InputError("a path was found: ask how it comes about")
    return NoPathReasons(question, result)


def _asked(result: PathResult) -> PathRequest:
    if result.question is None:
        raise InputError("expected what a path search has answered")
    return result.question


def _costs(possible: Sequence[Sequence[int]], total: int) -> list[int]:
    """Choose a cost for each step among the possible ones, so that the sum is right."""
    ways: dict[int, list[int]] = {0: []}
    for costs in possible:
        ways = {
            so_far + cost: [*before, cost]
            for so_far, before in ways.items()
            for cost in costs
        }
    return ways[total]


def _atom(game: Game, name: str, *arguments: str) -> str:
    """Return an atom in the syntax of the rule file."""
    if game.book.syntax == "kif":
        return f"({' '.join((name, *arguments))})"
    return f"{name}({', '.join(arguments)})"


def end_words(reasons: PathReasons) -> list[str]:
    """Return the closing sentences about a path."""
    result = reasons.result
    steps = counted(len(reasons.steps), "step", "steps")
    lines = [f"That is a goal, after {steps}, at a cost of {result.cost}."]
    if result.earlier:
        lines.append(f"It is path number {result.earlier + 1} that the search found.")
    else:
        lines.append(_FIRST[reasons.question.method])
    expanded = counted(result.expanded, "path was", "paths were")
    return [*lines, f"{expanded} expanded before it was selected."]


def _drawn(words: str, state: State, text: str) -> list[str]:
    """Return words followed by the board of a node, or by its text."""
    if state.game.space == "game" and state.position.cells:
        return [f"{words}:", *(f"     {line}" for line in str(state).splitlines())]
    return [f"{words}: {text}"]


def _which(step: PathStep) -> str:
    """Return, in words, by which clause a step is possible, and among how many."""
    one, more = ("arc", "arcs") if step.game.space == "book" else _MOVES
    words = f"one of {step.choices} {more}" if step.choices > 1 else f"the only {one}"
    clause = step.clause
    return f"{words} [{place(clause)}]" if clause else words


def _cost_words(step: PathStep) -> str:
    if step.cost == step.so_far:
        return f"cost {step.cost}"
    return f"cost {step.cost}, so far {step.so_far}"
