"""Proof-number search; the twin of `logic/search/proof_number.pl`.

Can the role force at least a given value? The tree of this question is an AND/OR tree:
one choice of the role must succeed, and it must succeed against all answers. Each node
has two numbers (L. V. Allis, Searching for solutions, 1994; SP.268): the least number
of leaves that must be proved to prove the node, and the least number that must be
disproved to disprove it.

                     proof number                  disproof number
    proved           0                             infinite
    disproved        infinite                      0
    not yet known    1                             1
    OR, a state      the least of its choices      the sum over its choices
    AND, a choice    the sum over its answers      the least of its answers

A step descends from the root to the most-proving node, by the choice with the least
proof number and its answer with the least disproof number. A proof of this node
contributes to a proof of the root, and a disproof to a disproof. The node is expanded,
and the numbers above it are updated. When a number of the root is 0, the question is
answered.

A state that repeats a state above it has the value of endless play, which by default is
not proved. Each path to a state has a node of its own, so this is correct for every
path.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from pygame_search.machine.machine import Expansion
from pygame_search.search.core.task import Task
from pygame_search.support.errors import RulesError

#: A number of leaves, perhaps infinite.
Number = float


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a state: is it worth at least a threshold?

    Attributes:
        threshold: the goal value.
        endless: whether endless play counts as reaching the threshold.
        most: the number of nodes after which to stop.
        deadline: the time.monotonic() at which to stop, or None.
    """

    threshold: int
    endless: bool
    most: int
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Attributes:
        result: `proved`, `disproved`, or `nodes` or `time` where it was not decided.
        joint: the index of the first joint move of the proven choice, or None.
        repeated: whether a state was repeated.
    """

    result: str
    joint: int | None
    repeated: bool


@dataclass(slots=True, eq=False)
class Node:
    """A node of the tree.

    Attributes:
        index: its number in the order of creation, from 0.
        joint: the index of the joint move that leads to it.
        state: its number.
        ply: its distance from the root.
        expansion: its moves and successors.
        above: its parent.
        proof, disproof: its numbers.
        choices: for each choice of the role, the nodes of its answers; empty for a
            leaf.
    """

    index: int
    joint: int
    state: int
    ply: int
    expansion: Expansion
    above: Node | None
    proof: Number = 1
    disproof: Number = 1
    choices: list[list[Node]] = field(default_factory=list)


@dataclass(slots=True)
class Prover:
    """A question that is being answered.

    Attributes:
        task: the search.
        question: the question.
        first: how many nodes were counted before.
        repeated: whether a state was repeated.
    """

    task: Task
    question: Question
    first: int
    repeated: bool = False


def proof_number(task: Task, question: Question, state: int) -> Answer:
    """Return whether a state is worth at least a threshold."""
    task.emit("prove", question.threshold)
    prover = Prover(task, question, task.nodes)
    root = made(prover, None, 0, state)
    result = settled(root)
    while result is None:
        step(prover, root)
        result = settled(root) or spent(prover)
    return Answer(result, proved_choice(root), prover.repeated)


def settled(root: Node) -> str | None:
    """Return the answer; None if it is not known yet."""
    if root.proof == 0:
        return "proved"
    return "disproved" if root.disproof == 0 else None


def spent(prover: Prover) -> str | None:
    """Return the limit that was reached."""
    question = prover.question
    if prover.task.nodes - prover.first >= question.most:
        return "nodes"
    if question.deadline is not None and time.monotonic() > question.deadline:
        return "time"
    return None


# ---- a step ------------------------------------------------------------------


def step(prover: Prover, root: Node) -> None:
    """Expand the most-proving node, and update the numbers above it."""
    node = most_proving(root)
    prover.task.emit("select", node.index)
    expand(prover, node)
    above: Node | None = node
    while above is not None and update(prover.task, above):
        above = above.above


def most_proving(node: Node) -> Node:
    """Return the leaf reached by the least proof and disproof numbers in turn."""
    while node.choices:
        choice = min(node.choices, key=choice_proof)
        node = min(choice, key=lambda answer: answer.disproof)
    return node


def update(task: Task, node: Node) -> bool:
    """Compute a node's numbers from its choices; return whether they have changed."""
    proof = min(map(choice_proof, node.choices))
    disproof = sum(map(choice_disproof, node.choices))
    if (proof, disproof) == (node.proof, node.disproof):
        return False
    node.proof, node.disproof = proof, disproof
    emit_numbers(task, node)
    return True


# ---- the numbers -------------------------------------------------------------


def choice_proof(answers: list[Node]) -> Number:
    """Return the proof number of a choice: all answers have to be proved."""
    return sum(answer.proof for answer in answers)


def choice_disproof(answers: list[Node]) -> Number:
    """Return the disproof number of a choice: one answer has to be disproved."""
    return min(answer.disproof for answer in answers)


def proved_choice(root: Node) -> int | None:
    """Return the first joint move of the first proven choice."""
    for answers in root.choices:
        if choice_proof(answers) == 0:
            return answers[0].joint
    return None


def emit_numbers(task: Task, node: Node) -> None:
    """Emit the numbers of a node."""
    numbers = ["inf" if n == inf else n for n in (node.proof, node.disproof)]
    task.emit("proof", node.index, *numbers)


# ---- new nodes ---------------------------------------------------------------


def expand(prover: Prover, node: Node) -> None:
    """Make the nodes below a leaf."""
    task = prover.task
    task.emit("expand", node.index)
    if not node.expansion.successors:
        raise RulesError("a role has no legal move in a state that is not terminal")
    for choice in node.expansion.choices(task.role):
        node.choices.append([made(prover, node, *answer) for answer in choice])


def made(prover: Prover, above: Node | None, joint: int, state: int) -> Node:
    """Return the new node to which `joint` leads."""
    task = prover.task
    index, ply = task.nodes - prover.first, 0 if above is None else above.ply + 1
    parent = None if above is None else above.expansion
    task.enter(ply, parent, joint, state)
    node = Node(index, joint, state, ply, task.machine.expand(state), above)
    if node.expansion.terminal:
        score = task.kind_score("terminal", node.expansion, ply, state)
        task.leaf_found("terminal", score)
        set_result(node, task.goal(node.expansion) >= prover.question.threshold)
    elif any(before.state == state for before in way(above)):
        task.emit("repetition")
        task.leaves += 1
        prover.repeated = True
        set_result(node, prover.question.endless)
    emit_numbers(task, node)
    return node


def way(node: Node | None) -> Iterator[Node]:
    """Yield a node and its ancestors."""
    while node is not None:
        yield node
        node = node.above


def set_result(node: Node, proved: bool) -> None:
    """Set the numbers of a leaf that is proven or disproven."""
    node.proof, node.disproof = (0, inf) if proved else (inf, 0)
