"""Find the states of a recorded search in its game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.position import STAND_PAT, joint_text
from pygame_search.search.core.recording import Recording
from pygame_search.search.core.trace import Event, Node
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
    if STAND_PAT in child.joint:
        return state.number
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


#: The events of a path search.
_OF_PATHS = ("deepen", "enter", "cost", "select", "expand", "prune", "goal")


def path_events(recording: Recording, root: State) -> tuple[Event, ...]:
    """Return the events of a recorded path search with the nodes' numbers in the game.

    Args:
        recording: the search.
        root: where it began, in the game loaded again.

    Raises:
        InputError: an event does not fit the game, or is none of a path search.
    """
    walk, events = _Walk(root), recording.events
    found = []
    for i, event in enumerate(events):
        try:
            before = events[i - 1][0] if i else ""
            if before == "goal":
                raise ValueError(f"expected the goal to be the last, found {event!r}")
            if event[0] == "cost" and before != "enter":
                raise ValueError("expected the path of the cost before it")
            after = events[i + 1] if i + 1 < len(events) else None
            found.append(walk.step(event, after))
        except ValueError as error:
            raise InputError(f"event {i + 1}: {error}") from error
    return tuple(found)


class _Walk:
    """A walk through the game along the paths of a recorded search."""

    def __init__(self, root: State) -> None:
        self.start = root.number
        self.machine = ClauseMachine(root.game, memo=True)
        #: The last node and the cost of each path.
        self.paths: list[tuple[int, int]] = []
        #: The path that is made longer.
        self.path: tuple[int, int] | None = None

    def step(self, event: Event, after: Event | None) -> Event:
        """Return an event, with the number of the node if a path is entered."""
        match event:
            case ["deepen", _]:
                self.paths, self.path = [], None
            case ["expand", index]:
                if index >= len(self.paths):
                    many = len(self.paths)
                    raise ValueError(f"expected one of {many} paths, found {index}")
                self.path = self.paths[index]
            case ["enter", ply, joint, _]:
                if after is None or after[0] != "cost":
                    raise ValueError("expected the cost of the path after it")
                self.paths.append(self._entered(joint, after[1]))
                return ["enter", ply, joint, self.paths[-1][0]]
            case [kind, *_] if kind not in _OF_PATHS:
                names = ", ".join(_OF_PATHS)
                raise ValueError(f"expected one of {names}, found {kind!r}")
        return event

    def _entered(self, joint: Sequence[str], cost: int) -> tuple[int, int]:
        """Return the last node of a path that is entered, and its cost."""
        if self.path is None:
            steps = [("", self.start, 0)]
            if self.paths:
                raise ValueError("expected one path without moves, found another")
        else:
            node, before = self.path
            near = self.machine.neighbours(node)
            steps = [(move, to, before + step) for move, to, step in near]
        named = [step for step in steps if [step[0]] == (list(joint) or [""])]
        if not named:
            moves = ", ".join(dict.fromkeys(move for move, _, _ in steps)) or "none"
            raise ValueError(f"expected one of the moves {moves}, found {list(joint)}")
        for _, to, total in named:
            if total == cost:
                return to, cost
        raise ValueError(f"expected a path of cost {named[0][2]}, found {cost}")
