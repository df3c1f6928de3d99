"""Why a path search does not find a given path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.proofs import explain
from pygame_search.explanation.reasons.paths import why_no_path
from pygame_search.game import Game
from pygame_search.search.core.trace import Event
from pygame_search.search.paths import RECORDED, PathRequest, PathResult, paths
from pygame_search.search.state_space.path_search import Path
from pygame_search.support.errors import InputError
from pygame_search.support.words import counted, split_outside

#: A variable, or the rest of a list.
_OPEN = re.compile(r"(?<![\w'])[A-Z_?]|\|")


def shown(result: PathResult) -> str:
    """Return a path in the form that `path(Method, Path)` uses."""
    assert result.question is not None
    book = result.question.game.space == "book"
    return _listed(result.states if book else result.moves)


def why_not_path(first: PathResult, path: str) -> tuple[str, tuple[Node, ...]]:
    """Return why a search does not find a path, and the proof from the rules.

    Args:
        first: the first path of the search, or a note that it found none.
        path: a list of nodes or, in a game, of moves, as returned by `shown`.
    """
    question = first.question
    assert question is not None
    instead = (
        f"the search first finds {shown(first)}"
        if first.found
        else no_path_words(first)
    )
    names = [*filter(None, split_outside(path.strip()[1:-1], ","))]
    if not path.lstrip().startswith("[") or _OPEN.search(path):
        return f"no path that the search finds has this form; {instead}", ()
    reason, tree = _why_not(question, names)
    return f"{reason}; {instead}", (tree,) if tree else ()


def no_path_words(first: PathResult) -> str:
    """Return why a search found no path, as a part of a sentence."""
    text = why_no_path(first).text().removesuffix(".")
    return f"{text[0].lower()}{text[1:]}"


def _listed(names: Sequence[str]) -> str:
    return f"[{', '.join(names)}]"


def _why_not(question: PathRequest, names: list[str]) -> tuple[str, Node | None]:
    """Return why a search does not find a path, and the goal that fails, if any."""
    game, book = question.game, question.game.space == "book"
    machine, number = game.clauses, _start(question)
    nodes, moves = [number], names
    if book:
        start = game.node_text(number)
        if not names:
            return f"the path is empty, and the search starts at {start}", None
        if names[0] != start:
            return f"the search starts at {start}, not at {names[0]}", None
        moves = [f"{one}-{other}" for one, other in pairwise(names)]
    for count, move in enumerate(moves, 1):
        steps = {name: after for name, after, _ in machine.neighbours(number)}
        if move not in steps:
            can = counted(len(steps), "other step can", "other steps can")
            ends = names[count - 1 : count + 1] if book else [move]
            tree = _failed(game, number, _step_goals(game, ends), moves[: count - 1])
            return f"step {count}, {move}, cannot be made, {can}", tree
        number = steps[move]
        nodes.append(number)
    if not machine.is_goal(number, question.worth):
        goal = f"is_goal({names[-1]})" if book else "terminal"
        return "its end is no goal", _failed(game, number, [goal], moves)
    return f"it leads to a goal, but {_fate(question, nodes, moves)}", None


def _start(question: PathRequest) -> int:
    """Return the number of the node where a search begins."""
    first = next(event for event in _events(question, 1) if event[0] == "enter")
    number: int = first[3]
    return number


def _step_goals(game: Game, ends: Sequence[str]) -> list[str]:
    """Return the goals one of which must hold for a step to be possible."""
    if len(ends) == 1:
        return [f"legal({game.roles[0]}, {ends[0]})"]
    source, target = ends
    return [
        f"arc({source}, {target}, Cost)",
        f"arc({source}, {target})",
        f"neighbours({source}, Nodes)",
    ]


def _failed(
    game: Game, number: int, goals: Sequence[str], before: Sequence[str]
) -> Node | None:
    """Return the tree of the first goal whose relation the file defines.

    The last goal may hold: it gives the list of a node's neighbours.

    Args:
        game: the state space.
        number: the node.
        goals: the goals.
        before: the moves that lead to the node.
    """
    book = game.space == "book"
    for goal in goals:
        try:
            tree = explain(game if book else game.numbered(number), goal).tree
        except InputError:  # the file defines no such relation
            continue
        if tree.holds and not goal.startswith("neighbours"):
            continue
        if book or not before:
            return tree
        reason = "what fails in the position after this"
        return Node("; ".join(before), True, reason=reason, kind="leaf",
                    children=(tree,))  # fmt: skip
    return None


# ---- what the search did with it ---------------------------------------------------


def _events(question: PathRequest, limit: int) -> list[Event]:
    """Return the events of the search until it ends or reaches the limit."""
    results = paths(
        question.game, start=question.start, method=question.method, limit=limit,
        tier="procedural", record=True,
    )  # fmt: skip
    return [event for result in results for event in result.events]


def _fate(question: PathRequest, nodes: Sequence[int], moves: Sequence[str]) -> str:
    """Return what happened to a path that leads to a goal and was not found."""
    game = question.game
    events = _events(question, RECORDED)

    def named(path: Path) -> str:
        steps = path.steps()
        if game.space == "game":
            return f"[{', '.join(one.move for one in steps[1:])}]"
        return f"[{', '.join(game.node_text(one.node) for one in steps)}]"

    longest, reason, rival = _pursued(events, nodes, moves)
    if not reason:
        return (
            f"the search prunes it, and not among the first {RECORDED:,} paths that "
            f"it expands, where it comes as far as {named(longest)}"
        )
    part = "it" if longest.length == len(moves) else f"its part {named(longest)}"
    book = game.space == "book"
    end = game.node_text(longest.node) if book else "a state that it has met"
    if rival is None or rival in longest.steps():
        return f"{part} is pruned as a cycle: it comes back to {end}"
    there = end if book else "the same state"
    return (
        f"{part} is pruned: {named(rival)} had come to {there} before at a cost of "
        f"{rival.cost}, and this costs {longest.cost}"
    )


def _pursued(
    events: Sequence[Event], nodes: Sequence[int], moves: Sequence[str]
) -> tuple[Path, str, Path | None]:
    """Return how far a search followed a path.

    Args:
        events: the events of the search.
        nodes: the nodes of the path.
        moves: the moves between them.

    Returns:
        The longest prefix of the path that the search had; why it was pruned, empty if
        it was not; and the earlier path to the same node, None if there is none.
    """
    made: list[Path] = []
    reached: dict[int, Path] = {}
    longest, why, rival = Path(nodes[0]), "", None
    above: Path | None = None
    mine: set[Path] = set()
    for event in events:
        match event:
            case ["deepen", _]:
                made, reached, mine, above = [], {}, set(), None
            case ["enter", length, joint, node]:
                move = joint[0] if joint else ""
                path = Path(node, 0, length, move, above, len(made))
                made.append(path)
            case ["cost", cost, _]:
                path = made[-1] = replace(made[-1], cost=cost)
                n = path.length
                if n == 0 or (
                    above in mine
                    and n <= len(moves)
                    and (path.node, path.move) == (nodes[n], moves[n - 1])
                ):
                    mine.add(path)
                    longest = path if n >= longest.length else longest
            case ["expand", index]:
                above = made[index]
                reached[above.node] = above
            case ["prune", index, "cycle" | "reached" as reason]:
                if made[index] in mine and made[index].length >= longest.length:
                    longest, why = made[index], reason
                    rival = reached.get(longest.node) if reason == "reached" else None
    return longest, why, rival
