"""Find the states of a recorded search in its game."""

from __future__ import annotations

from collections.abc import Iterator

from pygame_search.game import Game, State
from pygame_search.model.position import joint_text
from pygame_search.search.core.recording import Recording
from pygame_search.search.core.trace import Node
from pygame_search.support.errors import InputError, LimitError, MoveError


def replay(recording: Recording, root: Node, game: Game, *, most: int) -> None:
    """Replace the states of a recorded tree by their numbers in the game.

    Args:
        recording: the search.
        root: the tree of its events, which is changed.
        game: its game, loaded again.
        most: the most nodes.

    Raises:
        InputError: the position, a move or a list of scores does not fit the game.
        LimitError: the tree has more nodes.
    """
    edges = [*_edges(root)]
    if len(edges) >= most:
        raise LimitError(
            f"expected at most {most:,} nodes, found {len(edges) + 1:,}", "size"
        )
    for node in (root, *(child for _, child in edges)):
        if isinstance(node.score, list) and len(node.score) != len(game.roles):
            raise InputError(
                f"expected a score for each role, {', '.join(game.roles)}, "
                f"found {node.score}"
            )
    try:
        start = game.state(f"[{', '.join(recording.position)}]")
    except MoveError as error:
        raise InputError(f"position: {error}") from error
    if root.state is not None:
        root.state = start.number
    played: dict[tuple[int, tuple[str, ...]], int] = {}
    for node, child in edges:
        if len(child.joint) != len(game.roles):
            raise InputError(
                f"expected a move for each role, {', '.join(game.roles)}, "
                f"found {list(child.joint)}"
            )
        if node.state is None or child.state is None:
            continue
        key = node.state, child.joint
        if key not in played:
            played[key] = _play(game.numbered(node.state), child)
        child.state = played[key]


def _play(state: State, child: Node) -> int:
    try:
        return state.play_joint(child.joint).number
    except MoveError as error:
        place = f"the node at ply {child.ply} after {joint_text(child.joint)}"
        raise InputError(f"{place}: {error}") from error


def _edges(root: Node) -> Iterator[tuple[Node, Node]]:
    """Yield each parent with each of its children, parents first."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for child in node.children:
            yield node, child
        waiting.extend(node.children)
