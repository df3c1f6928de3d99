"""A search that has stopped, and a question about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pygame_search.explanation.reasons import CutReason
from pygame_search.game import State
from pygame_search.model.position import joint_text
from pygame_search.render.tree_view import View
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.trace import Event, Growing, Node


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before it is asked; see `questions.Question`.

    `notes` says for a choice why it is wrong; `terms` maps other texts of its moves to
    a choice.
    """

    text: str
    answers: tuple[str, ...]
    why: str
    choices: tuple[str, ...] = ()
    node: Node | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)

    @property
    def decides(self) -> bool:
        """Whether an answer can be wrong."""
        return not self.choices or not {*self.choices} <= {*self.answers}


@dataclass(frozen=True, slots=True)
class Moment:
    """A search that has stopped.

    Attributes:
        events: all events of the search.
        step: how many of them have happened.
        growing: the tree so far.
        whole: the nodes of the finished tree, by the index of their entry.
        view: the game, from the point of view of the search's role.
        call: the method of the search.
        cuts: why branches are cut off, by the step of the event.
        texts: moves as they are shown, by the state before them; kept for all moments.
    """

    events: Sequence[Event]
    step: int
    growing: Growing
    whole: Sequence[Node]
    view: View
    call: MethodCall
    cuts: Mapping[int, CutReason]
    texts: dict[tuple[int | None, tuple[str, ...]], str]

    @property
    def node(self) -> Node | None:
        """The node whose moves are searched."""
        return self.growing.path[-1] if self.growing.path else None

    @property
    def finishing(self) -> Node | None:
        """The node that gets its value next; None if none does."""
        if self.following[0] == "back":
            return self.growing.entered[self.following[1]]
        return self.node if self.following[0] == "leave" else None

    @property
    def last(self) -> Event:
        """The event that has happened last."""
        return self.events[self.step - 1]

    @property
    def following(self) -> Event:
        """The event that happens next."""
        return self.events[self.step]

    @property
    def role(self) -> str:
        """The role that the search is for."""
        return self.view.game.roles[self.view.role]

    def state(self, node: Node) -> State:
        """The state of a node that was visited."""
        assert node.state is not None
        states = self.view.states
        if node.state not in states:
            states[node.state] = self.view.game.numbered(node.state)
        return states[node.state]

    def mover(self, node: Node) -> str:
        """The one role that moves in a node; empty if several do."""
        movers = self.state(node).to_move
        return movers[0] if len(movers) == 1 else ""

    def value(self, node: Node) -> str:
        """The score of a node, as the tree shows it."""
        return self.view.value(node.score)[0]

    def move(self, node: Node) -> str:
        """The move that leads to a node, as the tree shows it."""
        above = node.parent
        assert above is not None
        key = above.state, node.joint
        if key not in self.texts:
            joints = [child.joint for child in above.children]
            texts = self.state(above).written_joints(joints)
            self.texts.update(
                ((above.state, joint), text)
                for joint, text in zip(joints, texts, strict=True)
            )
        return self.texts[key]

    def notation(self, move: str) -> str:
        """The short notation of a move that is the same in all positions."""
        key = None, (move,)
        if key not in self.texts:
            [text] = self.view.game.written_notations([move])
            self.texts[key] = text or move
        return self.texts[key]

    def name(self, node: Node) -> str:
        """The moves that lead to a node."""
        return "; ".join(map(self.move, way(node))) or "the root"

    def where(self, node: Node) -> str:
        """The place of a node, in words."""
        return f"after {self.name(node)}" if node.parent else "at the root"


def way(node: Node) -> list[Node]:
    """Return the nodes from the root to a node, without the root."""
    nodes: list[Node] = []
    while node.parent is not None:
        nodes.append(node)
        node = node.parent
    return nodes[::-1]


def searched(node: Node) -> list[Node]:
    """Return the children with a score; of one searched again, only the last visit."""
    last = {child.joint: child for child in node.children if child.score is not None}
    return list(last.values())


def own_score(moment: Moment, node: Node, mover: str) -> float:
    """Return the score of a node for the role that chooses, which takes the highest."""
    if isinstance(node.score, list):
        return node.score[moment.view.game.roles.index(mover)]
    assert node.score is not None
    return node.score if mover == moment.role else -node.score


def goal(moment: Moment, node: Node, mover: str) -> str:
    """Return what the role to move looks for, in words."""
    if isinstance(node.score, list):
        return f"{mover} moves, and takes the highest value for {mover}"
    side = "highest" if mover == moment.role else "lowest"
    whose = "" if mover == moment.role else f" for {moment.role}"
    return f"{mover} moves, and takes the {side} value{whose}"


def terms(
    moment: Moment, nodes: Iterable[Node], *, whole: bool = True
) -> dict[str, str]:
    """Return lines, or last moves, as they are shown, by their other texts."""
    game, found = moment.view.game, dict[str, str]()
    for node in nodes:
        steps = way(node) if whole else [node]
        shown = "; ".join(map(moment.move, steps)) or "the root"
        moves = [joint_text(step.joint) for step in steps]
        found["; ".join(moves)] = shown
        if game.has_notation and not game.notated:
            found["; ".join(map(moment.notation, moves))] = shown
    return found
